import { sha256 } from '#src/kernel/ids/ids.server.ts';
import type { Money } from '#src/kernel/money/money.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { PaymentsContext } from '../context.server.ts';
import type { GatewayCriteria } from '../ports/directories.port.ts';
import type { Lead } from '../../checkout/leads/index.ts';
import { partInstallments, type Quote, type QuoteMethod } from '../../checkout/quotes/index.ts';
import type { CheckoutSession } from '../../checkout/sessions/index.ts';
import { type UpcomingCharges, noUpcomingCharges, planOf } from './upcoming-charges.server.ts';
import { amountProblem, strictestLimits } from '../ports/amount-limits.ts';
import type { GatewayPort } from '../ports/gateway.port.ts';
import type { PayFailure, TenderRequest } from '../ports/pay.types.ts';
import type { RailDetails, RailManifest } from '../ports/rail.contract.ts';
import { type Keeper, paymentProfileField } from './resolve-payment-profile.server.ts';

/** A tender that was understood and checked, ready to be written and charged. Amounts are minor units. */
export interface PreparedTender {
  readonly rail: RailManifest;
  readonly gateway: GatewayPort;
  readonly method: string;
  readonly planId: string;
  readonly installments: number;
  readonly principal: bigint;
  readonly interest: bigint;
  readonly details: RailDetails;
  readonly expiresAt: Date;
  readonly deadlineAt: Date;
  readonly singleUseHash: string | null;
}

/** What a count of installments adds to the price; null when the quote does not offer that count. */
function interestFor(quote: Quote, principal: bigint, count: number, least: Money | null): bigint | null {
  if (count === 1) return 0n;
  const table = partInstallments(quote, principal, least);
  return table.find((candidate) => candidate.count === count)?.tax ?? null;
}

/** The rail that a tender names and the way of the quote that it is offered by; null when either is missing here. */
function offeredMethodOf(
  ctx: PaymentsContext,
  { market }: CheckoutSession,
  quote: Quote,
  named: string,
): { readonly rail: RailManifest; readonly offered: QuoteMethod } | null {
  const rail = ctx.rails.byMethod(named);
  if (!rail?.markets.includes(market)) return null;
  const offered = quote.methods.find(({ method }) => rail.methods.includes(method));
  return offered ? { rail, offered } : null;
}

/** The way that its buyer chose on the rail's form, which may have several; null when it is not the quote's or not the rail's. */
function chosenMethod(quote: Quote, rail: RailManifest, word: string): QuoteMethod | null {
  return quote.methods.find(({ method }) => method === word && rail.methods.includes(word)) ?? null;
}

/** Who is asked: the company that what was typed is sealed for, where it is. */
function gatewayFor(
  { sealed }: RailDetails,
  first: GatewayPort,
  choose: (criteria: GatewayCriteria) => GatewayPort | null,
): Result<GatewayPort, PayFailure> {
  if (!sealed) return ok(first);
  const named = choose({ only: sealed.for });
  return named ? ok(named) : err({ code: 'fields-invalid', fields: sealed.again });
}

/** Whether a rail takes who pays: by the document that its form asked for, or else the one that the buyer gave before. */
function acceptsDocument({ documents }: RailManifest, payer: RailDetails['payer'], lead: Lead): boolean {
  const known = payer.document ?? lead.document;
  return !documents || !known || documents.some((type) => type === known.type);
}

/** Checks one tender against the quote, the market and its rail's own form. */
export function prepareTender(
  ctx: PaymentsContext,
  from: {
    session: CheckoutSession;
    lead: Lead;
    quote: Quote;
    request: TenderRequest;
    principal: bigint;
    avoided: readonly string[];
    /** Which company keeps each of the buyer's means. */
    vaults: ReadonlyMap<string, Keeper>;
    /** What may be agreed to for the terms to come. */
    upcoming: UpcomingCharges;
    /** Its place among the tenders of the call. */
    index: number;
  },
): Result<PreparedTender, PayFailure> {
  const { session, lead, quote, request, principal, avoided, index, vaults } = from;
  // Who pays a part of a price with it agrees to nothing more.
  const upcoming = principal === quote.total ? from.upcoming : noUpcomingCharges;
  const way = offeredMethodOf(ctx, session, quote, request.method);
  if (!way) return err({ code: 'method-not-offered' });
  const { rail, offered } = way;
  const choose = (criteria: GatewayCriteria): GatewayPort | null =>
    ctx.gateways.choose(session.business, session.market, offered.method, criteria);
  const vault = vaults.get(request.fields[paymentProfileField] ?? '');
  const first = choose(vault === undefined ? { avoided } : { only: vault.gateway });
  if (!first) return err({ code: 'method-not-offered' });

  const plan = planOf(ctx, session, quote);
  const interest = interestFor(quote, principal, request.installments, plan?.installments?.minimum ?? null);
  if (interest === null || (request.installments > 1 && !rail.takesInstallments)) {
    return err({ code: 'installments-not-offered' });
  }
  const { currency } = quote;
  const outside = amountProblem(
    principal + interest,
    strictestLimits(rail.limits?.[currency], first.limits?.[currency]),
  );
  if (outside) return err({ code: outside.code, limit: { amount: outside.limit, currency }, tender: index });
  const now = ctx.clock.now();
  const server = ctx.rails.server(rail.id);
  const details = server.readDetails({
    // What the buyer agreed to be charged for later is kept: their words say so.
    fields: quote.trial ? { ...request.fields, keep: 'yes' } : request.fields,
    market: session.market,
    buyer: { name: lead.name, email: lead.email, phone: lead.phone },
    now,
    recurring: first.consents ? upcoming.recurring : null,
    renewal: first.verify ? upcoming.renewal : null,
    locale: session.locale,
    requiresSecurityCode:
      vault !== undefined && !request.isOneClick && first.requiresSecurityCode?.includes(vault.brand) === true,
    late: plan?.methods.find(({ method }) => method === offered.method)?.late ?? null,
  });
  if (!details.ok) return err({ code: 'fields-invalid', fields: details.error });
  if (!acceptsDocument(rail, details.value.payer, lead)) return err({ code: 'document-not-taken', tender: index });
  const gateway = gatewayFor(details.value, first, choose);
  if (!gateway.ok) return gateway;
  const chosen = chosenMethod(quote, rail, details.value.method ?? offered.method);
  if (!chosen) return err({ code: 'method-not-offered' });
  const expiresAt = server.expiresAt(now, session.market);
  return ok({
    rail,
    gateway: gateway.value,
    method: chosen.method,
    planId: chosen.planId,
    installments: request.installments,
    principal,
    interest,
    details: details.value,
    expiresAt,
    deadlineAt: new Date(expiresAt.getTime() + (details.value.graceSeconds ?? server.graceSeconds) * 1000),
    singleUseHash: details.value.singleUseValue === undefined ? null : sha256(details.value.singleUseValue),
  });
}
