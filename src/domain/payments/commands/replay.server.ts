import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import type { Db } from '../../base-context.server.ts';
import type { PaymentsContext } from '../context.server.ts';
import { decideSplit, type Order, orderById, type OrderView, orderView } from '../../orders/index.server.ts';
import { type AttemptRow, attemptById } from '../attempts/attempt.repository.server.ts';
import { fingerprintsOf, findIdempotencyKey, isSameRequest, storeAnswer } from './idempotency.repository.server.ts';
import { splitPartRows } from '../attempts/split-part.repository.server.ts';
import { type SplitPartRow, toSplitParts } from '../attempts/split-parts.server.ts';
import type { PayAnswer, PayFailure, PayRequest } from '../ports/pay.types.ts';

export function answerOfAttempt(attempt: Pick<AttemptRow, 'id' | 'order_id' | 'state' | 'decline_code'>): PayAnswer {
  return {
    orderId: attempt.order_id,
    attemptId: attempt.id,
    state: attempt.state,
    declineCode: attempt.decline_code,
  };
}

/** The same for an order that cost nothing: it has no attempt. */
export function zeroAmountAnswer(orderId: string): PayAnswer {
  return { orderId, attemptId: '', state: 'captured', declineCode: null };
}

/** The same for a payment by several tenders: the state of the whole order. */
export function splitAnswerOf({ order, attempts, split }: OrderView): PayAnswer {
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

/** Stores the order's current state as the answer to a payment by several tenders. */
export async function storeSplitAnswer(
  ctx: PaymentsContext,
  orderId: string,
  { sessionId, idempotencyKey }: { readonly sessionId: string; readonly idempotencyKey: string },
  db: Db = ctx.db,
): Promise<PayAnswer> {
  const view = await orderView(ctx, orderId, db);
  if (!view) throw new Error(`Order ${orderId} vanished`);
  return storeAnswer(db, sessionId, idempotencyKey, splitAnswerOf(view));
}

/** Whether a part is being started or captured. One whose gateway was silent is not: its state is `unknown`. */
function isInProgress(ctx: PaymentsContext, order: Order, rows: readonly SplitPartRow[]): boolean {
  if (order.state !== 'open' && order.state !== 'partly-paid') return false;
  const splitParts = toSplitParts(ctx, rows);
  const { start, capture } = decideSplit(order.total, order.received, splitParts);
  const isAsked = splitParts.some(({ state, pending, superseded }) => state === 'created' && !pending && !superseded);
  return isAsked || start !== null || capture.length > 0;
}

/** Answers a payment that died or is still running: while a gateway is called it counts as running. */
async function replaySplit(
  ctx: PaymentsContext,
  db: Db,
  attempt: AttemptRow,
  { sessionId, key }: { readonly sessionId: string; readonly key: string },
): Promise<Result<PayAnswer, PayFailure>> {
  const order = await orderById(db, attempt.order_id);
  const rows = await splitPartRows(db, attempt.order_id);
  if (order && isInProgress(ctx, order, rows))
    return err({ code: 'attempt-open', orderId: attempt.order_id, attemptId: attempt.id });
  return ok(await storeSplitAnswer(ctx, attempt.order_id, { sessionId, idempotencyKey: key }, db));
}

/**
 * The result of a key of this session; null when it is new. The stored answer is given again for ever; where the first
 * call died before it stored one, the attempt's current state becomes the answer.
 */
export async function replayByKey(
  ctx: PaymentsContext,
  db: Db,
  sessionId: string,
  key: string,
  fingerprints: readonly string[],
): Promise<Result<PayAnswer, PayFailure> | null> {
  const known = await findIdempotencyKey(db, sessionId, key);
  if (!known) return null;
  if (!isSameRequest(known, fingerprints)) return err({ code: 'key-reused' });
  if (known.answer) return ok(known.answer);
  if (known.attemptId === null) return ok(zeroAmountAnswer(known.orderId ?? ''));
  const attempt = await attemptById(db, known.attemptId);
  if (!attempt) throw new Error(`Attempt ${known.attemptId} vanished`);
  if (attempt.part !== null) return replaySplit(ctx, db, attempt, { sessionId, key });
  if (attempt.state === 'created')
    return err({ code: 'attempt-open', orderId: attempt.order_id, attemptId: attempt.id });
  return ok(await storeAnswer(db, sessionId, key, answerOfAttempt(attempt)));
}

/** Whether this key was used in this session, for whatever request. */
export async function isIdempotencyKeyUsed({ db }: PaymentsContext, sessionId: string, key: string): Promise<boolean> {
  return (await findIdempotencyKey(db, sessionId, key)) !== null;
}

/**
 * The stored answer of this request; null when it is new. For callers that have work to do before they pay, e.g. find
 * the quote: a paid request is answered even when its price has expired.
 */
export async function storedAnswerOf(
  ctx: PaymentsContext,
  request: Pick<PayRequest, 'sessionId' | 'idempotencyKey' | 'quoteId' | 'asked' | 'tenders'>,
): Promise<Result<PayAnswer, PayFailure> | null> {
  return replayByKey(ctx, ctx.db, request.sessionId, request.idempotencyKey, fingerprintsOf(ctx.config, request));
}
