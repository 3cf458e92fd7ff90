import { sql } from 'kysely';
import { transaction } from '#src/kernel/db/transaction.server.ts';
import { addDays } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import type { Db, DomainContext } from '../context.server.ts';
import { cancelInvoicesOf } from '../invoices/index.server.ts';
import { agreedAmountOf, closeOrder, lockOrder, orderById } from '../orders/index.server.ts';
import { giveUpOpenAttempts, refundOrder } from '../payments/index.server.ts';
import { lockSession } from '../sessions/index.server.ts';
import { moveSubscription, owedPeriod, subscriptionById } from '../subscriptions/index.server.ts';
import { endConsent } from './follow-collections.server.ts';
import {
  callOff,
  cancelInvoice,
  type HeldPeriod,
  holdPeriod,
  isAsAgreed,
  isAsked,
  orderOfPeriod,
  sendBill,
} from './open-period.server.ts';

/** Thrown so that the job is tried again: the consent's gateway has not confirmed its end yet. */
export class ConsentNotEnded extends Error {}

/** Thrown so that the job is tried again: money for a bill that is not agreed to any more may be on its way. */
export class ChargeUnderWay extends Error {}

/**
 * Takes back whatever could still take money for a subscription that wants none: the order and the bill of a term that was
 * given up, is paused, was paid by another order, or costs something else by now; and, of one that ends, the standing
 * consent. Safe to repeat; does nothing to one that goes on as it was billed.
 */
export async function endCharges(ctx: DomainContext, subscriptionId: string): Promise<void> {
  // First: whoever pays such a bill just now makes an order for it, which is then found below.
  await callOffUndoneBills(ctx, subscriptionId);
  const orders = await ctx.db
    .selectFrom('subscription_periods')
    .innerJoin('orders', (join) =>
      join
        .onRef('orders.subscription_id', '=', 'subscription_periods.subscription_id')
        .onRef('orders.subscription_period', '=', 'subscription_periods.number'),
    )
    .select('orders.id')
    .where('subscription_periods.subscription_id', '=', subscriptionId)
    .where('orders.state', '=', 'open')
    .where((eb) =>
      eb.or([
        eb('subscription_periods.state', 'in', ['forgiven', 'paid']),
        eb.and([eb('subscription_periods.state', '=', 'due'), eb('subscription_periods.next_try_at', 'is', null)]),
      ]),
    )
    .execute();
  for (const { id } of orders)
    await transaction(ctx.db, async (trx) => {
      const order = await lockOrder(trx, id);
      if (order?.state !== 'open') return;
      await giveUpOpenAttempts(ctx, trx, id);
      await closeOrder(trx, id);
      await cancelInvoicesOf(ctx, trx, order.sessionId);
    });
  await replaceOutdated(ctx, subscriptionId);
  const subscription = await subscriptionById(ctx, subscriptionId);
  const isEnding = subscription?.state === 'canceled' || (subscription?.cancelsOn ?? null) !== null;
  if (!isEnding || subscription?.means.kind !== 'consent') return;
  await endLeftConsent(ctx, subscription.means.recurrenceId);
}

/** Calls off the bills of terms that are wanted no more whose orders were undone: such a bill still stands by itself. */
async function callOffUndoneBills(ctx: DomainContext, subscriptionId: string): Promise<void> {
  const bills = await ctx.db
    .selectFrom('subscription_periods as period')
    .innerJoin('orders', (join) =>
      join
        .onRef('orders.subscription_id', '=', 'period.subscription_id')
        .onRef('orders.subscription_period', '=', 'period.number'),
    )
    .innerJoin('invoices', 'invoices.session_id', 'orders.session_id')
    .select(['invoices.id', 'orders.session_id'])
    .distinct()
    .where('period.subscription_id', '=', subscriptionId)
    .where('orders.state', '=', 'closed')
    .where('invoices.canceled_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('period.state', '=', 'forgiven'),
        eb.and([eb('period.state', '=', 'due'), eb('period.next_try_at', 'is', null)]),
        // The bill by which it was paid stays.
        eb.and([eb('period.state', '=', 'paid'), sql<boolean>`period.invoice_id is distinct from invoices.id`]),
      ]),
    )
    .execute();
  for (const { id, session_id: sessionId } of bills)
    await transaction(ctx.db, async (trx) => {
      await lockSession(trx, sessionId);
      await cancelInvoice(ctx, trx, id);
    });
}

/**
 * The bill of the owed term is called off where that costs something else by now. Before it was asked for, the next one who
 * wants it writes another; afterwards a new one takes its place at once.
 */
async function replaceOutdated(ctx: DomainContext, subscriptionId: string): Promise<void> {
  const seen = await owedPeriod(ctx.db, subscriptionId);
  if (seen === null || seen.orderId === null) return;
  await transaction(ctx.db, async (trx) => {
    const held = await holdPeriod(trx, seen);
    if (held && !held.order) return callOffUndone(ctx, trx, held);
    if (!held?.order || held.order.received > 0n || isAsAgreed(held)) return;
    if (isAsked(held)) throw new ChargeUnderWay(`Order ${held.order.id}`);
    if (held.period.state === 'due') return callOff(ctx, trx, held);
    const order = await orderOfPeriod(ctx, trx, held);
    if (order && held.subscription.means.kind === 'bill') await sendBill(ctx, trx, order);
  });
}

/** The same of a bill whose order was undone: what was agreed to then is what that order was for. */
async function callOffUndone(ctx: DomainContext, trx: Db, held: HeldPeriod): Promise<void> {
  const order = held.period.orderId === null ? null : await orderById(trx, held.period.orderId);
  if (!order) return;
  const billed = await agreedAmountOf(trx, order.id);
  if (!isAsAgreed({ ...held, order: { ...order, received: 0n }, billed })) await callOff(ctx, trx, held);
}

/** Ends a consent by which nothing is charged any more, at its gateway. Safe to repeat; throws until that has confirmed. */
export async function endLeftConsent(ctx: DomainContext, recurrenceId: string): Promise<void> {
  if ((await endConsent(ctx, recurrenceId)) === 'not-confirmed') throw new ConsentNotEnded(`Consent ${recurrenceId}`);
}

/** Ends the subscriptions whose buyers ended them for the end of a term that is over now. Returns how many. */
export async function endSubscriptionsOnTime(ctx: DomainContext, limit = 500): Promise<number> {
  const now = ctx.clock.now();
  // Markets' days begin apart: each is looked at again in its own.
  const rows = await ctx.db
    .selectFrom('subscriptions')
    .select(['id', 'market', 'cancels_on', 'cancel_reason'])
    .where('cancels_on', '<=', addDays(marketDate(now, 'MZ'), 1))
    .where('state', '<>', 'canceled')
    .orderBy('cancels_on')
    .limit(limit)
    .execute();
  let ended = 0;
  for (const { id, cancel_reason: reason } of rows) {
    await transaction(ctx.db, async (trx) => {
      const subscription = await subscriptionById({ db: trx }, id);
      const isOver = subscription?.cancelsOn && subscription.cancelsOn <= marketDate(now, subscription.market);
      if (!isOver) return;
      const details = { cancelsOn: subscription.cancelsOn, ...(reason === null ? {} : { reason }) };
      const moved = await moveSubscription(trx, id, 'canceled', now, details);
      if (moved) ended += 1;
    });
  }
  return ended;
}

/** Gives back money that came for a term which another order had paid already. Once, whatever runs twice. */
export async function returnSecondPayment(ctx: DomainContext, orderId: string): Promise<void> {
  const order = await orderById(ctx.db, orderId);
  if (!order) return;
  const left = order.received - order.returned;
  // A part of it may have gone back before, for another reason.
  if (left > 0n) await refundOrder(ctx, orderId, 'all', `second-${orderId}`, 'term-paid-twice');
}
