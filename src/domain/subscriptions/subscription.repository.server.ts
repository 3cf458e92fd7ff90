import { newId } from '#src/kernel/ids/ids.server.ts';
import type { Country, Locale } from '#src/kernel/locale/locale.ts';
import type { Currency } from '#src/kernel/money/money.ts';
import { requireLocalDate } from '#src/kernel/time/local-date.ts';
import type { DomainContext } from '../context.server.ts';
import type { Subscription, SubscriptionStart, SubscriptionState } from './subscription.types.ts';

/** Writes a subscription that began elsewhere than by an order of ours; answers its id. */
export async function createSubscription(ctx: DomainContext, start: SubscriptionStart): Promise<string> {
  const id = newId('sub');
  await ctx.db
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
      term_from: start.termFrom,
      term_to: start.termTo,
      created_at: ctx.clock.now(),
    })
    .execute();
  return id;
}

export async function subscriptionById(ctx: DomainContext, id: string): Promise<Subscription | null> {
  const row = await ctx.db.selectFrom('subscriptions').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    leadId: row.lead_id,
    brand: row.brand,
    variant: row.variant,
    business: row.business,
    productCode: row.product_code,
    planId: row.plan_id,
    market: row.market as Country,
    locale: row.locale as Locale,
    price: { amount: row.amount, currency: row.currency as Currency },
    state: row.state as SubscriptionState,
    termFrom: requireLocalDate(row.term_from),
    termTo: requireLocalDate(row.term_to),
  };
}
