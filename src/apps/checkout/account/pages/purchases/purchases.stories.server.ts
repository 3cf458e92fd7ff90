import { choosePlan } from '#src/domain/catalog/products/index.ts';
import type { Order } from '#src/domain/orders/index.ts';
import type { AccountPurchase, AccountSubscription } from '#src/domain/privacy/index.server.ts';
import type { Subscription } from '#src/domain/subscriptions/subscriptions/index.ts';
import { addDays, addMonths } from '#src/kernel/time/local-date.ts';
import { marketDate, marketZone, startOfLocalDate } from '#src/kernel/time/zones.ts';
import { maskEmail } from '#src/kernel/validation/mask-personal.ts';
import { paidOrder, samplePurchase } from '#src/apps/checkout/stories/sample-purchase.server.ts';
import {
  changed,
  defineStories,
  type StoryRequest,
  refusedWith,
} from '#src/apps/checkout/stories/stories.contract.server.ts';
import type { FoundSubscription } from '../../subscriptions/find-subscription.server.ts';
import { sampleSubscription } from '#src/apps/checkout/stories/sample-subscription.server.ts';
import { show } from '#src/apps/checkout/framework/page.server.ts';
import type { PurchasesData } from './purchases.types.ts';
import { purchaseCard, subscriptionCard } from './purchases-data.server.ts';

type State = AccountSubscription['subscription']['state'];

const page = 'pag_gallery';

/** A debt is for a period that ended; everything else was bought today or is in a trial of a week. */
function withTerm({ subscription, today }: FoundSubscription): Subscription {
  if (subscription.periodEnd < today) return subscription;
  const isFree = subscription.state === 'trialing';
  const nextChargeOn = isFree ? addDays(today, 7) : addMonths(today, subscription.periodMonths);
  const periodEnd = addDays(nextChargeOn, -1);
  return {
    ...subscription,
    ...{ periodStart: today, periodEnd, trialUntil: isFree ? periodEnd : null },
    nextChargeOn: subscription.state === 'canceled' ? null : nextChargeOn,
  };
}

/** The order that began the billing period. */
function boughtFor({ periodStart, trialUntil, market }: Subscription, { paidAt, total }: Order): Partial<Order> {
  const isToday = paidAt !== null && marketDate(paidAt, market) === periodStart;
  return {
    paidAt: isToday ? paidAt : startOfLocalDate(periodStart, marketZone(market)),
    total: trialUntil === null ? total : 0n,
  };
}

/** A buyer with one order and, where a state is given, one subscription. */
const of =
  (state: State | null, change: Partial<PurchasesData> = {}) =>
  async (request: StoryRequest) => {
    const purchase = await samplePurchase(request);
    if (!purchase) return null;
    const { visit } = request;
    const found = state && choosePlan(visit.product, {}) ? sampleSubscription(request, state) : null;
    // The notice about a subscription needs a subscription.
    if (change.done && !found) return null;
    const subscription = found && withTerm(found);
    const { order } = paidOrder(request, purchase);
    const own: AccountPurchase = {
      order: subscription ? { ...order, ...boughtFor(subscription, order) } : order,
      titles: purchase.quote.lines.map(({ title }) => title),
      hasCooledOff: false,
      hasAccess: true,
    };
    const card = { brand: 'visa', last4: '1111', expiry: '12/30' };
    return show<PurchasesData>({
      name: purchase.lead.name.split(' ')[0] ?? '',
      email: maskEmail(purchase.lead.email),
      school: visit.brand.name,
      here: '#',
      done: null,
      pageId: page,
      courses: [{ orderId: own.order.id, title: own.titles.join(' + ') }],
      purchases: [purchaseCard(request, own)],
      subscriptions: subscription ? [subscriptionCard(request, page, { subscription, card })] : [],
      hasOptedOut: false,
      links: { access: '#', address: '#', data: '#', help: visit.brand.links.faq },
      ...change,
    });
  };

export const stories = defineStories<PurchasesData>({
  usual: of('active'),
  none: of(null, {
    ...{ courses: [], purchases: [], subscriptions: [] },
    links: { access: '#', address: null, data: '#', help: '#' },
  }),
  trialing: of('trialing'),
  'past-due': of('past-due'),
  paused: of('paused', { done: 'paused' }),
  suspended: of('suspended'),
  canceled: of('canceled', { done: 'canceled', hasOptedOut: true }),
  'card-saved-charge-declined': of('past-due', { done: 'card-saved-charge-declined' }),
  ending: async (request) => {
    const made = await of('active')(request);
    if (made?.kind !== 'data') return made;
    const [card] = made.data.subscriptions;
    if (!card) return null;
    const may = { pay: false, pause: false, resume: true, cancel: false };
    return changed(made, { subscriptions: [{ ...card, endsOn: card.until, cardHref: null, next: null, may }] });
  },
  'other-plan': async (request) => {
    const made = await of('active')(request);
    const [card] = made?.data.subscriptions ?? [];
    return made && card ? changed(made, { subscriptions: [{ ...card, nextPlan: `${card.plan} +` }] }) : null;
  },
  withdrawn: async (request) => {
    const made = await of('canceled')(request);
    const purchases = made?.data.purchases.map((one) => ({ ...one, state: 'withdrawn' as const, withdrawUntil: null }));
    return made && purchases ? changed(made, { courses: [], purchases }) : null;
  },
  error: async (request) =>
    refusedWith(await of('active')(request), { subscription: 'sub_gallery' }, { subscription: 'purchases.busy' }),
});
