import { transaction } from '#src/kernel/db/transaction.server.ts';
import { addDays } from '#src/kernel/time/local-date.ts';
import { endOfLocalDate, marketDate, marketZone } from '#src/kernel/time/zones.ts';
import type { Db, DomainContext } from '../context.server.ts';
import { lockOrder, type Order, orderById } from '../orders/index.server.ts';
import { leadById } from '../leads/index.server.ts';
import { type GatewayPort, isOpen, type Payer } from '../payments/index.ts';
import { attemptsOfOrder, callGateway, insertTender, openAttempt, stateOf } from '../payments/index.server.ts';
import { dueCycle, nextSendDay, type Recurrence, type RecurrenceRules } from '../recurrences/index.ts';
import {
  readyToSend,
  recurrenceById,
  sendNextOn,
  setCharge,
  takeCycle,
  type TakenCycle,
} from '../recurrences/index.server.ts';
import { renewalOrder, titleOf } from './renewal-order.server.ts';

/** A bank may take a day to tell how the last try went. */
const graceDays = 1;

/** Sends the charges that may be sent by now, each cycle's once. Returns how many were sent. */
export async function collectDueCycles(ctx: DomainContext, limit = 500): Promise<number> {
  let sent = 0;
  for (const recurrence of await readyToSend(ctx.db, addDays(marketDate(ctx.clock.now(), 'BR'), 1), limit)) {
    try {
      if (await collectCycle(ctx, recurrence)) sent += 1;
    } catch (thrown) {
      ctx.log.error('collection-failed', { orderId: recurrence.orderId, error: thrown });
    }
  }
  return sent;
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
  const taken = due && (await takeCycle(ctx.db, recurrence.id, due, ctx.clock.now()));
  if (!taken) {
    await sendNextOn(ctx.db, recurrence.id, due ? addDays(today, 1) : nextSendDay(recurrence.terms, rules, today));
    return false;
  }
  const order = await renewalOrder(ctx, recurrence, taken);
  if (!order.ok) throw new Error(`No order for ${recurrence.id}: ${order.error}`);
  ctx.crashPoint('cycle-before-charge');
  const opened = await transaction(ctx.db, (trx) =>
    open(ctx, trx, { recurrence, taken, gateway, rules, order: order.value }),
  );
  if (!opened) return false;
  ctx.crashPoint('cycle-before-gateway');
  await callGateway(ctx, {
    order: order.value,
    attempt: opened.attempt,
    tender: {
      gateway,
      details: {
        payer: opened.payer,
        details: { collect: { reference: recurrence.reference, dueOn: taken.dueOn } },
      },
    },
    browser: { userAgent: '', language: order.value.locale, ip: '' },
    description: titleOf(ctx, order.value),
  });
  return true;
}

/** Writes the charge of a cycle, unless its bill was paid or is being paid by other means, or the consent has ended. */
async function open(
  ctx: DomainContext,
  trx: Db,
  from: { recurrence: Recurrence; taken: TakenCycle; gateway: GatewayPort; rules: RecurrenceRules; order: Order },
) {
  const { recurrence, taken, gateway, rules } = from;
  const order = await lockOrder(trx, from.order.id);
  const now = await recurrenceById(trx, recurrence.id);
  const attempts = await attemptsOfOrder(trx, from.order.id);
  const busy = attempts.some((attempt) => isOpen(stateOf(attempt)));
  if (order?.state !== 'open' || now?.state !== 'approved' || busy) return null;
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
    details: { payer, details: {}, kept: { recurrenceId: recurrence.id } },
    expiresAt: endOfLocalDate(taken.dueOn, zone),
    deadlineAt: endOfLocalDate(lastDay, zone),
    oneUseHash: null,
  };
  const at = ctx.clock.now();
  const tenderId = await insertTender(trx, order, tender, at);
  const attempt = await openAttempt(trx, order, tender, { tenderId, number: attempts.length + 1, now: at, call: null });
  await setCharge(trx, { recurrenceId: recurrence.id, cycle: taken.cycle }, attempt.id);
  return { attempt, payer };
}

async function payerOf(trx: Db, { leadId }: Order): Promise<Payer> {
  const lead = await leadById(trx, leadId);
  if (!lead) throw new Error('An order has no buyer');
  const { name, email, phone, document } = lead;
  return { name, email, phone, ...(document ? { document } : {}) };
}
