import { sql } from 'kysely';
import type { LocalDate } from '#src/kernel/time/local-date.ts';
import type { Db } from '#src/domain/base-context.server.ts';
import { undecidedStates } from '#src/domain/payments/index.ts';
import type { BillingPeriod, Subscription } from '../subscription.types.ts';

/** Whether money came for an order or may be on its way: it is open, and was paid in part or has an undecided attempt. */
export async function isOrderBeingPaid(db: Db, orderId: string): Promise<boolean> {
  const row = await db
    .selectFrom('orders')
    .select('id')
    .where('id', '=', orderId)
    .where('state', 'in', ['open', 'partly-paid'])
    .where((eb) =>
      eb.or([
        eb('received', '>', 0n),
        eb.exists(
          eb
            .selectFrom('attempts')
            .select('attempts.id')
            .where('attempts.order_id', '=', orderId)
            .where('attempts.state', 'in', undecidedStates)
            .where('attempts.superseded', '=', false),
        ),
      ]),
    )
    .executeTakeFirst();
  return row !== undefined;
}

/** When the order of a billing period that is being charged was written; null when the period is not being charged. */
export async function chargeStartedAt(
  db: Db,
  { subscriptionId, number }: Pick<BillingPeriod, 'subscriptionId' | 'number'>,
): Promise<Date | null> {
  const row = await db
    .selectFrom('billing_periods')
    .innerJoin('orders', 'orders.id', 'billing_periods.order_id')
    .select('orders.created_at')
    .where('billing_periods.subscription_id', '=', subscriptionId)
    .where('billing_periods.number', '=', number)
    .where('billing_periods.state', '=', 'charging')
    .executeTakeFirst();
  return row?.created_at ?? null;
}

/** Open orders of periods that are not to be charged: waived, paid by another order, or paused. */
export async function openOrdersOfUnchargedPeriods(db: Db, subscriptionId: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('billing_periods')
    .innerJoin('orders', (join) =>
      join
        .onRef('orders.subscription_id', '=', 'billing_periods.subscription_id')
        .onRef('orders.billing_period_number', '=', 'billing_periods.number'),
    )
    .select('orders.id')
    .where('billing_periods.subscription_id', '=', subscriptionId)
    .where('orders.state', '=', 'open')
    .where((eb) =>
      eb.or([
        eb('billing_periods.state', 'in', ['waived', 'paid']),
        eb.and([eb('billing_periods.state', '=', 'due'), eb('billing_periods.next_try_at', 'is', null)]),
      ]),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** Invoices of periods that are not to be charged, whose orders were closed: such an invoice can still be paid by itself. */
export async function invoicesOfUnchargedPeriods(
  db: Db,
  subscriptionId: string,
): Promise<readonly { readonly id: string; readonly sessionId: string }[]> {
  const rows = await db
    .selectFrom('billing_periods as period')
    .innerJoin('orders', (join) =>
      join
        .onRef('orders.subscription_id', '=', 'period.subscription_id')
        .onRef('orders.billing_period_number', '=', 'period.number'),
    )
    .innerJoin('invoices', 'invoices.session_id', 'orders.session_id')
    .select(['invoices.id', 'orders.session_id'])
    .distinct()
    .where('period.subscription_id', '=', subscriptionId)
    .where('orders.state', '=', 'closed')
    .where('invoices.canceled_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('period.state', '=', 'waived'),
        eb.and([eb('period.state', '=', 'due'), eb('period.next_try_at', 'is', null)]),
        // The invoice by which the period was paid stays.
        eb.and([eb('period.state', '=', 'paid'), sql<boolean>`period.invoice_id is distinct from invoices.id`]),
      ]),
    )
    .execute();
  return rows.map((row) => ({ id: row.id, sessionId: row.session_id }));
}

/** An order that paid for the current billing period: its own, or one of a plan change within it. Amounts are minor units. */
export interface PeriodPayment {
  /** When the plan change was asked for; null for the period's own order. */
  readonly changedAt: Date | null;
  /** What the plan cost in that order, after its voucher, of its total. */
  readonly plan: bigint;
  readonly total: bigint;
  /** What came for it and was not refunded, in money or points. */
  readonly kept: bigint;
}

/** The orders that paid for the current billing period of a subscription. */
export async function paymentsOfPeriod(
  db: Db,
  { id, periodStart, periodEnd }: Pick<Subscription, 'id' | 'periodStart' | 'periodEnd'>,
): Promise<readonly PeriodPayment[]> {
  const { rows } = await sql<PeriodPayment>`
    with payments as (
      (select order_id, null::timestamptz as changed_at from billing_periods
        where subscription_id = ${id} and state = 'paid' and order_id is not null and period_start = ${periodStart}
        order by number desc limit 1)
      union all
      select order_id, created_at from plan_changes
        where subscription_id = ${id} and state = 'applied' and period_start = ${periodStart} and period_end = ${periodEnd}
    )
    select payments.changed_at as "changedAt", o.total, o.received - o.returned as kept,
      (select coalesce(sum(amount), 0)::bigint from order_lines
        where order_id = o.id and kind in ('main', 'profiles', 'upsell')) as plan
    from payments join orders o on o.id = payments.order_id
  `.execute(db);
  return rows;
}

/** How many months the plan had before it was first changed within a billing period; null when it was not changed. */
export async function monthsBeforeFirstChange(
  db: Db,
  subscriptionId: string,
  periodStart: LocalDate,
): Promise<number | null> {
  const first = await db
    .selectFrom('plan_changes')
    .select('from_period_months')
    .where('subscription_id', '=', subscriptionId)
    .where('state', '=', 'applied')
    .where('period_start', '=', periodStart)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return first?.from_period_months ?? null;
}

/** The subscription whose period an order pays, with the mandate by which it is charged and that mandate's state. */
export async function mandateChangeOfOrder(
  db: Db,
  orderId: string,
  mandateId: string,
): Promise<{
  readonly subscriptionId: string;
  readonly currentMandateId: string | null;
  readonly state: string;
} | null> {
  const row = await db
    .selectFrom('billing_periods')
    .innerJoin('subscriptions', 'subscriptions.id', 'billing_periods.subscription_id')
    .innerJoin('mandates', (join) => join.on('mandates.id', '=', mandateId))
    .select(['subscriptions.id', 'subscriptions.mandate_id', 'mandates.state'])
    .where('billing_periods.order_id', '=', orderId)
    .executeTakeFirst();
  return row ? { subscriptionId: row.id, currentMandateId: row.mandate_id, state: row.state } : null;
}
