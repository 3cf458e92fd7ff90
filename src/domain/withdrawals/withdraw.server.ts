import { ok, err, type Result } from '#src/kernel/result/result.ts';
import { revokeAccess } from '../access/index.server.ts';
import type { Db, DomainContext } from '../context.server.ts';
import { queueMessage } from '../messages/index.server.ts';
import { lockOrder, type Order } from '../orders/index.server.ts';
import { giveUpOpenAttempts, writeRefund } from '../payments/index.server.ts';
import { releaseSeats } from '../seats/index.server.ts';
import { lastWithdrawalDay, mayWithdraw, undoPlanChange } from '../subscriptions/index.server.ts';
import { inTransaction } from '../transaction.server.ts';
import { followWithdrawal } from './follow-withdrawal.server.ts';
import type { WithdrawalFailure, WithdrawalStanding } from './withdrawal.types.ts';

/**
 * Goes back on a purchase by the buyer's own wish, in time by the days of its market (CDC art. 49; Decreto 7.962/2013,
 * art. 5): everything that was paid goes back by the tender that brought it (docs/decisions/0025), access and seats end
 * with it, nothing that is still open takes money any more, and a letter confirms it, all in one transaction. What it
 * began as a subscription ends right after, and by a job if this process dies before. Done once, whatever is pressed how
 * often: the second time answers with the first. No reason is asked for.
 */
export async function withdraw(
  ctx: DomainContext,
  orderId: string,
): Promise<Result<{ readonly isNew: boolean }, WithdrawalFailure>> {
  const done = await inTransaction<{ readonly isNew: boolean }, WithdrawalFailure>(ctx.db, async (trx) => {
    const order = await lockOrder(trx, orderId);
    if (!order) return err('order-not-found');
    if (await isWithdrawn(trx, orderId)) return ok({ isNew: false });
    const standing = standingOf(order, ctx.clock.now());
    if (standing !== 'open') return err(standing === 'done' ? 'returned' : standing);
    await write(ctx, trx, order);
    ctx.crashPoint('withdrawal-before-commit');
    return ok({ isNew: true });
  });
  if (!done.ok) return done;
  ctx.crashPoint('withdrawal-after-commit');
  if (done.value.isNew) {
    ctx.log.info('order-withdrawn', { orderId });
    ctx.signals.orderChanged(orderId);
  }
  await followWithdrawal(ctx, orderId);
  return done;
}

/** When the contract was made: with the payment, as the receipt says. */
export function contractAt(order: Pick<Order, 'paidAt' | 'createdAt'>): Date {
  return order.paidAt ?? order.createdAt;
}

/** What may be done with an order that was not withdrawn from. */
export function standingOf(
  order: Pick<Order, 'state' | 'paidAt' | 'createdAt' | 'market'>,
  now: Date,
): WithdrawalStanding {
  if (order.state === 'refunded') return 'returned';
  if (order.state !== 'paid') return 'unpaid';
  const made = contractAt(order);
  if (lastWithdrawalDay(made, order.market) === null) return 'no-right';
  // What is paid was bought before now, whatever another process's clock said then.
  return mayWithdraw(made, now < made ? made : now, order.market) ? 'open' : 'late';
}

async function isWithdrawn(db: Db, orderId: string): Promise<boolean> {
  const row = await db.selectFrom('withdrawals').select('order_id').where('order_id', '=', orderId).executeTakeFirst();
  return row !== undefined;
}

/** The caller holds the order's lock. */
async function write(ctx: DomainContext, trx: Db, order: Order): Promise<void> {
  const now = ctx.clock.now();
  const refundId = `withdrawal-${order.id}`;
  const parts = await writeRefund(ctx, trx, order, { id: refundId, amount: 'all', reason: 'withdrawal' });
  const lastDay = lastWithdrawalDay(contractAt(order), order.market);
  if (lastDay === null) throw new Error(`No law lets order ${order.id} be withdrawn from`);
  await trx
    .insertInto('withdrawals')
    .values({
      order_id: order.id,
      contract_at: contractAt(order),
      last_day: lastDay,
      asked_at: now,
      refund_id: parts ? refundId : null,
      amount: (parts ?? []).reduce((sum, { amount }) => sum + amount, 0n),
      currency: order.currency,
      followed_at: null,
    })
    .execute();
  await undoPlanChange(ctx, trx, order, now);
  await revokeAccess(trx, order.id, now, 'withdrawn');
  await releaseSeats(trx, order.id, now);
  await giveUpOpenAttempts(ctx, trx, order.id);
  await queueMessage(ctx, trx, order.id, 'order-withdrawn', '');
  await ctx.jobs.send(trx, 'follow-withdrawals', {});
}
