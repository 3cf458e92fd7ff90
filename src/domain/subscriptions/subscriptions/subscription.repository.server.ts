import { type Selectable, sql } from 'kysely';
import { newId } from '#src/kernel/ids/ids.server.ts';
import type { Country, Locale } from '#src/kernel/locale/locale.ts';
import type { Currency } from '#src/kernel/money/money.ts';
import { addDays, addMonths, dateParts, type LocalDate, requireLocalDate } from '#src/kernel/time/local-date.ts';
import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { Db } from '../../base-context.server.ts';
import type { SubscriptionsContext } from '../context.server.ts';
import type { Database } from '../../database/index.server.ts';
import { insertPeriods } from './periods/billing-period.repository.server.ts';
import type { Subscription, SubscriptionInstrument, SubscriptionStart } from './subscription.types.ts';
import type { SubscriptionState } from './subscription-states.ts';
import { firstCheckAt, periodDatesAt } from './periods/period-calendar.ts';

const day = (text: string | null): LocalDate | null => (text === null ? null : requireLocalDate(text));

/**
 * The first charge after free time as it was agreed to, minor units, while that term is owed: what is paid for ends with the
 * free time. It rests on the subscription's own row, so that whoever has waited for that row's lock reads what is so now; and
 * only a subscription in that place costs a look at its free time.
 */
export const firstAmount = sql<bigint | null>`
  case when subscriptions.period_end = subscriptions.trial_until
  then (select trials.amount from trials where trials.order_id = subscriptions.order_id) end
`.as('first_amount');

/** A row that was read with `firstAmount`. */
type SubscriptionRow = Selectable<Database['subscriptions']> & { readonly first_amount: bigint | null };

export function toSubscription(row: SubscriptionRow): Subscription {
  const currency = row.currency as Currency;
  return {
    id: row.id,
    leadId: row.lead_id,
    orderId: row.order_id,
    brand: row.brand,
    variant: row.variant,
    business: row.business,
    productCode: row.product_code,
    planId: row.plan_id,
    market: row.market as Country,
    locale: row.locale as Locale,
    price: { amount: row.amount, currency },
    firstPrice: row.first_amount === null ? null : { amount: row.first_amount, currency },
    state: row.state as SubscriptionState,
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

export async function subscriptionById({ db }: { readonly db: Db }, id: string): Promise<Subscription | null> {
  const row = await db
    .selectFrom('subscriptions')
    .selectAll()
    .select(firstAmount)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? toSubscription(row) : null;
}

/** The subscription that an order began or pays a term of; null when it has none. */
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

/** Reads and locks a subscription. Whoever changes it or one of its terms holds this lock. */
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

/** Writes a subscription that began elsewhere than by an order of ours, with the term after the one that is paid for. */
export async function createSubscription(ctx: SubscriptionsContext, start: SubscriptionStart): Promise<string> {
  const id = newId('sub');
  const now = ctx.clock.now();
  const periodMonths = start.periodMonths ?? monthsBetween(start.periodStart, addDays(start.periodEnd, 1));
  const nextChargeOn = addDays(start.periodEnd, 1);
  const isOver = start.state === 'canceled';
  await transaction(ctx.db, async (trx) => {
    await trx
      .insertInto('subscriptions')
      .values({
        id,
        lead_id: start.leadId,
        order_id: null,
        brand: start.brand,
        variant: start.variant,
        business: start.business,
        product_code: start.productCode,
        plan_id: start.planId,
        market: start.market,
        locale: start.locale,
        currency: start.price.currency,
        amount: start.price.amount,
        state: start.state,
        period_start: start.periodStart,
        period_end: start.periodEnd,
        created_at: now,
        anchor: nextChargeOn,
        period_months: periodMonths,
        next_charge_on: isOver ? null : nextChargeOn,
        canceled_at: isOver ? now : null,
      })
      .execute();
    if (isOver) return;
    const term = periodDatesAt(nextChargeOn, 0, periodMonths);
    const nextTryAt = firstCheckAt(nextChargeOn, 'invoice', start.market);
    await insertPeriods(trx, [{ ...term, subscriptionId: id, number: 1, state: 'due', orderId: null, nextTryAt }], now);
  });
  return id;
}

/** Whole months from one day to another, at least one. */
function monthsBetween(from: LocalDate, to: LocalDate): number {
  const [one, other] = [dateParts(from), dateParts(to)];
  const months = (other.year - one.year) * 12 + other.month - one.month;
  return Math.max(1, addMonths(from, months) > to ? months - 1 : months);
}
