import { daysBetween, type LocalDate } from '#src/kernel/time/local-date.ts';
import type { Db } from '../context.server.ts';
import type { Recurrence } from '../recurrences/index.ts';
import { owedPeriod, type SubscriptionPeriod } from '../subscriptions/index.server.ts';

/** A consent is asked for with a code that may be paid after midnight, and days are clamped to short months. */
const mostDaysApart = 3;

/**
 * The term that a cycle of a consent pays: the one that its subscription owes, due on about the same day. Null when the
 * subscription is not charged by this consent, or owes another term (an earlier one was not paid), or none.
 */
export async function periodOfCycle(db: Db, { id }: Recurrence, dueOn: LocalDate): Promise<SubscriptionPeriod | null> {
  const subscription = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('recurrence_id', '=', id)
    .where('means', '=', 'consent')
    .executeTakeFirst();
  const owed = subscription && (await owedPeriod(db, subscription.id));
  if (!owed || owed.state === 'failed') return null;
  return Math.abs(daysBetween(owed.dueOn, dueOn)) <= mostDaysApart ? owed : null;
}
