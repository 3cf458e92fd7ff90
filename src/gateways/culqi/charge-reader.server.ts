import type { ChargeReference, ChargeRequest, GatewayAnswer } from '#src/domain/payments/index.ts';
import type { JsonValue } from '#src/kernel/json/json.ts';
import { type HttpStatusOutcome, unreadable, type Unanswered } from '../gateway-http.server.ts';
import {
  answerFrom,
  attemptOf,
  type Charge,
  chargeIn,
  isGood,
  type Refund,
  refundIn,
} from './charge.mapping.server.ts';
import { type CulqiClient, type CulqiConfig, isUnanswered, problemIn } from './culqi-client.server.ts';
import { parseReviewReference } from './review.server.ts';

type Asked = Pick<ChargeReference, 'attemptId' | 'amount'>;

/** Largest difference between Culqi's clock and ours. */
const clocksDifferMs = 3_600_000;

/** The time from which Culqi's lists may hold an attempt's charge; undefined where the attempt's start is unknown. */
export function sinceOf({ attemptCreatedAt }: Pick<ChargeReference, 'attemptCreatedAt'>): Date | undefined {
  return attemptCreatedAt && new Date(attemptCreatedAt.getTime() - clocksDifferMs);
}

/** The charge of an attempt, as it is searched for. */
export function askedOf({
  attemptId,
  serial,
  amount,
  attemptCreatedAt,
}: ChargeRequest): Omit<ChargeReference, 'reference'> {
  return { attemptId, serial, amount, ...(attemptCreatedAt ? { attemptCreatedAt } : {}) };
}

/** Reads charges at Culqi, by their id or by the attempt that they were made for. */
export interface ChargeReader {
  readonly refundsOf: (charge: Charge) => Promise<readonly Refund[] | Unanswered>;
  /** A charge and its refunds as an answer. */
  readonly answerOf: (charge: Charge | null, asked: Asked) => Promise<GatewayAnswer>;
  readonly chargeOf: (asked: ChargeReference) => Promise<Charge | GatewayAnswer>;
}

export function createChargeReader(config: CulqiConfig, client: CulqiClient): ChargeReader {
  /** The refunds of a charge; no call is made where the charge itself shows none. */
  async function refundsOf(charge: Charge): Promise<readonly Refund[] | Unanswered> {
    if ((charge.amount_refunded ?? 0) === 0) return [];
    const all: Refund[] = [];
    const read = await client.search('/refunds', { charge_id: charge.id }, (json) => {
      const refund = refundIn(json);
      if (refund?.charge_id === charge.id) all.push(refund);
      return null;
    });
    return read === null ? all : read;
  }

  async function answerOf(charge: Charge | null, asked: Asked): Promise<GatewayAnswer> {
    const refunds = charge ? await refundsOf(charge) : [];
    return isUnanswered(refunds) ? refunds : answerFrom(charge, refunds, asked, config.clock.now());
  }

  /** The charge of an attempt; one that took money comes before one that was declined. */
  async function searched(asked: ChargeReference): Promise<Charge | null | Unanswered> {
    const { attemptId, amount } = asked;
    let declined: Charge | null = null;
    const query = { amount: String(amount.amount), currency_code: amount.currency };
    const wanted = (json: JsonValue): Charge | null => {
      const charge = chargeIn(json);
      if (!charge || attemptOf(charge) !== attemptId) return null;
      if (isGood(charge)) return charge;
      declined ??= charge;
      return null;
    };
    const found = await client.search('/charges', query, wanted, sinceOf(asked));
    return found ?? declined;
  }

  async function chargeOf(asked: ChargeReference): Promise<Charge | GatewayAnswer> {
    if (asked.reference === null || parseReviewReference(asked.reference)) {
      const found = await searched(asked);
      return found ?? { kind: 'not-found' };
    }
    const answer = await client.call({ method: 'GET', path: `/charges/${encodeURIComponent(asked.reference)}` });
    if (answer.kind !== 'status') return answer;
    return answer.status === 200 ? (chargeIn(answer.json) ?? unreadable) : notFoundOr(answer);
  }

  return { refundsOf, answerOf, chargeOf };
}

/** Not found, or a refusal that says nothing of the money. */
export function notFoundOr(answer: HttpStatusOutcome): GatewayAnswer {
  return answer.status === 404
    ? { kind: 'not-found' }
    : { kind: 'silent', reason: `refused-${problemIn(answer.json).code}` };
}
