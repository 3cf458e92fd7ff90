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
import { type Vault, paymentProfileField } from './resolve-payment-profile.server.ts';

/** A tender that was read and checked, ready to be stored and charged. Amounts are minor units. */
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

/** The interest of a count of installments; null when the quote does not offer that count. */
function interestFor(quote: Quote, principal: bigint, count: number, least: Money | null): bigint | null {
  if (count === 1) return 0n;
  const table = partInstallments(quote, principal, least);
  return table.find((candidate) => candidate.count === count)?.tax ?? null;
}

/** The rail of a tender's method, and the method of the quote that offers it; null when either is missing. */
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

/** The method that the buyer chose on the rail's form; null when it is not the quote's or not the rail's. */
function chosenMethod(quote: Quote, rail: RailManifest, word: string): QuoteMethod | null {
  return quote.methods.find(({ method }) => method === word && rail.methods.includes(word)) ?? null;
}

/** The gateway of a tender: the one that its fields are encrypted for, where they are. */
function gatewayFor(
  { sealed }: RailDetails,
  first: GatewayPort,
  choose: (criteria: GatewayCriteria) => GatewayPort | null,
): Result<GatewayPort, PayFailure> {
  if (!sealed) return ok(first);
  const named = choose({ only: sealed.for });
  return named ? ok(named) : err({ code: 'fields-invalid', fields: sealed.again });
}

/** Whether a rail accepts the payer's document: that of its form, else that of the lead. */
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
    /** The vaults of the buyer's payment profiles, by id. */
    vaults: ReadonlyMap<string, Vault>;
    /** Charges of later billing periods that the buyer may agree to. */
    upcoming: UpcomingCharges;
    /** Its index among the tenders of the request. */
    index: number;
  },
): Result<PreparedTender, PayFailure> {
  const { session, lead, quote, request, principal, avoided, index, vaults } = from;
  // A tender that pays a part of the price offers no later charges.
  const upcoming = principal === quote.total ? from.upcoming : noUpcomingCharges;
  const found = offeredMethodOf(ctx, session, quote, request.method);
  if (!found) return err({ code: 'method-not-offered' });
  const { rail, offered } = found;
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
    // The buyer of a trial agreed that the instrument is saved.
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
