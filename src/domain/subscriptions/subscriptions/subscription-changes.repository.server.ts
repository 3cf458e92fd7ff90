import type { Updateable } from 'kysely';
import { deferred } from '#src/kernel/db/pipeline.server.ts';
import type { JsonObject } from '#src/kernel/json/json.ts';
import type { LocalDate } from '#src/kernel/time/local-date.ts';
import type { Db } from '../../base-context.server.ts';
import type { Database } from '../../database/index.server.ts';
import type { SubscriptionState } from './subscription-states.ts';
import type { NextPlan, Subscription, SubscriptionInstrument } from './subscription.types.ts';

/** Writes the state that a subscription comes into, with the times that belong to it. The caller holds its lock. */
export async function setSubscriptionState(
  trx: Db,
  before: Subscription,
  state: SubscriptionState,
  now: Date,
): Promise<void> {
  await deferred(
    trx,
    trx
      .updateTable('subscriptions')
      .set(stateColumns(before, state, now))
      .where('id', '=', before.id),
  );
}

function stateColumns(
  before: Subscription,
  state: SubscriptionState,
  now: Date,
): Updateable<Database['subscriptions']> {
  switch (state) {
    case 'past-due':
      return { state, past_due_since: before.pastDueSince ?? now };
    case 'suspended':
      return { state, suspended_at: now };
    case 'paused':
      return { state, paused_at: now, next_charge_on: null };
    case 'canceled':
      return { state, canceled_at: now, next_charge_on: null };
    case 'active':
      return { state, past_due_since: null, suspended_at: null, paused_at: null };
    case 'trialing':
      return { state };
  }
}

/** Adds a row to the history of a subscription. Rows are never changed. */
export async function recordSubscriptionHistory(
  trx: Db,
  line: {
    readonly id: string;
    readonly event: string;
    readonly from: SubscriptionState | null;
    readonly to: SubscriptionState;
    readonly details?: JsonObject;
    readonly now: Date;
  },
): Promise<void> {
  await deferred(
    trx,
    trx.insertInto('subscription_events').values({
      subscription_id: line.id,
      event: line.event,
      from_state: line.from,
      to_state: line.to,
      details: JSON.stringify(line.details ?? {}),
      at: line.now,
    }),
  );
}

/** Sets how the next billing periods are paid. The caller holds the subscription's lock. */
export async function setSubscriptionInstrument(
  trx: Db,
  id: string,
  instrument: SubscriptionInstrument,
): Promise<void> {
  await trx.updateTable('subscriptions').set(instrumentColumns(instrument)).where('id', '=', id).execute();
}

/** The columns of an instrument. */
export function instrumentColumns(instrument: SubscriptionInstrument) {
  return {
    instrument: instrument.kind,
    payment_profile_id: instrument.kind === 'profile' ? instrument.profileId : null,
    mandate_id: instrument.kind === 'mandate' ? instrument.mandateId : null,
    installments: instrument.kind === 'profile' ? instrument.installments : 1,
  };
}

/** Sets the plan of the next billing period; null: the same as now. The caller holds the subscription's lock. */
export async function setNextPlan(trx: Db, id: string, next: NextPlan | null): Promise<void> {
  await trx
    .updateTable('subscriptions')
    .set({
      next_plan_id: next && next.planId,
      next_amount: next && next.price.amount,
      next_period_months: next && next.periodMonths,
    })
    .where('id', '=', id)
    .execute();
}

/** Sets the plan from now on; a plan that was chosen for the next period is given up. The caller holds the lock. */
export async function setCurrentPlan(trx: Db, id: string, plan: NextPlan): Promise<void> {
  await trx
    .updateTable('subscriptions')
    .set({
      plan_id: plan.planId,
      amount: plan.price.amount,
      period_months: plan.periodMonths,
      next_plan_id: null,
      next_amount: null,
      next_period_months: null,
    })
    .where('id', '=', id)
    .execute();
}

/** Sets what a billing period costs, minor units. The caller holds the lock. */
export async function setSubscriptionAmount(trx: Db, id: string, amount: bigint): Promise<void> {
  await trx.updateTable('subscriptions').set({ amount }).where('id', '=', id).execute();
}

/** Sets for how many people a trial was accepted, and in how many installments its periods are paid. */
export async function setTrialTerms(
  trx: Db,
  id: string,
  { people, installments }: { readonly people: number; readonly installments: number },
): Promise<void> {
  await trx.updateTable('subscriptions').set({ people, installments }).where('id', '=', id).execute();
}

/** Undoes a scheduled cancellation or a pause: the next charge, and the day from which its periods are counted. */
export async function setResumed(
  trx: Db,
  id: string,
  { anchor, nextChargeOn }: { readonly anchor: LocalDate; readonly nextChargeOn: LocalDate },
): Promise<void> {
  await trx
    .updateTable('subscriptions')
    .set({ anchor, next_charge_on: nextChargeOn, cancels_on: null, cancel_reason: null })
    .where('id', '=', id)
    .execute();
}

/** Sets the day from which a subscription is over; nothing is charged any more. */
export async function setCancellation(
  trx: Db,
  id: string,
  { cancelsOn, reason }: { readonly cancelsOn: LocalDate; readonly reason: string },
): Promise<void> {
  await trx
    .updateTable('subscriptions')
    .set({ cancels_on: cancelsOn, cancel_reason: reason, next_charge_on: null })
    .where('id', '=', id)
    .execute();
}

/** Sets why a subscription was canceled: a code. */
export async function setCancelReason(trx: Db, id: string, reason: string): Promise<void> {
  await trx.updateTable('subscriptions').set({ cancel_reason: reason }).where('id', '=', id).execute();
}

/** What a subscription is after the payment of a billing period. */
export interface PaidSubscription {
  readonly anchor: LocalDate;
  readonly periodStart: LocalDate;
  readonly periodEnd: LocalDate;
  readonly plan: NextPlan;
  /** Null: no further period is charged. */
  readonly nextChargeOn: LocalDate | null;
  /** Absent: no cancellation is scheduled. */
  readonly cancelsOn?: LocalDate;
  /** The plan that was chosen for this period has begun. */
  readonly hasReachedNextPlan: boolean;
}

/** Writes the billing period that is paid, its plan and the next charge. The caller holds the lock. */
export async function setPaidPeriod(trx: Db, id: string, paid: PaidSubscription): Promise<void> {
  await trx
    .updateTable('subscriptions')
    .set({
      anchor: paid.anchor,
      period_start: paid.periodStart,
      period_end: paid.periodEnd,
      plan_id: paid.plan.planId,
      amount: paid.plan.price.amount,
      period_months: paid.plan.periodMonths,
      next_charge_on: paid.nextChargeOn,
      ...(paid.cancelsOn === undefined ? {} : { cancels_on: paid.cancelsOn }),
      ...(paid.hasReachedNextPlan ? { next_plan_id: null, next_amount: null, next_period_months: null } : {}),
    })
    .where('id', '=', id)
    .execute();
}
