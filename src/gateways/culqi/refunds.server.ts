import type { GatewayAnswer } from '#src/domain/payments/index.ts';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import { unreadable } from '../gateway-http.server.ts';
import { attemptOf, type Charge, type Refund, refundIn } from './charge.mapping.server.ts';
import { type ChargeReader, notFoundOr } from './charge-reader.server.ts';
import { metadataOf } from './charge.request.ts';
import { type CulqiClient, isUnanswered } from './culqi-client.server.ts';

/** Gives charges back, each refund once. */
export interface CulqiRefunds {
  /** `amount`: céntimos. */
  readonly createRefund: (charge: Charge, amount: bigint, refundId: string) => Promise<Refund | GatewayAnswer>;
  /** Runs one task at a time for each key. */
  readonly serialize: <T>(id: string, work: () => Promise<T>) => Promise<T>;
}

export function createCulqiRefunds(client: CulqiClient, refundsOf: ChargeReader['refundsOf']): CulqiRefunds {
  const refunding = new Map<string, Promise<unknown>>();

  /** Refunds once per `refundId`: Culqi has no key for it, so existing refunds are read first. */
  async function createRefund(charge: Charge, amount: bigint, refundId: string): Promise<Refund | GatewayAnswer> {
    const before = await refundsOf(charge);
    if (isUnanswered(before)) return before;
    const known = before.find(({ metadata }) => metadata?.['refund_id'] === refundId);
    if (known) return known;
    const body = {
      charge_id: charge.id,
      amount: unitsToJson(amount),
      reason: 'solicitud_comprador',
      metadata: { ...metadataOf(attemptOf(charge) ?? '', null), refund_id: refundId },
    };
    const answer = await client.call({ method: 'POST', path: '/refunds', json: body });
    if (answer.kind !== 'status') return answer;
    return answer.status === 201 ? (refundIn(answer.json) ?? unreadable) : notFoundOr(answer);
  }

  /** One refund of a charge at a time: two runs of one refund could otherwise both find nothing. */
  async function serialize<T>(id: string, work: () => Promise<T>): Promise<T> {
    const turn = (refunding.get(id) ?? Promise.resolve()).then(work, work);
    const finished = turn.catch(() => undefined);
    refunding.set(id, finished);
    void finished.then(() => refunding.get(id) === finished && refunding.delete(id));
    return turn;
  }

  return { createRefund, serialize };
}
