import { later } from '#src/kernel/db/pipeline.server.ts';
import { grantAccess } from '../access/index.server.ts';
import type { Db, DomainContext } from '../context.server.ts';
import { queueMessage } from '../messages/index.server.ts';
import type { Order } from '../orders/index.server.ts';
import { recordEvent } from '../outbox/index.server.ts';
import { beginSubscription, settlePeriod } from '../subscriptions/index.server.ts';
import { beginFreeBeside } from './accept-trial.server.ts';
import type { AttemptRow } from './attempt.repository.server.ts';
import type { AttemptState } from './attempt-states.ts';
import type { GatewayFact } from './gateway.port.ts';
import { giveUpOpenAttempts } from './give-up-attempt.server.ts';
import { isInPreparation } from './next-check.ts';
import { type OrderStanding, stateAfterMoney } from './order-standing.server.ts';
import type { CaptureOutcome } from './record-captures.server.ts';
import { endShortfalls, noteShortfall } from './shortfall.repository.server.ts';

interface Settlement {
  readonly order: Order;
  readonly attempt: AttemptRow;
  /** What this fact brought that nobody had told of before. */
  readonly money: CaptureOutcome | null;
  readonly state: AttemptState;
  readonly moved: boolean;
  readonly fact: GatewayFact;
  readonly now: Date;
}

/**
 * Brings the order in line with its money and writes what follows from it. Returns how it stands then. The caller holds
 * the order's lock.
 */
export async function settleOrder(ctx: DomainContext, trx: Db, settlement: Settlement): Promise<OrderStanding> {
  const { order, money, now } = settlement;
  let standing: OrderStanding = order;
  if (money) {
    // Money that is no part of the price leaves the state and what is missing as they were: an order that was undone
    // stays so, whatever it had received.
    const isNearer = money.orderReceived > order.received;
    const state = isNearer ? stateAfterMoney(order.state, order.total, money.orderReceived) : order.state;
    standing = { state, received: money.orderReceived };
    const paidAt = state === 'paid' && order.state !== 'paid' ? { paid_at: now } : {};
    await later(
      trx,
      trx
        .updateTable('orders')
        .set({ received: money.orderReceived, state, ...paidAt })
        .where('id', '=', order.id),
    );
    if (state === 'paid' && order.state !== 'paid') await deliver(ctx, trx, order, now);
    // What is missing beside other parts is theirs to bring: the cover rule holds it for them.
    if (state === 'partly-paid' && isNearer && settlement.attempt.leg === null)
      await askForTheRest(ctx, trx, settlement, money.orderReceived);
    for (const breakId of money.surplusBreakIds) await queueMessage(ctx, trx, order.id, 'surplus-returned', breakId);
    if (state === 'paid') await releaseTheRest(ctx, trx, settlement);
  }
  await tellTheBuyer(ctx, trx, settlement);
  return standing;
}

/** The buyer has paid: access, receipt, event and what goes on from here, each once per order. */
export async function deliver(ctx: DomainContext, trx: Db, order: Order, now: Date): Promise<void> {
  await beginFreeBeside(ctx, trx, order);
  await grantAccess(trx, order, now);
  if ((order.subscriptionId ?? null) === null) await beginSubscription(ctx, trx, order);
  else await settlePeriod(ctx, trx, order, now);
  await queueMessage(ctx, trx, order.id, 'order-paid', '');
  if (order.analyticsClientId) await ctx.jobs.send(trx, 'tell-sale', { orderId: order.id, event: 'purchase' });
  await recordEvent(trx, order.id, 'order-paid', '', { amount: Number(order.total), currency: order.currency }, now);
}

/** Less came than was owed: a task with what is missing now, and words to the buyer about it. */
async function askForTheRest(
  ctx: DomainContext,
  trx: Db,
  { order, attempt, now }: Settlement,
  received: bigint,
): Promise<void> {
  await endEarlierShortfalls(trx, order, now);
  await noteShortfall(trx, order, attempt, received, now);
  await queueMessage(ctx, trx, order.id, 'order-underpaid', String(received));
}

/** A paid order owes nothing: codes and slips that are still open are taken back at their gateways. */
async function releaseTheRest(ctx: DomainContext, trx: Db, { order, attempt }: Settlement): Promise<void> {
  await giveUpOpenAttempts(ctx, trx, order.id, attempt.id);
  await endEarlierShortfalls(trx, order, ctx.clock.now());
}

/** Only money that came before has left a shortfall behind. */
async function endEarlierShortfalls(trx: Db, order: Order, now: Date): Promise<void> {
  if (order.received > 0n) await endShortfalls(trx, order.id, now);
}

/** Instructions by e-mail for rails whose buyer pays somewhere else, later: once they can be used. */
async function tellTheBuyer(ctx: DomainContext, trx: Db, settlement: Settlement): Promise<void> {
  const { attempt, order, state, moved, fact } = settlement;
  const isReady = !isInPreparation(fact.instructions) && (moved || isInPreparation(attempt.instructions));
  if (isReady && state === 'awaiting-buyer' && ctx.rails.byId(attempt.rail)?.mailsInstructions) {
    await queueMessage(ctx, trx, order.id, 'payment-instructions', attempt.id);
  }
}
