import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { Db, DomainContext } from '../context.server.ts';
import { inTransaction } from '../transaction.server.ts';
import { noteSubscriptionEvent } from './move-subscription.server.ts';
import { owedPeriod, updatePeriod } from './period.repository.server.ts';
import { lockSubscription } from './subscription.repository.server.ts';
import type { Subscription, SubscriptionMeans } from './subscription.types.ts';
import { firstLookAt } from './term-calendar.ts';

const soonMs = 60_000;

/** `not-possible`: its state does not allow it. `charge-under-way`: its next term is being charged right now. */
export type ChangeFailure = 'not-found' | 'not-possible' | 'charge-under-way';

/** Runs a change under the subscription's lock. */
export function changing(
  ctx: DomainContext,
  id: string,
  change: (trx: Db, subscription: Subscription, now: Date) => Promise<Result<null, ChangeFailure>>,
): Promise<Result<null, ChangeFailure>> {
  return inTransaction<null, ChangeFailure>(ctx.db, async (trx) => {
    const subscription = await lockSubscription(trx, id);
    return subscription ? change(trx, subscription, ctx.clock.now()) : err('not-found');
  });
}

/** How the next terms are paid. A kept means is taken only with the buyer's consent to be charged again, which the caller has. */
export async function setMeans(
  ctx: DomainContext,
  subscriptionId: string,
  means: SubscriptionMeans,
): Promise<Result<null, ChangeFailure>> {
  return changing(ctx, subscriptionId, (trx, subscription) => setMeansIn(ctx, trx, subscription, means));
}

/** The same, in a transaction whose caller holds the subscription's lock. */
export async function setMeansIn(
  ctx: DomainContext,
  trx: Db,
  subscription: Subscription,
  means: SubscriptionMeans,
): Promise<Result<null, ChangeFailure>> {
  const { id, state, market } = subscription;
  if (state === 'canceled') return err('not-possible');
  await trx
    .updateTable('subscriptions')
    .set({
      means: means.kind,
      payment_profile_id: means.kind === 'profile' ? means.profileId : null,
      recurrence_id: means.kind === 'consent' ? means.recurrenceId : null,
      installments: means.kind === 'profile' ? means.installments : 1,
    })
    .where('id', '=', id)
    .execute();
  const { means: before } = subscription;
  const isLeft = before.kind === 'consent' && (means.kind !== 'consent' || means.recurrenceId !== before.recurrenceId);
  // What the buyer's bank still lets us collect is not wanted any more.
  if (isLeft) await ctx.jobs.send(trx, 'end-consent', { recurrenceId: before.recurrenceId });
  const period = await owedPeriod(trx, id);
  if (period?.state === 'due' && period.nextTryAt !== null)
    await updatePeriod(trx, period, { next_try_at: firstLookAt(period.dueOn, means.kind, market) });
  // Whoever gives a means for what is owed charges it at once; the worker does, should they die before.
  if (period?.state === 'failed' && means.kind === 'profile')
    await updatePeriod(trx, period, { next_try_at: new Date(ctx.clock.now().getTime() + soonMs) });
  const line = { event: 'means-set', from: state, to: state, details: { means: means.kind } };
  await noteSubscriptionEvent(trx, { id, ...line, now: ctx.clock.now() });
  return ok(null);
}
