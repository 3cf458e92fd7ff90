import { sha256 } from '#src/kernel/ids/ids.server.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { LocalDate } from '#src/kernel/time/local-date.ts';
import { findPlan, type Plan } from '../../catalog/products/index.ts';
import type { Db } from '../../base-context.server.ts';
import type { PaymentsContext } from '../context.server.ts';
import { type Lead, recordConsent } from '../../checkout/leads/index.server.ts';
import type { Order } from '../../orders/index.ts';
import { instrumentKeyOfProfile, lastProfileOfOrder } from '../profiles/index.server.ts';
import { type Quote, quoteById } from '../../checkout/quotes/index.server.ts';
import { saveStepAnswers, type CheckoutSession } from '../../checkout/sessions/index.server.ts';
import { privateInstrumentKey } from '../decline-policy/index.server.ts';
import { reserveTrial, markTrialStarted, trialOf, createTrial } from '../../checkout/trials/index.server.ts';
import type { TrialTerms } from '../../catalog/terms/index.ts';
import type { PayFailure, PayRequest, TenderRequest } from '../ports/pay.types.ts';
import { paymentProfileField } from './resolve-payment-profile.server.ts';
import { verifyInstrumentOnce } from './verify-instrument.server.ts';

/** A purchase that begins with a trial. */
export interface TrialRequest {
  readonly session: CheckoutSession;
  readonly lead: Lead;
  readonly quote: Quote;
  readonly trial: TrialTerms;
}

/** The instrument of the first charge after a trial. */
export interface TrialInstrument {
  /** The verified payment profile; null: an invoice is sent, to be paid by any method. */
  readonly profileId: string | null;
  readonly installments: number;
  readonly consent: { readonly sessionId: string; readonly label: string; readonly text: string; readonly ip: string };
}

/**
 * Determines the instrument of the first charge, outside any transaction and without moving money. A single tender whose gateway
 * verifies and saves instruments is verified and saved; any other tender, and several tenders, get an invoice when the trial ends.
 * The same form is the same verification, however often it is sent.
 */
export async function trialInstrumentOf(
  ctx: PaymentsContext,
  request: PayRequest,
  { session, lead, quote }: TrialRequest,
): Promise<Result<TrialInstrument, PayFailure>> {
  const { trial: words, browser, tenders } = request;
  if (!words) return err({ code: 'trial-not-accepted', quote });
  const consent = { sessionId: session.id, ...words, ip: browser.ip };
  const [tender, ...others] = tenders;
  const known = tenders.every(({ method }) => methodOf(ctx, session, quote, method) !== null);
  if (!tender || !known) return err({ code: 'method-not-offered' });
  const billed = ok({ profileId: null, installments: 1, consent });
  if (others.length > 0) return billed;
  if (!quote.installments.some(({ count }) => count === tender.installments) && tender.installments !== 1)
    return err({ code: 'installments-not-offered' });
  const { installments } = tender;
  const named = tender.fields[paymentProfileField] ?? '';
  // `vaultOf` has checked before that the session may use it.
  if (named !== '') return ok({ profileId: named, installments, consent });
  if (!ctx.gateways.choose(session.business, session.market, tender.method, { verifies: true })?.verify) return billed;
  const checked = await check(ctx, request, { session, lead, quote }, tender);
  return checked.ok ? ok({ profileId: checked.value, installments, consent }) : checked;
}

async function check(
  ctx: PaymentsContext,
  { idempotencyKey, browser, visitor }: PayRequest,
  { session, lead, quote }: Pick<TrialRequest, 'session' | 'lead' | 'quote'>,
  { method, fields }: TenderRequest,
): Promise<Result<string, PayFailure>> {
  // The buyer accepted with the trial that the instrument is saved.
  const kept = { ...fields, keep: 'yes' };
  const checked = await verifyInstrumentOnce(ctx, {
    key: `trial ${session.id} ${idempotencyKey} ${sha256(JSON.stringify(Object.entries(kept).toSorted(([a], [b]) => (a < b ? -1 : 1))))}`,
    business: session.business,
    market: session.market,
    currency: quote.currency,
    method,
    fields: kept,
    buyer: { name: lead.name, email: lead.email, phone: lead.phone },
    sessionId: session.id,
    ip: browser.ip,
    visitor,
  });
  if (checked.ok) {
    const { profileId, declineCode } = checked.value;
    return profileId === null
      ? err({ code: 'means-refused', declineCode: declineCode ?? 'gateway-unreachable' })
      : ok(profileId);
  }
  const { error } = checked;
  switch (error.code) {
    case 'gateway-unreachable':
      return err({ code: 'means-refused', declineCode: error.code });
    case 'method-not-offered':
      return err({ code: error.code });
    default:
      return err(error);
  }
}

/** The quote's name of a method; null when it does not offer the method in this market. */
function methodOf(ctx: PaymentsContext, { market }: CheckoutSession, quote: Quote, method: string): string | null {
  const rail = ctx.rails.byMethod(method);
  if (!rail?.markets.includes(market)) return null;
  return quote.methods.find((one) => rail.methods.includes(one.method))?.method ?? null;
}

/**
 * Stores a trial with its order, its buyer and the accepted text. Refused when the buyer, or the instrument, had a trial before.
 * The caller holds the locks of session and order, and marks the order as paid where it costs nothing now.
 */
export async function acceptTrial(
  ctx: PaymentsContext,
  trx: Db,
  begun: {
    readonly order: Order;
    readonly lead: Lead;
    readonly terms: TrialTerms;
    readonly instrument: TrialInstrument;
  },
): Promise<Result<null, PayFailure>> {
  const { order, lead, terms, instrument } = begun;
  const { profileId, installments, consent } = instrument;
  const now = ctx.clock.now();
  const kept = profileId === null ? null : await instrumentKeyOfProfile(trx, profileId);
  const instrumentName = kept && privateInstrumentKey(kept.key, kept.expiry);
  if (!(await reserveTrial(trx, ctx.config, order, { ...lead, instrumentName }, order.id)))
    return err({ code: 'trial-used' });
  const consentId = await recordConsent(trx, consent, 'trial', now);
  await createTrial(trx, order, terms, { paymentProfileId: profileId, installments, consentId, now });
  if (order.total === 0n)
    await beginTrial(ctx, trx, order, { terms, profileId, installments, startsOn: terms.startsOn });
  return ok(null);
}

/**
 * Begins the trial of a plan once the extras of its order are paid, with the profile that this payment saved. Its days count from
 * this payment, never earlier than agreed: a bank slip may be paid days later. Nothing happens for any other order.
 */
export async function beginTrialAfterPayment(ctx: PaymentsContext, trx: Db, order: Order): Promise<void> {
  if (order.total === 0n || !planOf(ctx, order)?.trial) return;
  const trial = await trialOf(trx, order.id);
  const quote = trial && (await quoteById(trx, order.sessionId, order.quoteId));
  if (!quote?.trial) return;
  const profileId = await lastProfileOfOrder(trx, order.id);
  await beginTrial(ctx, trx, order, { terms: quote.trial, profileId, installments: 1 });
  await markTrialStarted(trx, order.id, profileId);
}

function planOf({ catalog }: PaymentsContext, { brand, variant, productCode, planId }: Order): Plan | null {
  const product = catalog.product(brand, variant, productCode);
  return product && findPlan(product, planId);
}

async function beginTrial(
  ctx: PaymentsContext,
  trx: Db,
  order: Order,
  begun: {
    readonly terms: TrialTerms;
    readonly profileId: string | null;
    readonly installments: number;
    readonly startsOn?: LocalDate;
  },
): Promise<void> {
  const { terms, profileId, installments, startsOn } = begun;
  await ctx.handlers.onTrialAccepted(ctx, trx, order, {
    price: { amount: terms.termAmount, currency: order.currency },
    people: terms.people,
    installments,
    profileId,
    ...(startsOn === undefined ? {} : { startsOn }),
  });
}

/** Stores a trial whose order has extras to pay now: the subscription begins once they are paid. */
export function acceptTrialWithPayment(
  ctx: PaymentsContext,
  trx: Db,
  begun: { readonly order: Order; readonly lead: Lead; readonly terms: TrialTerms; readonly request: PayRequest },
): Promise<Result<null, PayFailure>> {
  const { request, ...rest } = begun;
  const { trial: words = { label: '', text: '' }, browser } = request;
  const consent = { sessionId: request.sessionId, ...words, ip: browser.ip };
  return acceptTrial(ctx, trx, { ...rest, instrument: { profileId: null, installments: 1, consent } });
}

/** Records that the instrument had a trial before: from now on the session is offered the price without a trial. */
export async function recordUsedTrial(ctx: PaymentsContext, session: CheckoutSession): Promise<void> {
  await saveStepAnswers(ctx, session, { withoutTrial: 'yes' });
}
