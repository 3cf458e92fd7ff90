import type { Lead } from '#src/domain/checkout/leads/index.ts';
import type { OrderView } from '#src/domain/orders/index.ts';
import { amountProblem, strictestLimits, type RailManifest } from '#src/domain/payments/index.ts';
import { type UpcomingCharges, upcomingChargesOfPlan, type MandateTerms } from '#src/domain/payments/index.server.ts';
import type { ChosenLocation } from '#src/domain/checkout/test-locations/index.ts';
import type { Quote } from '#src/domain/checkout/quotes/index.ts';
import type { CheckoutSession } from '#src/domain/checkout/sessions/index.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import { formatLocalDate } from '#src/kernel/time/local-date.ts';
import type { UnitLocation, RecurringOffer } from '#src/ui/payment/rail-views.ts';
import type { PageRequest } from '../../framework/page.server.ts';
import type { OfferedMethod } from '../payment.types.ts';

/**
 * The methods of the quote with a rail and a gateway in this market, in the brand's order, each rail once. A rail with
 * pages of its own is chosen there, and one that needs a unit is left out until the buyer has chosen it. A method with a
 * maximum below the amount due is marked for a part only; one with a minimum above it, or without the buyer's kind of tax
 * id, is left out.
 */
export function offeredMethods(
  { ctx, href, view: { locale } }: Pick<PageRequest, 'ctx' | 'href' | 'view'>,
  session: CheckoutSession,
  quote: Quote,
  unit: ChosenLocation | null = null,
  view: Pick<OrderView, 'attempts'> | null = null,
  {
    due = quote.total,
    lead,
    upcomingCharge = upcomingChargesOfPlan(ctx, session, quote),
  }: { readonly due?: bigint; readonly lead?: Pick<Lead, 'document'>; readonly upcomingCharge?: UpcomingCharges } = {},
): OfferedMethod[] {
  const unreachableAttempts = (view?.attempts ?? []).filter(({ declineCode }) => declineCode === 'gateway-unreachable');
  const avoided = unreachableAttempts.flatMap(({ gateway }) => gateway ?? []);
  const offered = new Map<string, OfferedMethod>();
  for (const { method } of quote.methods) {
    const rail = ctx.rails.byMethod(method);
    if (!rail || offered.has(rail.id) || !rail.markets.includes(session.market)) continue;
    if (rail.hasOwnPages || (rail.requiresLocation && !unit) || !acceptsBuyer(rail, lead)) continue;
    const criteria = { avoided, ...(quote.trial ? ({ verifies: true } as const) : {}) };
    const gateway = ctx.gateways.choose(session.business, session.market, method, criteria);
    if (!gateway) continue;
    const limits = strictestLimits(rail.limits?.[quote.currency], gateway.limits?.[quote.currency]);
    const outside = amountProblem(due, limits);
    if (outside?.code === 'amount-below-limit') continue;
    const { id, takesInstallments } = rail;
    const methods = quote.methods.map((one) => one.method).filter((word) => rail.methods.includes(word));
    const unitLocation = rail.requiresLocation && unit ? unitLocationOf(unit, href) : null;
    const recurring = gateway.consents ? formatOffer(upcomingCharge.recurring, locale) : null;
    // A gateway that verifies an instrument without a charge also saves it; the others only charge it.
    const canSaveInstrument = gateway.verify !== undefined;
    offered.set(id, {
      method,
      rail: id,
      takesInstallments,
      asksAddress: rail.asksBillingAddress === true,
      methods,
      unitLocation,
      gateway: gateway.id,
      canSaveInstrument,
      recurring,
      renewal: canSaveInstrument && !quote.trial ? formatOffer(upcomingCharge.renewal, locale) : null,
      ...(outside ? { partOnly: unitsToJson(outside.limit) } : {}),
    });
  }
  return [...offered.values()];
}

/** Whether a payment method accepts the buyer's kind of tax id, if it is known. */
function acceptsBuyer({ documents }: RailManifest, lead: Pick<Lead, 'document'> | undefined): boolean {
  const known = lead?.document?.type;
  return !documents || known === undefined || documents.some((type) => type === known);
}

/** Amount, interval and first date of the later charges, as formatted text. */
function formatOffer(terms: MandateTerms | null, locale: PageRequest['view']['locale']): RecurringOffer | null {
  if (!terms) return null;
  const { price, period, firstDueOn } = terms;
  return { amount: formatMoney(price, locale), period, firstOn: formatLocalDate(firstDueOn) };
}

function unitLocationOf({ name, address, city, region }: ChosenLocation, href: PageRequest['href']): UnitLocation {
  return { name, address: `${address}, ${city} ${region}`, change: href('/select-school') };
}
