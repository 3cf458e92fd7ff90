import type { Db } from '#src/domain/base-context.server.ts';
import { undecidedStates } from '#src/domain/payments/index.ts';
import { owedPeriod } from './billing-period.repository.server.ts';
import type { Subscription, BillingPeriod } from '../subscription.types.ts';

/**
 * Whether what a term costs is settled because it is being paid: a card or a consent is charged for it, or money for its bill
 * is on its way or came in part. A bill that only waits for its buyer is called off for another one, with its codes.
 */
export async function isPaymentUnderWay(
  db: Db,
  { instrument }: Pick<Subscription, 'instrument'>,
  { state, orderId }: Pick<BillingPeriod, 'state' | 'orderId'>,
): Promise<boolean> {
  if (state !== 'due' && !(state === 'charging' && instrument.kind === 'invoice')) return true;
  if (orderId === null) return false;
  const paying = await db
    .selectFrom('orders')
    .select('id')
    .where('id', '=', orderId)
    .where('state', 'in', ['open', 'partly-paid'])
    .where((eb) =>
      eb.or([
        eb('received', '>', 0n),
        eb.exists(
          eb
            .selectFrom('attempts')
            .select('attempts.id')
            .where('attempts.order_id', '=', orderId)
            .where('attempts.state', 'in', undecidedStates)
            .where('attempts.superseded', '=', false),
        ),
      ]),
    )
    .executeTakeFirst();
  return paying !== undefined;
}

/** The same of the term that is owed next. */
export async function isNextPeriodCharging(db: Db, subscription: Subscription): Promise<boolean> {
  const period = await owedPeriod(db, subscription.id);
  return period !== null && isPaymentUnderWay(db, subscription, period);
}

/** Keeps payments for the next term's order waiting until the transaction is over. Before the subscription's lock, as payments do. */
export async function lockOwedOrder(trx: Db, subscriptionId: string): Promise<void> {
  const period = await owedPeriod(trx, subscriptionId);
  if (period === null || period.orderId === null) return;
  await trx.selectFrom('orders').select('id').where('id', '=', period.orderId).forNoKeyUpdate().execute();
}
