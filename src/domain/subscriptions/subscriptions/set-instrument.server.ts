import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { Db, OnWritten } from '../../base-context.server.ts';
import type { SubscriptionsContext } from '../context.server.ts';
import { inTransaction } from '../../transaction.server.ts';
import { recordSubscriptionHistory, setSubscriptionInstrument } from './subscription-changes.repository.server.ts';
import { owedPeriod, updatePeriod } from './periods/billing-period.repository.server.ts';
import { lockSubscription } from './subscription.repository.server.ts';
import type { Subscription, SubscriptionInstrument } from './subscription.types.ts';
import { firstCheckAt } from './periods/period-calendar.ts';

const soonMs = 60_000;

/** `not-possible`: its state does not allow it. `charge-under-way`: its next billing period is being charged right now. */
export type ChangeFailure = 'not-found' | 'not-possible' | 'charge-under-way';

/** Runs a change under the subscription's lock. */
export function withLockedSubscription(
  ctx: SubscriptionsContext,
  id: string,
  change: (trx: Db, subscription: Subscription, now: Date) => Promise<Result<null, ChangeFailure>>,
  onWritten?: OnWritten,
): Promise<Result<null, ChangeFailure>> {
  return inTransaction<null, ChangeFailure>(ctx.db, async (trx) => {
    const subscription = await lockSubscription(trx, id);
    if (!subscription) return err('not-found');
    const done = await change(trx, subscription, ctx.clock.now());
    if (done.ok) await onWritten?.(trx);
    return done;
  });
}

/** Sets how the next billing periods are paid. A payment profile needs the buyer's consent to be charged again, which the caller has. */
export async function setInstrument(
  ctx: SubscriptionsContext,
  subscriptionId: string,
  instrument: SubscriptionInstrument,
): Promise<Result<null, ChangeFailure>> {
  return withLockedSubscription(ctx, subscriptionId, (trx, subscription) =>
    setInstrumentIn(ctx, trx, subscription, instrument),
  );
}

/** Sets the instrument in a transaction whose caller holds the subscription's lock. */
export async function setInstrumentIn(
  ctx: SubscriptionsContext,
  trx: Db,
  subscription: Subscription,
  instrument: SubscriptionInstrument,
): Promise<Result<null, ChangeFailure>> {
  const { id, state, market } = subscription;
  if (state === 'canceled') return err('not-possible');
  await setSubscriptionInstrument(trx, id, instrument);
  const { instrument: before } = subscription;
  const isReplaced =
    before.kind === 'mandate' && (instrument.kind !== 'mandate' || instrument.mandateId !== before.mandateId);
  // The mandate at the buyer's bank is no longer used.
  if (isReplaced) await ctx.jobs.send(trx, 'end-mandate', { mandateId: before.mandateId });
  const period = await owedPeriod(trx, id);
  if (period?.state === 'due' && period.nextTryAt !== null)
    await updatePeriod(trx, period, { next_try_at: firstCheckAt(period.dueOn, instrument.kind, market) });
  // The caller charges a new instrument at once for what is owed; the worker does, should that process die first.
  if (period?.state === 'failed' && instrument.kind === 'profile')
    await updatePeriod(trx, period, { next_try_at: new Date(ctx.clock.now().getTime() + soonMs) });
  const line = { event: 'instrument-set', from: state, to: state, details: { instrument: instrument.kind } };
  await recordSubscriptionHistory(trx, { id, ...line, now: ctx.clock.now() });
  return ok(null);
}
