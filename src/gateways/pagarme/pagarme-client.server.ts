import type { ChargeReference, ChargeRequest, GatewayAnswer } from '#src/domain/payments/index.ts';
import { createHttpClient, type HttpCall } from '#src/kernel/http/client/http-client.server.ts';
import type { JsonObject } from '#src/kernel/json/json.ts';
import type { Clock } from '#src/kernel/time/clock.ts';
import { type HttpStatusOutcome, unanswered, unreadable, type Unanswered } from '../gateway-http.server.ts';
import { answerFrom, savedCardIn, needsHistory, mostRelevantCharge } from './charge.mapping.server.ts';
import {
  type Charge,
  chargeIn,
  chargeOfOrder,
  chargesIn,
  complaintIn,
  type Transaction,
  transactionsIn,
} from './charge.schema.server.ts';
import { refusalOf } from './decline-codes.ts';

export interface PagarmeConfig {
  readonly baseUrl: string;
  readonly secretKey: string;
  /** Public key: it only makes and reads tokens. */
  readonly publicKey: string;
  /** User and passwords of its webhooks, the newest password first. */
  readonly notifications: { readonly user: string; readonly passwords: readonly string[] };
  readonly clock: Clock;
  /** Time for a whole call; 8 s when absent. */
  readonly budgetMs?: number;
}

/** The calls that cards and slips share. */
export interface PagarmeClient {
  /** Makes the order of an attempt, once: the attempt's id is its code and the key of the call. */
  start(charge: ChargeRequest, order: JsonObject): Promise<GatewayAnswer>;
  find(charge: ChargeReference): Promise<GatewayAnswer>;
  /** A card's token that was not used yet (SDK: TokensController.getToken); no money moves. */
  token(id: string): Promise<HttpStatusOutcome | Unanswered>;
  /** Changes the charge of an attempt. When its state forbids that, its current state is the answer. */
  change(charge: ChargeReference, request: (path: string) => HttpCall): Promise<GatewayAnswer>;
  /** Refunds; the fact's movements are this refund alone, none while it is pending. */
  refund(charge: ChargeReference, request: (path: string) => HttpCall): Promise<GatewayAnswer>;
}

/** An attempt has one charge; at most so many are read. */
const maxCharges = '10';

export function createPagarmeClient(config: PagarmeConfig): PagarmeClient {
  const { clock } = config;
  const http = createHttpClient({
    baseUrl: config.baseUrl,
    headers: { authorization: `Basic ${Buffer.from(`${config.secretKey}:`).toString('base64')}` },
    ...(config.budgetMs === undefined ? {} : { budgetMs: config.budgetMs }),
  });

  async function call(request: HttpCall): Promise<HttpStatusOutcome | Unanswered> {
    const answer = await http.call(request);
    return unanswered(answer, isClosed) ?? (answer.kind === 'status' ? answer : unreadable);
  }

  async function transactions(chargeId: string): Promise<readonly Transaction[] | Unanswered | null> {
    const answer = await call({ method: 'GET', path: `/charges/${encodeURIComponent(chargeId)}/transactions` });
    if (answer.kind !== 'status') return answer;
    return answer.status === 200 ? transactionsIn(answer.json) : null;
  }

  async function readCharge(charge: Charge | null, asked: ChargeReference): Promise<GatewayAnswer> {
    if (!charge) return unreadable;
    if (!needsHistory(charge)) {
      const last = charge.last_transaction;
      return answerFrom(charge, last ? [last] : [], asked, clock.now());
    }
    const history = await transactions(charge.id);
    if (history === null) return unreadable;
    return 'kind' in history ? history : answerFrom(charge, history, asked, clock.now());
  }

  /** By our code; of several, the one that is furthest in its states of money. */
  async function search({ attemptId }: ChargeReference): Promise<Charge | GatewayAnswer> {
    const answer = await call({ method: 'GET', path: '/charges', query: { code: attemptId, size: maxCharges } });
    if (answer.kind !== 'status') return answer;
    if (answer.status === 404) return { kind: 'not-found' };
    const found = answer.status === 200 ? chargesIn(answer.json) : null;
    return found ? (mostRelevantCharge(found) ?? { kind: 'not-found' }) : unreadable;
  }

  async function find(charge: ChargeReference): Promise<GatewayAnswer> {
    if (charge.reference === null) {
      const found = await search(charge);
      return 'kind' in found ? found : readCharge(found, charge);
    }
    const answer = await call({ method: 'GET', path: `/charges/${encodeURIComponent(charge.reference)}` });
    if (answer.kind !== 'status') return answer;
    return answer.status === 200 ? readCharge(chargeIn(answer.json), charge) : refused(answer);
  }

  /** The call on the charge of an attempt, which is searched for when an answer was lost. */
  async function callOn(
    charge: ChargeReference,
    request: (path: string) => HttpCall,
  ): Promise<
    { readonly kind: 'called'; readonly answer: HttpStatusOutcome; readonly known: ChargeReference } | GatewayAnswer
  > {
    const found = charge.reference === null ? await search(charge) : { id: charge.reference };
    if ('kind' in found) return found;
    const answer = await call(request(`/charges/${encodeURIComponent(found.id)}`));
    return answer.kind === 'status' ? { kind: 'called', answer, known: { ...charge, reference: found.id } } : answer;
  }

  return {
    find,
    token: (id) =>
      call({ method: 'GET', path: `/tokens/${encodeURIComponent(id)}`, query: { appId: config.publicKey } }),
    async start(charge, order) {
      const headers = { 'idempotency-key': charge.attemptId };
      const answer = await call({ method: 'POST', path: '/orders', headers, json: order });
      if (answer.kind !== 'status') return answer;
      const { attemptId, serial, amount } = charge;
      const asked: ChargeReference = { attemptId, serial, amount, reference: null };
      if (answer.status < 300) {
        const made = chargeOfOrder(answer.json);
        const read = await readCharge(made, asked);
        return made && charge.details['saveCard'] === true ? withCard(read, made) : read;
      }
      // The key is used: the charge under it is the answer.
      if (answer.status === 409) return find(asked);
      const decline = refusalOf(complaintIn(answer.status, answer.json));
      return { kind: 'fact', fact: { state: 'declined', movements: [], decline, at: clock.now() } };
    },
    async change(charge, request) {
      const called = await callOn(charge, request);
      if (called.kind !== 'called') return called;
      const { answer, known } = called;
      if (answer.status === 200) return readCharge(chargeIn(answer.json), known);
      return answer.status === 412 ? find(known) : refused(answer);
    },
    async refund(charge, request) {
      const called = await callOn(charge, request);
      if (called.kind !== 'called') return called;
      if (called.answer.status !== 200) return refused(called.answer);
      const seen = chargeIn(called.answer.json);
      const read = await readCharge(seen, called.known);
      if (read.kind !== 'fact') return read;
      const movements = read.fact.movements.filter(({ id }) => id === seen?.last_transaction?.id);
      return { kind: 'fact', fact: { ...read.fact, movements } };
    },
  };
}

/** Adds the kept card, once the charge is approved. */
function withCard(read: GatewayAnswer, charge: Charge): GatewayAnswer {
  if (read.kind !== 'fact' || (read.fact.state !== 'captured' && read.fact.state !== 'authorized')) return read;
  const kept = savedCardIn(charge);
  return kept ? { kind: 'fact', fact: { ...read.fact, kept } } : read;
}

/** Refused for maintenance before processing. */
function isClosed({ status }: HttpStatusOutcome): boolean {
  return status === 503;
}

function refused(answer: HttpStatusOutcome): GatewayAnswer {
  if (answer.status === 404) return { kind: 'not-found' };
  return { kind: 'silent', reason: `refused-${complaintIn(answer.status, answer.json)}` };
}
