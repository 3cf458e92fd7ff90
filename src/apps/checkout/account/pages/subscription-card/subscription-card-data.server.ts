import { designSystemId } from '#src/branding/index.ts';
import { chargeIntervalOf, type MandateTerms } from '#src/domain/payments/index.ts';
import { owedPrice, type Subscription } from '#src/domain/subscriptions/subscriptions/index.ts';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import { addDays, formatLocalDate } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import { accountPath } from '../../links/open-account-page.server.ts';
import type { PageRequest } from '#src/apps/checkout/framework/page.server.ts';
import type { SubscriptionCardData } from './subscription-card.types.ts';
import { overdueStates, cardSavingMethod } from '../../subscriptions/card-saving.server.ts';

/**
 * The charges of a new card: a debt at once, everything else from its due date. Null where no mandate scheme has an
 * interval for the plan's periods. A mandate covers all periods, so a first charge at another price is named in it.
 */
export function cardRenewalTerms({ clock }: PageRequest['ctx'], subscription: Subscription): MandateTerms | null {
  const { nextChargeOn, periodEnd, market } = subscription;
  const isOwing = overdueStates.has(subscription.state);
  // A debt includes the price of the chosen plan.
  const { price, periodMonths } = subscription.next ?? subscription;
  const period = chargeIntervalOf(periodMonths);
  const first = owedPrice(subscription);
  const today = marketDate(clock.now(), market);
  const day = nextChargeOn ?? addDays(periodEnd, 1);
  return (
    period && {
      price,
      ...(first.amount === price.amount ? {} : { first }),
      period,
      firstDueOn: isOwing || day < today ? today : day,
    }
  );
}

/** The page's data as formatted text; `due`: the next charge. */
export function subscriptionCardData(
  request: PageRequest,
  pageId: string,
  subscription: Subscription,
  email: string,
  due = owedPrice(subscription),
): SubscriptionCardData {
  const { ctx, view, visit, href, words, fieldsOrigin } = request;
  const { brand, variant, productCode, nextChargeOn, state } = subscription;
  const found = cardSavingMethod(request, subscription);
  const isOwing = overdueStates.has(state);
  const terms = cardRenewalTerms(ctx, subscription);
  const amount = formatMoney(due, view.locale);
  const frame = new URLSearchParams({
    parent: ctx.config.publicOrigin,
    theme: designSystemId(view.theme),
    locale: view.locale,
    gateway: found?.gateway ?? '',
    ground: 'surface',
  });
  return {
    product: ctx.catalog.product(brand, variant, productCode)?.title ?? productCode,
    next: isOwing
      ? words('subscription-card.owed', { amount })
      : nextChargeOn === null
        ? null
        : words('subscription-card.next', { amount, day: formatLocalDate(nextChargeOn) }),
    owed: isOwing ? amount : null,
    method: found && { method: found.method, rail: found.rail },
    renewal: terms && {
      amount: formatMoney(terms.price, view.locale),
      ...(terms.first ? { first: formatMoney(terms.first, view.locale) } : {}),
      period: terms.period,
      firstOn: formatLocalDate(terms.firstDueOn),
    },
    idempotencyKey: newSecret(),
    market: subscription.market,
    secretFrame: `${fieldsOrigin}/?${frame}`,
    buyerEmail: email,
    back: href(accountPath(pageId)),
    help: visit.brand.links.faq,
  };
}
