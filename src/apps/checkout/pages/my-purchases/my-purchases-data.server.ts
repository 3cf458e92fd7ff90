import { choosePlan } from '#src/domain/catalog/index.ts';
import { paperAddress } from '#src/domain/contracts/index.ts';
import type { OwnPurchase, OwnSubscription } from '#src/domain/personal-data/index.server.ts';
import { lastWithdrawalDay, mayWithdraw, owedPrice } from '#src/domain/subscriptions/index.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import { formatLocalDate } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import { buyerPath } from '../../passes/enter-buyer-page.server.ts';
import { isFreeTerm } from '../../passes/find-subscription.server.ts';
import type { PageRequest } from '../../web/page.server.ts';
import { keepingMethod, owing } from '../my-card/my-card-data.server.ts';
import type { PurchaseCard, SubscriptionCard } from './my-purchases.types.ts';

/** An order as finished text. */
export function purchaseCard({ ctx, view }: PageRequest, { order, titles, isWithdrawn }: OwnPurchase): PurchaseCard {
  const { id, reference, market, total, currency, state } = order;
  const boughtAt = order.paidAt ?? order.createdAt;
  const lastDay = lastWithdrawalDay(boughtAt, market);
  const isOpen = state === 'paid' && !isWithdrawn && mayWithdraw(boughtAt, ctx.clock.now(), market);
  const isBought = state === 'paid' || state === 'refunded';
  return {
    id,
    title: titles.join(' + '),
    number: reference,
    day: formatLocalDate(marketDate(boughtAt, market)),
    total: formatMoney({ amount: total, currency }, view.locale),
    state: isWithdrawn ? 'withdrawn' : state === 'closed' ? 'open' : state,
    papers: isBought
      ? [
          { kind: 'receipt', href: paperAddress(id, 'receipt.pdf') },
          { kind: 'contract', href: paperAddress(id, 'contract.pdf') },
          { kind: 'evidence', href: paperAddress(id, 'evidence.pdf') },
        ]
      : [],
    withdrawUntil: isOpen && lastDay ? formatLocalDate(lastDay) : null,
    isFree: total === 0n,
  };
}

/** A subscription as finished text; `due`: what is charged next. */
export function subscriptionCard(
  request: PageRequest,
  pageId: string,
  { subscription, card }: OwnSubscription,
  due = owedPrice(subscription),
): SubscriptionCard {
  const { ctx, view, words, href } = request;
  const { id, brand, variant, productCode, planId, state, price, next, nextChargeOn, cancelsOn } = subscription;
  const product = ctx.catalog.product(brand, variant, productCode);
  const planName = (plan: string): string | null => (product && choosePlan(product, { planId: plan })?.name) ?? null;
  const isLive = state !== 'canceled';
  const isOwing = owing.has(state);
  const amount = formatMoney(due, view.locale);
  const day = nextChargeOn === null ? null : formatLocalDate(nextChargeOn);
  return {
    id,
    product: product?.title ?? productCode,
    plan: planName(planId) ?? product?.title ?? productCode,
    state,
    price: formatMoney(price, view.locale),
    until: formatLocalDate(subscription.termTo),
    isFree: isFreeTerm(subscription),
    next:
      day === null || state === 'paused' || !isLive || isOwing
        ? null
        : words('my-purchases.next.value', { amount, day }),
    owed: isOwing ? (day === null ? amount : words('my-purchases.owed.value', { amount, day })) : null,
    nextPlan: next === null ? null : planName(next.planId),
    means: card
      ? words('my-purchases.means.card', { brand: card.brand, last4: card.last4, expiry: card.expiry })
      : words(`my-purchases.means.${subscription.means.kind}`),
    isByBill: card === null && subscription.means.kind === 'bill',
    hasCard: card !== null,
    endsOn: isLive && cancelsOn !== null ? formatLocalDate(cancelsOn) : null,
    cardHref:
      isLive && cancelsOn === null && keepingMethod(request, subscription)
        ? href(buyerPath(pageId, `/card/${id}`))
        : null,
    may: {
      pay: isOwing,
      pause: state === 'active' && cancelsOn === null,
      resume: state === 'paused' || (isLive && cancelsOn !== null),
      cancel: isLive && cancelsOn === null,
    },
  };
}
