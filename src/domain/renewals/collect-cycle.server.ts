import { transaction } from '#src/kernel/db/transaction.server.ts';
import { addDays } from '#src/kernel/time/local-date.ts';
import { endOfLocalDate, marketDate, marketZone } from '#src/kernel/time/zones.ts';
import type { Db, DomainContext } from '../context.server.ts';
import { type Order, orderById } from '../orders/index.server.ts';
import { leadById } from '../leads/index.server.ts';
import type { GatewayPort, Payer } from '../payments/index.ts';
import { attemptsOfOrder, callGateway, insertTender, openAttempt } from '../payments/index.server.ts';
import { type SubscriptionPeriod, updatePeriod } from '../subscriptions/index.server.ts';
import { dueCycle, nextSendDay, type Recurrence, type RecurrenceRules } from '../recurrences/index.ts';
import { periodOfCycle } from './period-of-cycle.server.ts';
import {
  readyToSend,
  recurrenceById,
  sendNextOn,
  setCharge,
  takeCycle,
  type TakenCycle,
} from '../recurrences/index.server.ts';
import { holdPeriod, isBusy, orderOfPeriod } from './open-period.server.ts';
import { titleOf } from './renewal-title.server.ts';

/** A bank may take a day to tell how the last try went. */
const graceDays = 1;

/**
 * Sends the charges that may be sent by now, each cycle's once. Those that cannot be sent now (their subscription rests, or its
 * term is being paid otherwise) are looked at each time: all are, `page` at a time. Returns how many were sent.
 */
export async function collectDueCycles(ctx: DomainContext, page = 500): Promise<number> {
  const tomorrow = addDays(marketDate(ctx.clock.now(), 'BR'), 1);
  let sent = 0;
  let last: string | null = null;
  for (;;) {
    const ready = await readyToSend(ctx.db, tomorrow, last, page);
    for (const recurrence of ready) {
      try {
        if (await collectCycle(ctx, recurrence)) sent += 1;
      } catch (thrown) {
        ctx.log.error('collection-failed', { orderId: recurrence.orderId, error: thrown });
      }
    }
    last = ready.at(-1)?.id ?? null;
    if (ready.length < page) return sent;
  }
}

/**
 * Sends the charge of the cycle whose window is open today, in days of the market; true when it was sent. At most one
 * worker has a cycle, and a cycle has at most one charge that can still take money.
 */
export async function collectCycle(ctx: DomainContext, recurrence: Recurrence): Promise<boolean> {
  const gateway = ctx.gateways.byId(recurrence.gateway);
  const first = await orderById(ctx.db, recurrence.orderId);
  if (!gateway?.consents || !first) throw new Error(`Nobody collects for ${recurrence.id}`);
  const { rules } = gateway.consents;
  const today = marketDate(ctx.clock.now(), first.market);
  const due = dueCycle(recurrence.terms, rules, today);
  const term = due && (await periodOfCycle(ctx.db, recurrence, due.dueOn));
  const taken = due && term && (await takeCycle(ctx.db, recurrence.id, due, ctx.clock.now()));
  if (!taken) {
    await sendNextOn(ctx.db, recurrence.id, due ? addDays(today, 1) : nextSendDay(recurrence.terms, rules, today));
    return false;
  }
  ctx.crashPoint('cycle-before-charge');
  const opened = await transaction(ctx.db, (trx) => open(ctx, trx, { recurrence, taken, gateway, rules, term }));
  if (!opened) return false;
  ctx.crashPoint('cycle-before-gateway');
  const { order } = opened;
  await callGateway(ctx, {
    order,
    attempt: opened.attempt,
    tender: {
      gateway,
      details: {
        payer: opened.payer,
        details: { collect: { reference: recurrence.reference, dueOn: taken.dueOn } },
      },
    },
    browser: { userAgent: '', language: order.locale, ip: '' },
    description: titleOf(ctx, order),
  });
  return true;
}

/** Writes the charge of a cycle, unless its term was paid or is being paid by other means, or the consent has ended. */
async function open(
  ctx: DomainContext,
  trx: Db,
  from: {
    recurrence: Recurrence;
    taken: TakenCycle;
    gateway: GatewayPort;
    rules: RecurrenceRules;
    term: SubscriptionPeriod;
  },
) {
  const { recurrence, taken, gateway, rules, term } = from;
  const held = await holdPeriod(trx, term);
  const standing = await recurrenceById(trx, recurrence.id);
  if (!held || standing?.state !== 'approved' || isBusy(held) || held.subscription.state !== 'active') return null;
  const order = await orderOfPeriod(ctx, trx, held);
  // A consent is for one price: what costs another is not taken by it.
  if (!order || order.total !== recurrence.terms.price.amount) return null;
  const [founding] = (await attemptsOfOrder(trx, recurrence.orderId)).filter(({ id }) => id === recurrence.attemptId);
  const rail = founding ? ctx.rails.byId(founding.rail) : null;
  if (!founding || !rail) throw new Error(`The consent ${recurrence.id} has no payment`);
  const payer = await payerOf(trx, order);
  const zone = marketZone(order.market);
  const lastDay = addDays(taken.dueOn, rules.retries.withinDays + graceDays);
  const tender = {
    rail,
    gateway,
    method: founding.method,
    planId: order.planId,
    installments: 1,
    principal: order.total,
    interest: 0n,
    details: {
      payer,
      details: {},
      kept: { recurrenceId: recurrence.id, subscriptionId: term.subscriptionId, period: term.number },
    },
    expiresAt: endOfLocalDate(taken.dueOn, zone),
    deadlineAt: endOfLocalDate(lastDay, zone),
    oneUseHash: null,
  };
  const at = ctx.clock.now();
  const tenderId = await insertTender(trx, order, tender, at);
  const number = held.attempts.length + 1;
  const attempt = await openAttempt(trx, order, tender, { tenderId, number, now: at, call: null });
  await updatePeriod(trx, term, {
    state: 'charging',
    tries: held.period.tries + 1,
    next_try_at: new Date(tender.deadlineAt.getTime() + 1),
  });
  await setCharge(
    trx,
    { recurrenceId: recurrence.id, cycle: taken.cycle },
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
