import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { Db, DomainContext } from '../context.server.ts';
import { type AttemptRow, attemptById } from './attempt.repository.server.ts';
import { fingerprintOf, findKey, keepAnswer } from './idempotency.repository.server.ts';
import type { PayAnswer, PayFailure, PayRequest } from './pay.types.ts';

export function answerOf(attempt: Pick<AttemptRow, 'id' | 'order_id' | 'state' | 'decline_code'>): PayAnswer {
  return {
    orderId: attempt.order_id,
    attemptId: attempt.id,
    state: attempt.state,
    declineCode: attempt.decline_code,
  };
}

/**
 * What a key of this session did before; null when it is new. The first call's answer is given again for ever; when
 * that call died before it could keep one, how its attempt stands now becomes the answer.
 */
export async function replayOf(
  db: Db,
  sessionId: string,
  key: string,
  fingerprint: string,
): Promise<Result<PayAnswer, PayFailure> | null> {
  const known = await findKey(db, sessionId, key);
  if (!known) return null;
  if (known.fingerprint !== fingerprint) return err({ code: 'key-reused' });
  if (known.answer) return ok(known.answer);
  const attempt = known.attemptId ? await attemptById(db, known.attemptId) : null;
  if (!attempt) return err({ code: 'key-reused' });
  if (attempt.state === 'created')
    return err({ code: 'attempt-open', orderId: attempt.order_id, attemptId: attempt.id });
  return ok(await keepAnswer(db, sessionId, key, answerOf(attempt)));
}

/**
 * The answer that this request got before, if it did; null when it is new. For callers that have work to do before they
 * can pay, e.g. find the quote: what was paid is answered even when the same price is not to be had any more.
 */
export async function answeredBefore(
  ctx: DomainContext,
  request: Pick<PayRequest, 'sessionId' | 'idempotencyKey' | 'quoteId' | 'asked' | 'tenders'>,
): Promise<Result<PayAnswer, PayFailure> | null> {
  return replayOf(ctx.db, request.sessionId, request.idempotencyKey, fingerprintOf(request));
}
