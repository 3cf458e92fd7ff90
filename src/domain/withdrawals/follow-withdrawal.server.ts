import type { DomainContext } from '../context.server.ts';
import { cancelSubscription } from '../subscriptions/index.server.ts';

/** Rows of one run. */
const most = 100;

/**
 * Ends the subscription that a withdrawn order began or went on with: nothing is charged for it any more, and standing
 * consents end with it. Run as often as one likes.
 */
export async function followWithdrawal(ctx: DomainContext, orderId: string): Promise<void> {
  const rows = await ctx.db
    .selectFrom('subscriptions')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('order_id', '=', orderId),
        eb('id', '=', eb.selectFrom('orders').select('orders.subscription_id').where('orders.id', '=', orderId)),
      ]),
    )
    .where('state', '<>', 'canceled')
    .execute();
  for (const { id } of rows) await cancelSubscription(ctx, id, { when: 'now', reason: 'withdrawal' });
  await ctx.db
    .updateTable('withdrawals')
    .set({ followed_at: ctx.clock.now() })
    .where('order_id', '=', orderId)
    .where('followed_at', 'is', null)
    .execute();
}

/** Does what processes that died have left to do. Gives how many orders it went through. */
export async function followWithdrawals(ctx: DomainContext): Promise<number> {
  const rows = await ctx.db
    .selectFrom('withdrawals')
    .select('order_id')
    .where('followed_at', 'is', null)
    .orderBy('asked_at')
    .limit(most)
    .execute();
  for (const { order_id: orderId } of rows) await followWithdrawal(ctx, orderId);
  return rows.length;
}
