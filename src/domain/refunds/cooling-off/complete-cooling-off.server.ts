import type { RefundsContext } from '../context.server.ts';
import { cancelSubscription } from '../../subscriptions/subscriptions/index.server.ts';

/** Rows of one run. */
const batchSize = 100;

/**
 * Ends the subscription that a withdrawn order began or went on with: nothing is charged for it any more, and standing
 * consents end with it. Run as often as one likes.
 */
export async function completeCoolingOff(ctx: RefundsContext, orderId: string): Promise<void> {
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
    .updateTable('cooling_off_requests')
    .set({ completed_at: ctx.clock.now() })
    .where('order_id', '=', orderId)
    .where('completed_at', 'is', null)
    .execute();
}

/** Does what processes that died have left to do. Gives how many orders it went through. */
export async function completeCoolingOffs(ctx: RefundsContext): Promise<number> {
  const rows = await ctx.db
    .selectFrom('cooling_off_requests')
    .select('order_id')
    .where('completed_at', 'is', null)
    .orderBy('requested_at')
    .limit(batchSize)
    .execute();
  for (const { order_id: orderId } of rows) await completeCoolingOff(ctx, orderId);
  return rows.length;
}
