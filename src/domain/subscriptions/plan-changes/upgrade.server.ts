import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { addDays, type LocalDate } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import { findPlan } from '../../catalog/products/index.ts';
import type { Db } from '../../base-context.server.ts';
import type { SubscriptionsContext } from '../context.server.ts';
import { createInvoice, openInvoiceOfSession } from '../invoices/index.server.ts';
import { leadById } from '../../checkout/leads/index.server.ts';
import { createUnpaidOrderFor, orderById } from '../../orders/index.server.ts';
import { sessionById } from '../../checkout/sessions/index.server.ts';
import {
  type AgreedCharge,
  changePlanAtPeriodEnd,
  changePlanNow,
  type PlanChangeInvoice,
  type SubscriptionServiceFailure,
  type ScheduledPlanChange,
  type SubscriptionChangeRequest,
  insertPlanChange,
  lockPlanChanges,
  lockSubscription,
  type NextPlan,
  offeredPlan,
  openPlanChange,
  paidForPeriod,
  planChange,
  type Subscription,
  subscriptionById,
} from '../subscriptions/index.server.ts';
import { planRenews } from '../../catalog/terms/index.ts';
import { inTransaction } from '../../transaction.server.ts';
import { cancelOrderAndInvoice, cancelUpgradeInvoice } from './cancel-upgrade.server.ts';
import { invoiceWithLink } from './renew.server.ts';

type Answer = Result<PlanChangeInvoice | ScheduledPlanChange, SubscriptionServiceFailure>;

/** What a change costs today. */
interface RequestedChange {
  readonly subscription: Subscription;
  readonly next: NextPlan;
  readonly due: bigint;
  readonly today: LocalDate;
}

/**
 * Changes the plan of a subscription. A dearer plan applies to the rest of the billing period once the returned invoice of the
 * difference is paid; a cheaper one begins with the next period, as any plan does in a trial, and nothing is owed for it now.
 * The same change asked for again has the same invoice, and a subscription has one such invoice at a time.
 */
export async function upgrade(ctx: SubscriptionsContext, request: SubscriptionChangeRequest): Promise<Answer> {
  const { subscriptionId, planId, shownAmount, agreed } = request;
  const subscription = await subscriptionById(ctx, subscriptionId);
  if (!subscription || !isChangeable(subscription)) return err('not-possible');
  // Back to the current plan: the scheduled change is taken back.
  if (planId === subscription.planId && subscription.next !== null) return scheduleChange(ctx, subscription, planId);
  const next = isPlanOffered(ctx, subscription, planId) ? offeredPlan(ctx, subscription, planId) : null;
  if (!next) return err('plan-not-offered');
  const today = marketDate(ctx.clock.now(), subscription.market);
  const paid = await paidForPeriod(ctx.db, subscription);
  const { kind, due } = planChange(subscription, { price: next.price, cycles: next.periodMonths }, today, paid);
  if (shownAmount !== undefined && shownAmount !== due) return err('changed');
  if (kind !== 'now') return scheduleChange(ctx, subscription, planId, agreed);
  const change = { subscription, next, due, today };
  return due === 0n ? changeNow(ctx, change) : changeByInvoice(ctx, change);
}

/** Whether the plan may be changed: a billing period is paid for, or the trial runs; what is owed is paid first. */
export function isChangeable({ state, cancelsOn }: Pick<Subscription, 'state' | 'cancelsOn'>): boolean {
  return (state === 'active' || state === 'trialing') && cancelsOn === null;
}

/** Whether a plan may replace the current one: another one of the product that renews, for the same market. */
export function isPlanOffered(
  ctx: Pick<SubscriptionsContext, 'catalog'>,
  subscription: Subscription,
  planId: string,
): boolean {
  const { brand, variant, productCode, market, planId: current } = subscription;
  const product = ctx.catalog.product(brand, variant, productCode);
  const plan = product && findPlan(product, planId);
  return plan !== null && plan !== undefined && plan.id !== current && plan.market === market && planRenews(plan);
}

async function scheduleChange(
  ctx: SubscriptionsContext,
  { id, periodEnd }: Subscription,
  planId: string,
  agreed?: AgreedCharge,
): Promise<Answer> {
  const open = await inTransaction<null, SubscriptionServiceFailure>(ctx.db, (trx) =>
    cancelUpgradeInvoice(ctx, trx, id),
  );
  if (!open.ok) return open;
  const changed = await changePlanAtPeriodEnd(ctx, id, planId, agreed);
  if (changed.ok) return ok({ kind: 'scheduled', from: addDays(periodEnd, 1) });
  return err(changed.error === 'not-found' ? 'not-possible' : changed.error);
}

/** Changes at once: the difference is less than the smallest unit. */
async function changeNow(ctx: SubscriptionsContext, { subscription, next, today }: RequestedChange): Promise<Answer> {
  const { id, periodStart } = subscription;
  const dedup = [periodStart, next.planId].join(' ');
  const changed = await inTransaction(ctx.db, (trx) => changePlanNow(ctx, trx, id, { planId: next.planId, dedup }));
  return changed.ok ? ok({ kind: 'scheduled', from: today }) : err('changed');
}

async function changeByInvoice(ctx: SubscriptionsContext, change: RequestedChange): Promise<Answer> {
  const { id } = change.subscription;
  const held = await openPlanChangeInvoice(ctx.db, change);
  if (held) return ok(await invoiceWithLink(ctx, held.orderId, held.invoiceId));
  const opened = await openChangeOrder(ctx, change);
  if (!opened) return err('plan-not-offered');
  const written = await inTransaction<CreatedInvoice, SubscriptionServiceFailure>(ctx.db, async (trx) => {
    // Several presses at once run one after the other, and all get the invoice of the first.
    await lockPlanChanges(trx, id);
    const first = await openPlanChangeInvoice(trx, change);
    if (first) return ok(first);
    const cleared = await cancelUpgradeInvoice(ctx, trx, id);
    if (!cleared.ok) return cleared;
    const now = await lockSubscription(trx, id);
    if (!now || !isChangeable(now) || !isSamePeriod(now, change.subscription)) return err('changed');
    await insertPlanChange(trx, now, { orderId: opened.orderId, next: change.next, now: ctx.clock.now() });
    return ok(opened);
  });
  // Its link was not given out, so it is never paid.
  if (!written.ok || written.value.orderId !== opened.orderId) await cancelOrderAndInvoice(ctx, ctx.db, opened.orderId);
  return written.ok ? ok(await invoiceWithLink(ctx, written.value.orderId, written.value.invoiceId)) : written;
}

function isSamePeriod(one: Subscription, other: Subscription): boolean {
  const isSamePlan = one.planId === other.planId && one.price.amount === other.price.amount;
  return isSamePlan && one.periodStart === other.periodStart && one.periodEnd === other.periodEnd;
}

/** An order that pays for a change, and its invoice. */
interface CreatedInvoice {
  readonly orderId: string;
  readonly invoiceId: string;
}

/** The open invoice for the same change at the same price; null when there is none. */
async function openPlanChangeInvoice(
  db: Db,
  { subscription, next, due }: RequestedChange,
): Promise<CreatedInvoice | null> {
  const open = await openPlanChange(db, subscription.id);
  const order = open && (await orderById(db, open.orderId));
  const isSame = open?.toPlanId === next.planId && order?.state === 'open' && order.total === due;
  if (!open || !isSame) return null;
  const invoiceId = await openInvoiceOfSession(db, order.sessionId);
  return invoiceId === null ? null : { orderId: order.id, invoiceId };
}

async function openChangeOrder(
  ctx: SubscriptionsContext,
  { subscription, next, due, today }: RequestedChange,
): Promise<CreatedInvoice | null> {
  const { brand, variant, business, productCode, market, locale, leadId, id } = subscription;
  const lead = await leadById(ctx.db, leadId);
  const base = lead && (await sessionById(ctx.db, lead.sessionId));
  const product = ctx.catalog.product(brand, variant, productCode);
  const plan = product && findPlan(product, next.planId);
  if (!base || !plan) return null;
  const title = `${product.title} · ${plan.name}`;
  const opened = await createUnpaidOrderFor(ctx, leadId, {
    ...{ brand, variant, business, productCode, planId: next.planId, market, locale },
    ...{ flowId: base.flowId, link: base.link, seller: base.seller, source: base.source },
    ...{ agreed: due, title },
  });
  if (!opened.ok) return null;
  const { session, order } = opened.value;
  const invoice = {
    kind: 'upgrade',
    sessionId: session.id,
    subscriptionId: id,
    description: title,
    dueOn: today,
  } as const;
  return { orderId: order.id, invoiceId: await createInvoice(ctx, invoice) };
}
