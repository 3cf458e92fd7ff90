import { type Selectable, sql } from 'kysely';
import { deferred } from '#src/kernel/db/pipeline.server.ts';
import { type LocalDate, requireLocalDate } from '#src/kernel/time/local-date.ts';
import type { Db } from '../../base-context.server.ts';
import type { Database } from '../../database/index.server.ts';
import { instrumentColumns } from './subscription-changes.repository.server.ts';
import type { Subscription, SubscriptionInstrument } from './subscription.types.ts';

const day = (text: string | null): LocalDate | null => (text === null ? null : requireLocalDate(text));

/**
 * The first charge after a trial as it was agreed to, minor units, while that billing period is owed: the period that is paid
 * for ends with the trial. The condition is on the subscription's own row, so that a caller who has waited for the row's lock
 * reads the current value, and only a subscription at the end of its trial costs a read of the trial.
 */
export const firstAmount = sql<bigint | null>`
  case when subscriptions.period_end = subscriptions.trial_until
  then (select trials.amount from trials where trials.order_id = subscriptions.order_id) end
`.as('first_amount');

/** A row that was read with `firstAmount`. */
type SubscriptionRow = Selectable<Database['subscriptions']> & { readonly first_amount: bigint | null };

/** Maps a row that was read with `firstAmount`. */
export function toSubscription(row: SubscriptionRow): Subscription {
  const { currency } = row;
  return {
    id: row.id,
    leadId: row.lead_id,
    orderId: row.order_id,
    brand: row.brand,
    variant: row.variant,
    business: row.business,
    productCode: row.product_code,
    planId: row.plan_id,
    market: row.market,
    locale: row.locale,
    price: { amount: row.amount, currency },
    firstPrice: row.first_amount === null ? null : { amount: row.first_amount, currency },
    state: row.state,
    periodStart: requireLocalDate(row.period_start),
    periodEnd: requireLocalDate(row.period_end),
    anchor: requireLocalDate(row.anchor),
    periodMonths: row.period_months,
    people: row.people,
    nextChargeOn: day(row.next_charge_on),
    trialUntil: day(row.trial_until),
    instrument: instrumentOf(row),
    pastDueSince: row.past_due_since,
    pausedAt: row.paused_at,
    suspendedAt: row.suspended_at,
    canceledAt: row.canceled_at,
    cancelsOn: day(row.cancels_on),
    next:
      row.next_plan_id === null
        ? null
        : {
            planId: row.next_plan_id,
            price: { amount: row.next_amount ?? row.amount, currency },
            periodMonths: row.next_period_months ?? row.period_months,
          },
    createdAt: row.created_at,
  };
}

function instrumentOf(row: Selectable<Database['subscriptions']>): SubscriptionInstrument {
  if (row.instrument === 'profile' && row.payment_profile_id !== null)
    return { kind: 'profile', profileId: row.payment_profile_id, installments: row.installments };
  if (row.instrument === 'mandate' && row.mandate_id !== null) return { kind: 'mandate', mandateId: row.mandate_id };
  return { kind: 'invoice' };
}

/** The subscription of this id; null when there is none. */
export async function subscriptionById({ db }: { readonly db: Db }, id: string): Promise<Subscription | null> {
  const row = await db
    .selectFrom('subscriptions')
    .selectAll()
    .select(firstAmount)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? toSubscription(row) : null;
}

/** The subscription that an order began or pays a billing period of; null when it has none. */
export async function subscriptionOfOrder({ db }: { readonly db: Db }, orderId: string): Promise<Subscription | null> {
  const row = await db
    .selectFrom('billing_periods')
    .innerJoin('subscriptions', 'subscriptions.id', 'billing_periods.subscription_id')
    .selectAll('subscriptions')
    .select(firstAmount)
    .where('billing_periods.order_id', '=', orderId)
    .executeTakeFirst();
  return row ? toSubscription(row) : null;
}

/** Reads and locks a subscription. Every change of it or of one of its billing periods is made under this lock. */
export async function lockSubscription(trx: Db, id: string): Promise<Subscription | null> {
  const row = await trx
    .selectFrom('subscriptions')
    .selectAll()
    .select(firstAmount)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ? toSubscription(row) : null;
}

/** A subscription that is to be written; what is absent has the column's default. */
export interface NewSubscription extends Pick<
  Subscription,
  | 'id'
  | 'leadId'
  | 'orderId'
  | 'brand'
  | 'variant'
  | 'business'
  | 'productCode'
  | 'planId'
  | 'market'
  | 'locale'
  | 'price'
  | 'state'
  | 'periodStart'
  | 'periodEnd'
  | 'anchor'
  | 'periodMonths'
  | 'nextChargeOn'
> {
  readonly people?: number;
  readonly trialUntil?: LocalDate | null;
  readonly canceledAt?: Date | null;
  readonly instrument?: SubscriptionInstrument;
}

/** Writes a subscription; its billing periods are written beside it. */
export async function insertSubscription(trx: Db, row: NewSubscription, now: Date): Promise<void> {
  const { people, trialUntil = null, canceledAt = null, instrument } = row;
  await deferred(
    trx,
    trx.insertInto('subscriptions').values({
      id: row.id,
      lead_id: row.leadId,
      order_id: row.orderId,
      brand: row.brand,
      variant: row.variant,
      business: row.business,
      product_code: row.productCode,
      plan_id: row.planId,
      market: row.market,
      locale: row.locale,
      currency: row.price.currency,
      amount: row.price.amount,
      state: row.state,
      period_start: row.periodStart,
      period_end: row.periodEnd,
      created_at: now,
      anchor: row.anchor,
      period_months: row.periodMonths,
      next_charge_on: row.nextChargeOn,
      trial_until: trialUntil,
      canceled_at: canceledAt,
      ...(people === undefined ? {} : { people }),
      ...(instrument ? instrumentColumns(instrument) : {}),
    }),
  );
}

/** The subscription that an order began; null when it began none. */
export async function subscriptionBegunBy(db: Db, orderId: string): Promise<string | null> {
  const row = await db.selectFrom('subscriptions').select('id').where('order_id', '=', orderId).executeTakeFirst();
  return row?.id ?? null;
}

/** The subscription that is charged by a mandate; null when none is. */
export async function subscriptionOfMandate(db: Db, mandateId: string): Promise<string | null> {
  const row = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('mandate_id', '=', mandateId)
    .where('instrument', '=', 'mandate')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Subscriptions whose last day, by the end of a period, is before a day; the longest over first. */
export async function subscriptionsToCancel(
  db: Db,
  until: LocalDate,
  limit: number,
): Promise<readonly { readonly id: string; readonly reason: string | null }[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .select(['id', 'cancel_reason'])
    .where('cancels_on', '<=', until)
    .where('state', '<>', 'canceled')
    .orderBy('cancels_on')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ id: row.id, reason: row.cancel_reason }));
}

/** Moves subscriptions from the profiles that a profile replaced to that profile: the buyer agreed to be charged by the card. */
export async function moveToReplacingProfile(trx: Db, profileId: string): Promise<void> {
  await trx
    .updateTable('subscriptions')
    .from('payment_profiles')
    .set({ payment_profile_id: profileId })
    .whereRef('payment_profiles.id', '=', 'subscriptions.payment_profile_id')
    .where('payment_profiles.replaced_by', '=', profileId)
    .execute();
}

/** Subscriptions that an order began, or paid a billing period of. */
export async function subscriptionsPaidBy(
  db: Db,
  orderId: string,
): Promise<readonly { readonly id: string; readonly isCanceled: boolean }[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .select(['id', 'state'])
    .where((eb) =>
      eb.or([
        eb('order_id', '=', orderId),
        eb('id', '=', eb.selectFrom('orders').select('orders.subscription_id').where('orders.id', '=', orderId)),
      ]),
    )
    .execute();
  return rows.map(({ id, state }) => ({ id, isCanceled: state === 'canceled' }));
}
