import type { Db } from '../context.server.ts';
import { firstTriedAt } from './first-try.server.ts';
import { mayTry, schemeVerdict, type Verdict } from './may-try.ts';
import { isSharedKey } from './means-key.repository.server.ts';
import { standingOf } from './tries.repository.server.ts';

/** What the schemes say of charging an order again, without its buyer, by the means that it was tried with last. */
export interface NextTryOfOrder {
  /** Whether it may be tried at an instant, as far as is known now. */
  readonly verdictAt: (at: Date) => Verdict;
  /** The last refusal said that the plan was ended: by its owner or by their bank. */
  readonly isStopped: boolean;
}

/** Null when no try of the order's was counted: then no scheme has a word in it. */
export async function nextTryOfOrder(db: Db, orderId: string, now: Date): Promise<NextTryOfOrder | null> {
  const last = await db
    .selectFrom('means_tries')
    .innerJoin('attempts', 'attempts.id', 'means_tries.attempt_id')
    .innerJoin('orders', 'orders.id', 'attempts.order_id')
    .select([
      'attempts.id as attempt_id',
      'means_tries.means_key',
      'means_tries.brand',
      'means_tries.amount',
      'means_tries.currency',
      'means_tries.installments',
      'means_tries.expiry',
      'means_tries.tried_at',
      'orders.session_id',
    ])
    .where('attempts.order_id', '=', orderId)
    .orderBy('means_tries.tried_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last) return null;
  const { refused } = await standingOf(db, last.means_key, now, () => false);
  const first = await firstTriedAt(db, { attemptId: last.attempt_id, means: last.means_key });
  const next = {
    brand: last.brand,
    amount: last.amount,
    currency: last.currency,
    installments: last.installments,
    purchase: last.session_id,
    isUnattended: true,
    isShared: isSharedKey(last.means_key),
    firstTriedAt: first ?? last.tried_at,
    ...(last.expiry === null ? {} : { expiry: last.expiry }),
  };
  const own = refused.filter(({ at }) => at.getTime() === last.tried_at.getTime());
  return {
    verdictAt: (at) => mayTry(refused, next, at),
    isStopped: schemeVerdict(own, next, now).subscription === 'stop',
  };
}
