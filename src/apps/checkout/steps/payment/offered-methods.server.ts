import type { Lead } from '#src/domain/leads/index.ts';
import type { OrderView } from '#src/domain/orders/index.ts';
import { amountProblem, narrowest, type RailManifest } from '#src/domain/payments/index.ts';
import { type AgreementAhead, aheadOfPlan } from '#src/domain/payments/index.server.ts';
import type { ChosenPlace } from '#src/domain/places/index.ts';
import type { Quote } from '#src/domain/quotes/index.ts';
import type { RecurringTerms } from '#src/domain/recurrences/index.ts';
import type { CheckoutSession } from '#src/domain/sessions/index.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import { formatLocalDate } from '#src/kernel/time/local-date.ts';
import type { RailPlace, RecurringOffer } from '#src/ui/payment/rail-views.ts';
import type { PageRequest } from '../../web/page.server.ts';
import type { OfferedMethod } from './payment.types.ts';

/**
 * The methods of the quote that have a rail and a gateway in this market, in the brand's order, each rail once. A rail with
 * pages of its own is chosen there, and one that needs a place waits until the buyer has chosen that. What takes less than
 * is owed is marked for a part of it; what takes only more, or nobody with the buyer's kind of document, is left out.
 */
export function offeredMethods(
  { ctx, href, view: { locale } }: Pick<PageRequest, 'ctx' | 'href' | 'view'>,
  session: CheckoutSession,
  quote: Quote,
  unit: ChosenPlace | null = null,
  view: Pick<OrderView, 'attempts'> | null = null,
  {
    due = quote.total,
    lead,
    ahead = aheadOfPlan(ctx, session, quote),
  }: { readonly due?: bigint; readonly lead?: Pick<Lead, 'document'>; readonly ahead?: AgreementAhead } = {},
): OfferedMethod[] {
  const unreached = (view?.attempts ?? []).filter(({ declineCode }) => declineCode === 'gateway-unreachable');
  const avoided = unreached.flatMap(({ gateway }) => gateway ?? []);
  const offered = new Map<string, OfferedMethod>();
  for (const { method } of quote.methods) {
    const rail = ctx.rails.byMethod(method);
    if (!rail || offered.has(rail.id) || !rail.markets.includes(session.market)) continue;
    if (rail.hasOwnPages || (rail.needsPlace && !unit) || !takesBuyer(rail, lead)) continue;
    const wish = { avoided, ...(quote.trial ? ({ verifies: true } as const) : {}) };
    const gateway = ctx.gateways.choose(session.business, session.market, method, wish);
    if (!gateway) continue;
    const limits = narrowest(rail.limits?.[quote.currency], gateway.limits?.[quote.currency]);
    const outside = amountProblem(due, limits);
    if (outside?.code === 'amount-below-limit') continue;
    const { id, takesInstallments } = rail;
    const methods = quote.methods.map((one) => one.method).filter((word) => rail.methods.includes(word));
    const place = rail.needsPlace && unit ? placeOf(unit, href) : null;
    const recurring = gateway.consents ? written(ahead.recurring, locale) : null;
    // Who checks a means without money keeps it, too; the others only charge it.
    const keepsMeans = gateway.verify !== undefined;
    offered.set(id, {
      method,
      rail: id,
      takesInstallments,
      asksAddress: rail.asksBillingAddress === true,
      methods,
      place,
      gateway: gateway.id,
      keepsMeans,
      recurring,
      renewal: keepsMeans && !quote.trial ? written(ahead.renewal, locale) : null,
      ...(outside ? { partOnly: unitsToJson(outside.limit) } : {}),
    });
  }
  return [...offered.values()];
}

/** Whether a way to pay takes the kind of document by which the buyer is known, if they are by any. */
function takesBuyer({ documents }: RailManifest, lead: Pick<Lead, 'document'> | undefined): boolean {
  const known = lead?.document?.type;
  return !documents || known === undefined || documents.some((type) => type === known);
}

/** What will be charged, how often, and from when on, as finished text. */
function written(terms: RecurringTerms | null, locale: PageRequest['view']['locale']): RecurringOffer | null {
  if (!terms) return null;
  const { price, period, firstDueOn } = terms;
  return { amount: formatMoney(price, locale), period, firstOn: formatLocalDate(firstDueOn) };
}

function placeOf({ name, address, city, region }: ChosenPlace, href: PageRequest['href']): RailPlace {
  return { name, address: `${address}, ${city} ${region}`, change: href('/select-school') };
}
