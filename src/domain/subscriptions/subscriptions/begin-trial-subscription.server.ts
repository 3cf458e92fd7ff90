import type { Db } from '../../base-context.server.ts';
import type { Order } from '../../orders/index.ts';
import type { AcceptedTrial } from '../../payments/context.server.ts';
import type { SubscriptionsContext } from '../context.server.ts';
import { beginSubscription } from './begin-subscription.server.ts';

/**
 * Begins the subscription of an order whose plan is free at first, in the transaction that accepts the free time or that makes
 * the order paid. Throws for a plan that does not renew: nobody would charge it later. The caller holds the order's lock.
 */
export async function beginTrialSubscription(
  ctx: SubscriptionsContext,
  trx: Db,
  order: Order,
  { price, people, installments, profileId, startsOn }: AcceptedTrial,
): Promise<void> {
  const id = await beginSubscription(ctx, trx, order, {
    trial: true,
    price,
    ...(startsOn === undefined ? {} : { startsOn }),
    ...(profileId === null ? {} : { profileId }),
  });
  if (id === null) throw new Error(`The plan of ${order.id} does not go on`);
  await trx.updateTable('subscriptions').set({ people, installments }).where('id', '=', id).execute();
}
