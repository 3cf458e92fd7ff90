import { daysBetween, type LocalDate } from '#src/kernel/time/local-date.ts';
import type { Db } from '../../base-context.server.ts';
import type { Mandate } from '../../payments/index.ts';
import { owedPeriod, type BillingPeriod } from '../subscriptions/index.server.ts';

/** A consent is asked for with a code that may be paid after midnight, and days are clamped to short months. */
const maxDaysApart = 3;

/**
 * The term that a cycle of a consent pays: the one that its subscription owes, due on about the same day. Null when the
 * subscription is not charged by this consent, or owes another term (an earlier one was not paid), or none.
 */
export async function periodOfMandateCharge(db: Db, { id }: Mandate, dueOn: LocalDate): Promise<BillingPeriod | null> {
  const subscription = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('mandate_id', '=', id)
    .where('instrument', '=', 'mandate')
    .executeTakeFirst();
  const owed = subscription && (await owedPeriod(db, subscription.id));
  if (!owed || owed.state === 'failed') return null;
  return Math.abs(daysBetween(owed.dueOn, dueOn)) <= maxDaysApart ? owed : null;
}
