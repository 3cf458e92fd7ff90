import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import type { Db, DomainContext } from '../context.server.ts';
import { decideCover, type Order, orderById, type OrderView, orderView } from '../orders/index.server.ts';
import { type AttemptRow, attemptById } from './attempt.repository.server.ts';
import { fingerprintsOf, findKey, isSameRequest, keepAnswer } from './idempotency.repository.server.ts';
import { legRows } from './leg-rows.server.ts';
import { type LegRow, legsOf } from './legs.server.ts';
import type { PayAnswer, PayFailure, PayRequest } from './pay.types.ts';

export function answerOf(attempt: Pick<AttemptRow, 'id' | 'order_id' | 'state' | 'decline_code'>): PayAnswer {
  return {
    orderId: attempt.order_id,
    attemptId: attempt.id,
    state: attempt.state,
    declineCode: attempt.decline_code,
  };
}

/** The same for what cost nothing: it was taken at once, and there is no attempt. */
export function answerOfFree(orderId: string): PayAnswer {
  return { orderId, attemptId: '', state: 'captured', declineCode: null };
}

/** The same for a call that several tenders were begun by: how the whole order stands. */
export function answerOfView({ order, attempts, split }: OrderView): PayAnswer {
  const [shown] = attempts;
  if (!shown || !split) throw new Error(`Order ${order.id} is not paid in parts`);
  return {
    orderId: order.id,
    attemptId: shown.id,
    state: shown.state,
    declineCode: shown.declineCode,
    split: {
      standing: split.standing,
      held: unitsToJson(split.held),
      owed: unitsToJson(split.owed),
      heldUntil: split.heldUntil?.toISOString() ?? null,
    },
  };
}

/** Keeps how an order stands now as the answer to the call that began several tenders. */
export async function keepSplitAnswer(
  ctx: DomainContext,
  orderId: string,
  { sessionId, idempotencyKey }: { readonly sessionId: string; readonly idempotencyKey: string },
  db: Db = ctx.db,
): Promise<PayAnswer> {
  const view = await orderView(ctx, orderId, db);
  if (!view) throw new Error(`Order ${orderId} vanished`);
  return keepAnswer(db, sessionId, idempotencyKey, answerOfView(view));
}

/** A part is begun or taken at this moment. One whose gateway was silent is not: that was answered. */
function isBeingDone(ctx: DomainContext, order: Order, rows: readonly LegRow[]): boolean {
  if (order.state !== 'open' && order.state !== 'partly-paid') return false;
  const legs = legsOf(ctx, rows);
  const { start, capture } = decideCover(order.total, order.received, legs);
  const isAsked = legs.some(({ state, pending, superseded }) => state === 'created' && !pending && !superseded);
  return isAsked || start !== null || capture.length > 0;
}

/** The call died or is still running: while a gateway is being asked it counts as running. */
async function replayOfParts(
  ctx: DomainContext,
  db: Db,
  attempt: AttemptRow,
  { sessionId, key }: { readonly sessionId: string; readonly key: string },
): Promise<Result<PayAnswer, PayFailure>> {
  const order = await orderById(db, attempt.order_id);
  const rows = await legRows(db, attempt.order_id);
  if (order && isBeingDone(ctx, order, rows))
    return err({ code: 'attempt-open', orderId: attempt.order_id, attemptId: attempt.id });
  return ok(await keepSplitAnswer(ctx, attempt.order_id, { sessionId, idempotencyKey: key }, db));
}

/**
 * What a key of this session did before; null when it is new. The first call's answer is given again for ever; when
 * that call died before it could keep one, how its attempt stands now becomes the answer.
 */
export async function replayOf(
  ctx: DomainContext,
  db: Db,
  sessionId: string,
  key: string,
  fingerprints: readonly string[],
): Promise<Result<PayAnswer, PayFailure> | null> {
  const known = await findKey(db, sessionId, key);
  if (!known) return null;
  if (!isSameRequest(known, fingerprints)) return err({ code: 'key-reused' });
  if (known.answer) return ok(known.answer);
  if (known.attemptId === null) return ok(answerOfFree(known.orderId ?? ''));
  const attempt = await attemptById(db, known.attemptId);
  if (!attempt) throw new Error(`Attempt ${known.attemptId} vanished`);
  if (attempt.leg !== null) return replayOfParts(ctx, db, attempt, { sessionId, key });
  if (attempt.state === 'created')
    return err({ code: 'attempt-open', orderId: attempt.order_id, attemptId: attempt.id });
  return ok(await keepAnswer(db, sessionId, key, answerOf(attempt)));
}

/** Whether a call with this key was made in this session, whatever it asked for. */
export async function isKeyUsed({ db }: DomainContext, sessionId: string, key: string): Promise<boolean> {
  return (await findKey(db, sessionId, key)) !== null;
}

/**
 * The answer that this request got before, if it did; null when it is new. For callers that have work to do before they
 * can pay, e.g. find the quote: what was paid is answered even when the same price is not to be had any more.
 */
export async function answeredBefore(
  ctx: DomainContext,
  request: Pick<PayRequest, 'sessionId' | 'idempotencyKey' | 'quoteId' | 'asked' | 'tenders'>,
): Promise<Result<PayAnswer, PayFailure> | null> {
  return replayOf(ctx, ctx.db, request.sessionId, request.idempotencyKey, fingerprintsOf(ctx.config, request));
}
