import { transaction } from '#src/kernel/db/transaction.server.ts';
import { addDays, daysBetween, type LocalDate } from '#src/kernel/time/local-date.ts';
import { endOfLocalDate, marketDate, marketZone } from '#src/kernel/time/zones.ts';
import type { Db } from '../../base-context.server.ts';
import type { SubscriptionsContext } from '../context.server.ts';
import { type Order, orderById } from '../../orders/index.server.ts';
import { leadById } from '../../checkout/leads/index.server.ts';
import type { GatewayPort, Payer } from '../../payments/index.ts';
import {
  attemptsOfOrder,
  callGateway,
  insertTender,
  openAttempt,
  type Mandate,
  type MandateRules,
  mandateById,
  mandatesReadyToCharge,
  reserveMandateCharge,
  type ReservedMandateCharge,
  setMandateCharge,
  setNextSendDay,
} from '../../payments/index.server.ts';
import { type BillingPeriod, owedPeriod, subscriptionOfMandate, updatePeriod } from '../subscriptions/index.server.ts';
import { dueMandateCharge, nextSendDay } from '../mandates/index.ts';
import { lockPeriod, hasOpenAttempt, orderOfPeriod } from './lock-period.server.ts';
import { renewalTitle } from './charge-profile.server.ts';

/** A bank may take a day to report how the last attempt went. */
const graceDays = 1;
/** A mandate may be approved by a code that is paid after midnight, and days are clamped to short months. */
const maxDaysApart = 3;

/**
 * Sends the mandate charges that may be sent by now, each once. Those that cannot be sent now (their subscription is paused, or
 * its billing period is being paid otherwise) are looked at each time, `page` at a time. Returns how many were sent.
 */
export async function collectDueMandateCharges(ctx: SubscriptionsContext, page = 500): Promise<number> {
  const tomorrow = addDays(marketDate(ctx.clock.now(), 'BR'), 1);
  let sent = 0;
  let last: string | null = null;
  for (;;) {
    const ready = await mandatesReadyToCharge(ctx.db, tomorrow, last, page);
    for (const mandate of ready) {
      try {
        if (await collectMandateCharge(ctx, mandate)) sent += 1;
      } catch (thrown) {
        ctx.log.error('mandate-charge-failed', { orderId: mandate.orderId, error: thrown });
      }
    }
    last = ready.at(-1)?.id ?? null;
    if (ready.length < page) return sent;
  }
}

/**
 * Sends the mandate charge whose window is open today, in days of the market; true when it was sent. Only one worker reserves
 * a charge, and a billing period has at most one charge that can still take money.
 */
export async function collectMandateCharge(ctx: SubscriptionsContext, mandate: Mandate): Promise<boolean> {
  const gateway = ctx.gateways.byId(mandate.gateway);
  const first = await orderById(ctx.db, mandate.orderId);
  if (!gateway?.consents || !first) throw new Error(`No gateway charges by ${mandate.id}`);
  const { rules } = gateway.consents;
  const today = marketDate(ctx.clock.now(), first.market);
  const due = dueMandateCharge(mandate.terms, rules, today);
  const period = due && (await periodOfMandateCharge(ctx.db, mandate, due.dueOn));
  const reserved = due && period && (await reserveMandateCharge(ctx.db, mandate.id, due, ctx.clock.now()));
  if (!reserved) {
    await setNextSendDay(ctx.db, mandate.id, due ? addDays(today, 1) : nextSendDay(mandate.terms, rules, today));
    return false;
  }
  ctx.crashPoint('mandate-charge-before-order');
  const opened = await transaction(ctx.db, (trx) => open(ctx, trx, { mandate, reserved, gateway, rules, period }));
  if (!opened) return false;
  ctx.crashPoint('mandate-charge-before-gateway');
  const { order } = opened;
  await callGateway(ctx, {
    order,
    attempt: opened.attempt,
    tender: {
      gateway,
      details: {
        payer: opened.payer,
        details: { collect: { reference: mandate.reference, dueOn: reserved.dueOn } },
      },
    },
    browser: { userAgent: '', language: order.locale, ip: '' },
    description: renewalTitle(ctx, order),
  });
  return true;
}

/** Writes a mandate charge, unless its billing period was paid or is being paid otherwise, or the mandate has ended. */
async function open(
  ctx: SubscriptionsContext,
  trx: Db,
  from: {
    mandate: Mandate;
    reserved: ReservedMandateCharge;
    gateway: GatewayPort;
    rules: MandateRules;
    period: BillingPeriod;
  },
) {
  const { mandate, reserved, gateway, rules, period } = from;
  const locked = await lockPeriod(trx, period);
  const currentMandate = await mandateById(trx, mandate.id);
  if (
    !locked ||
    currentMandate?.state !== 'approved' ||
    hasOpenAttempt(locked) ||
    locked.subscription.state !== 'active'
  )
    return null;
  const order = await orderOfPeriod(ctx, trx, locked);
  // A mandate is for one price: a period that costs another is not charged by it.
  if (!order || order.total !== mandate.terms.price.amount) return null;
  const [foundingAttempt] = (await attemptsOfOrder(trx, mandate.orderId)).filter(({ id }) => id === mandate.attemptId);
  const rail = foundingAttempt ? ctx.rails.byId(foundingAttempt.rail) : null;
  if (!foundingAttempt || !rail) throw new Error(`The mandate ${mandate.id} has no payment`);
  const payer = await payerOf(trx, order);
  const zone = marketZone(order.market);
  const lastDay = addDays(reserved.dueOn, rules.retries.withinDays + graceDays);
  const tender = {
    rail,
    gateway,
    method: foundingAttempt.method,
    planId: order.planId,
    installments: 1,
    principal: order.total,
    interest: 0n,
    details: {
      payer,
      details: {},
      kept: { mandateId: mandate.id, subscriptionId: period.subscriptionId, period: period.number },
    },
    expiresAt: endOfLocalDate(reserved.dueOn, zone),
    deadlineAt: endOfLocalDate(lastDay, zone),
    singleUseHash: null,
  };
  const at = ctx.clock.now();
  const tenderId = await insertTender(trx, order, tender, at);
  const number = locked.attempts.length + 1;
  const attempt = await openAttempt(trx, order, tender, { tenderId, number, now: at, call: null });
  await updatePeriod(trx, period, {
    state: 'charging',
    tries: locked.period.tries + 1,
    next_try_at: new Date(tender.deadlineAt.getTime() + 1),
  });
  await setMandateCharge(
    trx,
    { mandateId: mandate.id, chargeNumber: reserved.chargeNumber },
    { attemptId: attempt.id, orderId: order.id },
  );
  return { attempt, payer, order };
}

async function payerOf(trx: Db, { leadId }: Order): Promise<Payer> {
  const lead = await leadById(trx, leadId);
  if (!lead) throw new Error('An order has no buyer');
  const { name, email, phone, document } = lead;
  return { name, email, phone, ...(document ? { document } : {}) };
}

/**
 * The billing period that a mandate charge pays: the one that its subscription owes, due on about the same day. Null when the
 * subscription is not charged by this mandate, or owes another period (an earlier one was not paid), or none.
 */
async function periodOfMandateCharge(db: Db, { id }: Mandate, dueOn: LocalDate): Promise<BillingPeriod | null> {
  const subscriptionId = await subscriptionOfMandate(db, id);
  const owed = subscriptionId === null ? null : await owedPeriod(db, subscriptionId);
  if (!owed || owed.state === 'failed') return null;
  return Math.abs(daysBetween(owed.dueOn, dueOn)) <= maxDaysApart ? owed : null;
}
