import type { Db } from '#src/domain/context.server.ts';
import { toMandate } from '#src/domain/payments/instruments/mandate.repository.server.ts';
import type { Mandate } from '#src/domain/payments/ports/mandate.types.ts';
import type { BillingPeriod } from '#src/domain/subscriptions/subscriptions/index.server.ts';
import { toPeriod } from '#src/domain/subscriptions/subscriptions/periods/billing-period.repository.server.ts';

/** The newest mandate that an order's payments offered; null when there is none. */
export async function mandateOfOrder(db: Db, orderId: string): Promise<Mandate | null> {
  const row = await db
    .selectFrom('mandates')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? toMandate(row) : null;
}

/** All billing periods of a subscription, the newest first. */
export async function periodsOf({ db }: { readonly db: Db }, subscriptionId: string): Promise<BillingPeriod[]> {
  const rows = await db
    .selectFrom('billing_periods')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .orderBy('number', 'desc')
    .execute();
  return rows.map(toPeriod);
}
