import { sql } from 'kysely';
import { type LocalDate, requireLocalDate } from '#src/kernel/time/local-date.ts';
import type { Db } from '../../base-context.server.ts';
import type { SubscriptionsContext } from '../context.server.ts';
import type { Order } from '../../orders/index.ts';
import { changePlanNow } from './change-plan.server.ts';
import { lockSubscription } from './subscription.repository.server.ts';
import type { NextPlan, Subscription } from './subscription.types.ts';

/** A change of plan that its buyer agreed to, and the order that pays for it. */
export interface OpenPlanChange {
  readonly orderId: string;
  readonly subscriptionId: string;
  readonly toPlanId: string;
  /** What is owed for the rest of the term lies in this term. */
  readonly periodStart: LocalDate;
  readonly periodEnd: LocalDate;
}

/** The change of a subscription that waits to be paid; null when there is none. */
export async function openPlanChange(db: Db, subscriptionId: string): Promise<OpenPlanChange | null> {
  const row = await db
    .selectFrom('plan_changes')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where('state', '=', 'open')
    .executeTakeFirst();
  if (!row) return null;
  return {
    orderId: row.order_id,
    subscriptionId,
    toPlanId: row.to_plan_id,
    periodStart: requireLocalDate(row.period_start),
    periodEnd: requireLocalDate(row.period_end),
  };
}

/** Writes a change that holds once its order is paid. The caller holds the subscription's lock. */
export async function insertPlanChange(
  trx: Db,
  { id, planId, periodStart, periodEnd, price, periodMonths }: Subscription,
  change: { readonly orderId: string; readonly next: NextPlan; readonly now: Date },
): Promise<void> {
  const { orderId, next, now } = change;
  await trx
    .insertInto('plan_changes')
    .values({
      order_id: orderId,
      subscription_id: id,
      from_plan_id: planId,
      to_plan_id: next.planId,
      period_start: periodStart,
      period_end: periodEnd,
      price: next.price.amount,
      currency: next.price.currency,
      from_price: price.amount,
      from_period_months: periodMonths,
      state: 'open',
      created_at: now,
      completed_at: null,
    })
    .execute();
}

/** A change that its buyer no longer wants: money that comes for it yet goes back. */
export async function cancelPlanChange(trx: Db, orderId: string, now: Date): Promise<void> {
  await trx
    .updateTable('plan_changes')
    .set({ state: 'canceled', completed_at: now })
    .where('order_id', '=', orderId)
    .where('state', '=', 'open')
    .execute();
}

/**
 * The order of a change is paid: the rest of the term is of the new plan, at the price that was agreed to. Where that cannot
 * be any more (another term has begun, another plan was chosen, the subscription is over), the money goes back. The caller
 * holds the order's lock.
 */
export async function applyPlanChange(ctx: SubscriptionsContext, trx: Db, order: Order): Promise<void> {
  const row = await trx
    .selectFrom('plan_changes')
    .selectAll()
    .where('order_id', '=', order.id)
    .where('state', 'in', ['open', 'canceled'])
    .executeTakeFirst();
  if (!row) {
    await refundPaymentOfNothing(ctx, trx, order);
    return;
  }
  const subscription = await lockSubscription(trx, row.subscription_id);
  const isSame =
    row.state === 'open' &&
    subscription?.planId === row.from_plan_id &&
    subscription.periodStart === row.period_start &&
    subscription.periodEnd === row.period_end;
  const change = { planId: row.to_plan_id, dedup: order.id };
  const changed = isSame ? await changePlanNow(ctx, trx, row.subscription_id, change) : null;
  const isMade = changed?.ok === true;
  if (isMade) {
    const agreed = { amount: row.price };
    await trx.updateTable('subscriptions').set(agreed).where('id', '=', row.subscription_id).execute();
  } else await ctx.jobs.send(trx, 'refund-duplicate-payment', { orderId: order.id });
  await trx
    .updateTable('plan_changes')
    .set({ state: isMade ? 'applied' : 'missed', completed_at: ctx.clock.now() })
    .where('order_id', '=', order.id)
    .execute();
}

/** Its bill was taken back at the moment in which it was paid: nobody remembers what for. */
async function refundPaymentOfNothing(ctx: SubscriptionsContext, trx: Db, order: Order): Promise<void> {
  const { rows } = await sql<{ readonly isForNothing: boolean }>`
    select exists (select 1 from invoices where session_id = ${order.sessionId} and kind = 'upgrade')
      and not exists (select 1 from plan_changes where order_id = ${order.id}) as "isForNothing"
  `.execute(trx);
  if (rows[0]?.isForNothing) await ctx.jobs.send(trx, 'refund-duplicate-payment', { orderId: order.id });
}
