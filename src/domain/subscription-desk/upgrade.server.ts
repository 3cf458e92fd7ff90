import { sql } from 'kysely';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { addDays, type LocalDate } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import { findPlan } from '../catalog/index.ts';
import type { Db, DomainContext } from '../context.server.ts';
import { createInvoice } from '../invoices/index.server.ts';
import { leadById } from '../leads/index.server.ts';
import { openOrderFor, orderById } from '../orders/index.server.ts';
import { sessionById } from '../sessions/index.server.ts';
import {
  type AgreedCharge,
  changePlanAtPeriodEnd,
  changePlanNow,
  type DeskBill,
  type DeskFailure,
  type DeskPlan,
  type DeskWish,
  insertPlanChange,
  lockSubscription,
  type NextPlan,
  offeredPlan,
  openPlanChange,
  paidForTerm,
  planChange,
  planGoesOn,
  type Subscription,
  subscriptionById,
} from '../subscriptions/index.server.ts';
import { inTransaction } from '../transaction.server.ts';
import { cancel, giveUpBill } from './give-up-upgrade.server.ts';
import { billOf } from './renew.server.ts';

type Answer = Result<DeskBill | DeskPlan, DeskFailure>;

/** What a change comes to today. */
interface Wanted {
  readonly subscription: Subscription;
  readonly next: NextPlan;
  readonly due: bigint;
  readonly today: LocalDate;
}

/**
 * Changes the plan of a subscription. A dearer one holds for the rest of the term as soon as the difference is paid by the
 * bill that is answered; a cheaper one begins with the next term, as any does in free time, and nothing is owed for it now.
 * Asked again for the same change it is the same bill, and one subscription has one such bill at a time.
 */
export async function upgrade(ctx: DomainContext, wish: DeskWish): Promise<Answer> {
  const { subscriptionId, planId, shownAmount, agreed } = wish;
  const subscription = await subscriptionById(ctx, subscriptionId);
  if (!subscription || !isGoingOn(subscription)) return err('not-possible');
  // Back to the plan that goes on: whatever was planned is not.
  if (planId === subscription.planId && subscription.next !== null) return later(ctx, subscription, planId);
  const next = isOffered(ctx, subscription, planId) ? offeredPlan(ctx, subscription, planId) : null;
  if (!next) return err('plan-not-offered');
  const today = marketDate(ctx.clock.now(), subscription.market);
  const paid = await paidForTerm(ctx.db, subscription);
  const { kind, due } = planChange(subscription, { price: next.price, cycles: next.periodMonths }, today, paid);
  if (shownAmount !== undefined && shownAmount !== due) return err('changed');
  if (kind !== 'now') return later(ctx, subscription, planId, agreed);
  const wanted = { subscription, next, due, today };
  return due === 0n ? atOnce(ctx, wanted) : byBill(ctx, wanted);
}

/** While a term is paid for (or free) its plan may be changed; what is owed is paid first. */
export function isGoingOn({ state, cancelsOn }: Pick<Subscription, 'state' | 'cancelsOn'>): boolean {
  return (state === 'active' || state === 'trialing') && cancelsOn === null;
}

/** Another plan of the product that goes on term after term, as the one does that goes on now. */
export function isOffered(ctx: Pick<DomainContext, 'catalog'>, subscription: Subscription, planId: string): boolean {
  const { brand, variant, productCode, market, planId: current } = subscription;
  const product = ctx.catalog.product(brand, variant, productCode);
  const plan = product && findPlan(product, planId);
  return plan !== null && plan !== undefined && plan.id !== current && plan.market === market && planGoesOn(plan);
}

async function later(
  ctx: DomainContext,
  { id, termTo }: Subscription,
  planId: string,
  agreed?: AgreedCharge,
): Promise<Answer> {
  const open = await inTransaction<null, DeskFailure>(ctx.db, (trx) => giveUpBill(ctx, trx, id));
  if (!open.ok) return open;
  const changed = await changePlanAtPeriodEnd(ctx, id, planId, agreed);
  if (changed.ok) return ok({ kind: 'planned', from: addDays(termTo, 1) });
  return err(changed.error === 'not-found' ? 'not-possible' : changed.error);
}

/** The difference is less than the smallest coin. */
async function atOnce(ctx: DomainContext, { subscription, next, today }: Wanted): Promise<Answer> {
  const { id, termFrom } = subscription;
  const dedup = [termFrom, next.planId].join(' ');
  const changed = await inTransaction(ctx.db, (trx) => changePlanNow(ctx, trx, id, { planId: next.planId, dedup }));
  return changed.ok ? ok({ kind: 'planned', from: today }) : err('changed');
}

async function byBill(ctx: DomainContext, wanted: Wanted): Promise<Answer> {
  const { id } = wanted.subscription;
  const held = await standingBill(ctx.db, wanted);
  if (held) return ok(await billOf(ctx, held.orderId, held.invoiceId));
  const opened = await openChangeOrder(ctx, wanted);
  if (!opened) return err('plan-not-offered');
  const written = await inTransaction<Opened, DeskFailure>(ctx.db, async (trx) => {
    // Pressed several times at once: they come one after the other, and the bill of the first is everybody's.
    await sql`select pg_advisory_xact_lock(hashtextextended(${id}, 105))`.execute(trx);
    const first = await standingBill(trx, wanted);
    if (first) return ok(first);
    const cleared = await giveUpBill(ctx, trx, id);
    if (!cleared.ok) return cleared;
    const now = await lockSubscription(trx, id);
    if (!now || !isGoingOn(now) || !isSameTerm(now, wanted.subscription)) return err('changed');
    await insertPlanChange(trx, now, { orderId: opened.orderId, next: wanted.next, now: ctx.clock.now() });
    return ok(opened);
  });
  // Nobody was told of it, so nobody pays it.
  if (!written.ok || written.value.orderId !== opened.orderId) await cancel(ctx, ctx.db, opened.orderId);
  return written.ok ? ok(await billOf(ctx, written.value.orderId, written.value.invoiceId)) : written;
}

function isSameTerm(one: Subscription, other: Subscription): boolean {
  const isSamePlan = one.planId === other.planId && one.price.amount === other.price.amount;
  return isSamePlan && one.termFrom === other.termFrom && one.termTo === other.termTo;
}

/** An order that pays for a change, and its bill. */
interface Opened {
  readonly orderId: string;
  readonly invoiceId: string;
}

/** The bill for this very change at this very price, where it waits to be paid. */
async function standingBill(db: Db, { subscription, next, due }: Wanted): Promise<Opened | null> {
  const open = await openPlanChange(db, subscription.id);
  const order = open && (await orderById(db, open.orderId));
  const isSame = open?.toPlanId === next.planId && order?.state === 'open' && order.total === due;
  if (!open || !isSame) return null;
  const invoice = await db
    .selectFrom('invoices')
    .select('id')
    .where('session_id', '=', order.sessionId)
    .where('canceled_at', 'is', null)
    .executeTakeFirst();
  return invoice ? { orderId: order.id, invoiceId: invoice.id } : null;
}

async function openChangeOrder(ctx: DomainContext, { subscription, next, due, today }: Wanted): Promise<Opened | null> {
  const { brand, variant, business, productCode, market, locale, leadId, id } = subscription;
  const lead = await leadById(ctx.db, leadId);
  const base = lead && (await sessionById(ctx.db, lead.sessionId));
  const product = ctx.catalog.product(brand, variant, productCode);
  const plan = product && findPlan(product, next.planId);
  if (!base || !plan) return null;
  const title = `${product.title} · ${plan.name}`;
  const opened = await openOrderFor(ctx, leadId, {
    ...{ brand, variant, business, productCode, planId: next.planId, market, locale },
    ...{ flowId: base.flowId, link: base.link, seller: base.seller, source: base.source },
    ...{ agreed: due, title },
  });
  if (!opened.ok) return null;
  const { session, order } = opened.value;
  const bill = {
    kind: 'upgrade',
    sessionId: session.id,
    subscriptionId: id,
    description: title,
    dueOn: today,
  } as const;
  return { orderId: order.id, invoiceId: await createInvoice(ctx, bill) };
}
