import { designSystemId } from '#src/branding/index.ts';
import { offeredMethods } from '#src/domain/catalog/index.ts';
import type { Subscription } from '#src/domain/subscriptions/index.ts';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import { formatLocalDate } from '#src/kernel/time/local-date.ts';
import { buyerPath } from '../../passes/enter-buyer-page.server.ts';
import type { PageRequest } from '../../web/page.server.ts';
import type { MyCardData } from './my-card.types.ts';

/** The first way to pay of the subscription's plan whose company checks a means without money, and keeps it. */
export function keepingMethod({ ctx }: PageRequest, subscription: Subscription) {
  const { brand, variant, productCode, planId, business, market } = subscription;
  const product = ctx.catalog.product(brand, variant, productCode);
  const plan = product?.plans.find(({ id }) => id === planId) ?? product?.plans[0];
  for (const { method } of plan ? offeredMethods(plan) : []) {
    const rail = ctx.rails.byMethod(method);
    if (!rail || rail.hasOwnPages || !rail.markets.includes(market)) continue;
    const gateway = ctx.gateways.choose(business, market, method, { verifies: true });
    if (gateway?.verify && gateway.inspect) return { method, rail: rail.id, gateway: gateway.id };
  }
  return null;
}

/** The page's facts as finished text. */
export function myCard(request: PageRequest, pageId: string, subscription: Subscription, email: string): MyCardData {
  const { ctx, view, visit, href, words, fieldsOrigin } = request;
  const { brand, variant, productCode, price, next, nextChargeOn, state } = subscription;
  const found = keepingMethod(request, subscription);
  const isOwing = state === 'past-due' || state === 'suspended';
  const amount = formatMoney(isOwing ? price : (next?.price ?? price), view.locale);
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
      ? words('my-card.owed', { amount })
      : nextChargeOn === null
        ? null
        : words('my-card.next', { amount, day: formatLocalDate(nextChargeOn) }),
    isOwing,
    method: found && { method: found.method, rail: found.rail },
    idempotencyKey: newSecret(),
    market: subscription.market,
    secretFrame: `${fieldsOrigin}/?${frame}`,
    buyerEmail: email,
    back: href(buyerPath(pageId)),
    help: visit.brand.links.faq,
  };
}
