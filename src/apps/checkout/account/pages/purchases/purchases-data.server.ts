import { choosePlan } from '#src/domain/catalog/products/index.ts';
import { documentPath } from '#src/domain/documents/contracts/index.ts';
import type { AccountPurchase, AccountSubscription } from '#src/domain/privacy/index.server.ts';
import { owedPrice } from '#src/domain/subscriptions/subscriptions/index.ts';
import { lastCoolingOffDay, isInCoolingOff } from '#src/domain/catalog/terms/index.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import { formatLocalDate } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import { accountPath } from '../../links/open-account-page.server.ts';
import { isTrialPeriod } from '../../subscriptions/find-subscription.server.ts';
import type { PageRequest } from '#src/apps/checkout/framework/page.server.ts';
import { cardSavingMethod, overdueStates } from '../../subscriptions/card-saving.server.ts';
import type { PurchaseCard, SubscriptionCard } from './purchases.types.ts';

/** An order as formatted text. */
export function purchaseCard(
  { ctx, view }: PageRequest,
  { order, titles, hasCooledOff }: AccountPurchase,
): PurchaseCard {
  const { id, reference, market, total, currency, state } = order;
  const boughtAt = order.paidAt ?? order.createdAt;
  const lastDay = lastCoolingOffDay(boughtAt, market);
  const isOpen = state === 'paid' && !hasCooledOff && isInCoolingOff(boughtAt, ctx.clock.now(), market);
  const isBought = state === 'paid' || state === 'refunded';
  return {
    id,
    title: titles.join(' + '),
    number: reference,
    day: formatLocalDate(marketDate(boughtAt, market)),
    total: formatMoney({ amount: total, currency }, view.locale),
    state: hasCooledOff ? 'withdrawn' : state === 'closed' ? 'open' : state,
    documents: isBought
      ? [
          { kind: 'receipt', href: documentPath(id, 'receipt.pdf') },
          { kind: 'contract', href: documentPath(id, 'contract.pdf') },
          { kind: 'evidence', href: documentPath(id, 'evidence.pdf') },
        ]
      : [],
    withdrawUntil: isOpen && lastDay ? formatLocalDate(lastDay) : null,
    isFree: total === 0n,
  };
}

/** A subscription as formatted text; `due`: the next charge. */
export function subscriptionCard(
  request: PageRequest,
  pageId: string,
  { subscription, card }: AccountSubscription,
  due = owedPrice(subscription),
): SubscriptionCard {
  const { ctx, view, words, href } = request;
  const { id, brand, variant, productCode, planId, state, price, next, nextChargeOn, cancelsOn } = subscription;
  const product = ctx.catalog.product(brand, variant, productCode);
  const planName = (plan: string): string | null => (product && choosePlan(product, { planId: plan })?.name) ?? null;
  const isLive = state !== 'canceled';
  const isOwing = overdueStates.has(state);
  const amount = formatMoney(due, view.locale);
  const day = nextChargeOn === null ? null : formatLocalDate(nextChargeOn);
  return {
    id,
    product: product?.title ?? productCode,
    plan: planName(planId) ?? product?.title ?? productCode,
    state,
    price: formatMoney(price, view.locale),
    until: formatLocalDate(subscription.periodEnd),
    isFree: isTrialPeriod(subscription),
    next:
      day === null || state === 'paused' || !isLive || isOwing ? null : words('purchases.next.value', { amount, day }),
    owed: isOwing ? (day === null ? amount : words('purchases.owed.value', { amount, day })) : null,
    nextPlan: next === null ? null : planName(next.planId),
    instrument: card
      ? words('purchases.instrument.card', { brand: card.brand, last4: card.last4, expiry: card.expiry })
      : words(`purchases.instrument.${subscription.instrument.kind}`),
    isByBill: card === null && subscription.instrument.kind === 'invoice',
    hasCard: card !== null,
    endsOn: isLive && cancelsOn !== null ? formatLocalDate(cancelsOn) : null,
    cardHref:
      isLive && cancelsOn === null && cardSavingMethod(request, subscription)
        ? href(accountPath(pageId, `/card/${id}`))
        : null,
    may: {
      pay: isOwing,
      pause: state === 'active' && cancelsOn === null,
      resume: state === 'paused' || (isLive && cancelsOn !== null),
      cancel: isLive && cancelsOn === null,
    },
  };
}
