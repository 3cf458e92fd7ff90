import type { Db } from '../../base-context.server.ts';
import { firstAttemptedAt } from './first-attempt.server.ts';
import { mayRetry, schemeRetryDecision, type RetryDecision } from './may-retry.ts';
import { isSharedInstrumentKey } from './instrument-key.repository.server.ts';
import { declineHistoryOf } from './card-attempts.repository.server.ts';

/** What the schemes say of charging an order again, without its buyer, by the means that it was tried with last. */
export interface NextRetryOfOrder {
  /** Whether it may be tried at an instant, as far as is known now. */
  readonly verdictAt: (at: Date) => RetryDecision;
  /** The last refusal said that the plan was ended: by its owner or by their bank. */
  readonly isStopped: boolean;
}

/** Null when no try of the order's was counted: then no scheme has a word in it. */
export async function nextRetryOfOrder(db: Db, orderId: string, now: Date): Promise<NextRetryOfOrder | null> {
  const last = await db
    .selectFrom('card_attempts')
    .innerJoin('attempts', 'attempts.id', 'card_attempts.attempt_id')
    .innerJoin('orders', 'orders.id', 'attempts.order_id')
    .select([
      'attempts.id as attempt_id',
      'card_attempts.instrument_key',
      'card_attempts.brand',
      'card_attempts.amount',
      'card_attempts.currency',
      'card_attempts.installments',
      'card_attempts.expiry',
      'card_attempts.attempted_at',
      'orders.session_id',
    ])
    .where('attempts.order_id', '=', orderId)
    .orderBy('card_attempts.attempted_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last) return null;
  const { refused } = await declineHistoryOf(db, last.instrument_key, now, () => false);
  const first = await firstAttemptedAt(db, { attemptId: last.attempt_id, instrument: last.instrument_key });
  const next = {
    brand: last.brand,
    amount: last.amount,
    currency: last.currency,
    installments: last.installments,
    purchase: last.session_id,
    isMerchantInitiated: true,
    isShared: isSharedInstrumentKey(last.instrument_key),
    firstAttemptedAt: first ?? last.attempted_at,
    ...(last.expiry === null ? {} : { expiry: last.expiry }),
  };
  const own = refused.filter(({ at }) => at.getTime() === last.attempted_at.getTime());
  return {
    verdictAt: (at) => mayRetry(refused, next, at),
    isStopped: schemeRetryDecision(own, next, now).subscription === 'stop',
  };
}
