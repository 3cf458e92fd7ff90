import { sha256 } from '#src/kernel/ids/ids.server.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { LocalDate } from '#src/kernel/time/local-date.ts';
import { findPlan, type Plan } from '../catalog/index.ts';
import type { Db, DomainContext } from '../context.server.ts';
import { type Lead, recordConsent } from '../leads/index.server.ts';
import type { Order } from '../orders/index.ts';
import { meansKeyOfProfile, profileOfOrder } from '../payment-profiles/index.server.ts';
import { type Quote, quoteById } from '../quotes/index.server.ts';
import { answerStep, type CheckoutSession } from '../sessions/index.server.ts';
import { ownMeansName } from '../schemes/index.server.ts';
import { beginSubscription } from '../subscriptions/index.server.ts';
import { knowPeople, noteBegunTrial, trialOf, type TrialTerms, writeTrial } from '../trials/index.server.ts';
import type { PayFailure, PayRequest, TenderRequest } from './pay.types.ts';
import { profileField } from './resolve-profile.server.ts';
import { verifyMeansOnce } from './verify-means.server.ts';

/** A purchase that begins with free time, as its buyer asked for it. */
export interface TrialAsked {
  readonly session: CheckoutSession;
  readonly lead: Lead;
  readonly quote: Quote;
  readonly trial: TrialTerms;
}

/** How the first charge will be made. */
export interface TrialMeans {
  /** The kept means, which its bank has called good; null = a bill comes, to be paid by any way. */
  readonly profileId: string | null;
  readonly installments: number;
  readonly consent: { readonly sessionId: string; readonly label: string; readonly text: string; readonly ip: string };
}

/**
 * Finds out by what the first charge will be made, outside any transaction, with no money moved. One tender of a kind
 * that its company checks and keeps is checked and kept; whatever cannot be kept, or a mix, is billed when the free time
 * is over. The same form is the same check, whoever sends it how often.
 */
export async function meansOfTrial(
  ctx: DomainContext,
  request: PayRequest,
  { session, lead, quote }: TrialAsked,
): Promise<Result<TrialMeans, PayFailure>> {
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
  const named = tender.fields[profileField] ?? '';
  // Whose it is was looked at before, with the other tenders'.
  if (named !== '') return ok({ profileId: named, installments, consent });
  if (!ctx.gateways.choose(session.business, session.market, tender.method, { verifies: true })?.verify) return billed;
  const checked = await check(ctx, request, { session, lead, quote }, tender);
  return checked.ok ? ok({ profileId: checked.value, installments, consent }) : checked;
}

async function check(
  ctx: DomainContext,
  { idempotencyKey, browser, visitor }: PayRequest,
  { session, lead, quote }: Pick<TrialAsked, 'session' | 'lead' | 'quote'>,
  { method, fields }: TenderRequest,
): Promise<Result<string, PayFailure>> {
  // Its words say that it is kept.
  const kept = { ...fields, keep: 'yes' };
  const checked = await verifyMeansOnce(ctx, {
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

/** The quote's own word for a method, when it offers it in this market. */
function methodOf(ctx: DomainContext, { market }: CheckoutSession, quote: Quote, method: string): string | null {
  const rail = ctx.rails.byMethod(method);
  if (!rail?.markets.includes(market)) return null;
  return quote.methods.find((one) => rail.methods.includes(one.method))?.method ?? null;
}

/**
 * Writes free time down with its order, its person and the words that were accepted. Refused when the person, or the
 * means, had it before. The caller holds the locks of session and order, and pays the order, which costs nothing now.
 */
export async function acceptTrial(
  ctx: DomainContext,
  trx: Db,
  begun: {
    readonly order: Order;
    readonly lead: Lead;
    readonly terms: TrialTerms;
    readonly means: TrialMeans;
  },
): Promise<Result<null, PayFailure>> {
  const { order, lead, terms, means } = begun;
  const { profileId, installments, consent } = means;
  const now = ctx.clock.now();
  const kept = profileId === null ? null : await meansKeyOfProfile(trx, profileId);
  const meansName = kept && ownMeansName(kept.key, kept.expiry);
  if (!(await knowPeople(trx, ctx.config, order, { ...lead, meansName }, order.id))) return err({ code: 'trial-used' });
  const consentId = await recordConsent(trx, consent, 'trial', now);
  await writeTrial(trx, order, terms, { paymentProfileId: profileId, installments, consentId, now });
  if (order.total === 0n)
    await beginFree(ctx, trx, order, { terms, profileId, installments, startsOn: terms.startsOn });
  return ok(null);
}

/**
 * Begins the subscription of an order that was paid for what came beside a plan that is free at first, with the means that
 * this payment let us keep. Its days count from this payment, never earlier than was said: a slip may be paid days after the
 * press. Nothing happens for any other order.
 */
export async function beginFreeBeside(ctx: DomainContext, trx: Db, order: Order): Promise<void> {
  if (order.total === 0n || !planOf(ctx, order)?.trial) return;
  const trial = await trialOf(trx, order.id);
  const quote = trial && (await quoteById(trx, order.sessionId, order.quoteId));
  if (!quote?.trial) return;
  const profileId = await profileOfOrder(trx, order.id);
  await beginFree(ctx, trx, order, { terms: quote.trial, profileId, installments: 1 });
  await noteBegunTrial(trx, order.id, profileId);
}

function planOf({ catalog }: DomainContext, { brand, variant, productCode, planId }: Order): Plan | null {
  const product = catalog.product(brand, variant, productCode);
  return product && findPlan(product, planId);
}

async function beginFree(
  ctx: DomainContext,
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
  const id = await beginSubscription(ctx, trx, order, {
    trial: true,
    price: { amount: terms.termAmount, currency: order.currency },
    ...(startsOn === undefined ? {} : { startsOn }),
    ...(profileId === null ? {} : { profileId }),
  });
  if (id === null) throw new Error(`The plan of ${order.id} does not go on`);
  await trx.updateTable('subscriptions').set({ people: terms.people, installments }).where('id', '=', id).execute();
}

/** The same where something beside the plan is paid at once: the subscription begins when that is paid. */
export function acceptBeside(
  ctx: DomainContext,
  trx: Db,
  begun: { readonly order: Order; readonly lead: Lead; readonly terms: TrialTerms; readonly request: PayRequest },
): Promise<Result<null, PayFailure>> {
  const { request, ...rest } = begun;
  const { trial: words = { label: '', text: '' }, browser } = request;
  const consent = { sessionId: request.sessionId, ...words, ip: browser.ip };
  return acceptTrial(ctx, trx, { ...rest, means: { profileId: null, installments: 1, consent } });
}

/** What only the means could tell: from now on this buyer is shown the price that is paid at once. */
export async function noteUsedTrial(ctx: DomainContext, session: CheckoutSession): Promise<void> {
  await answerStep(ctx, session, { withoutTrial: 'yes' });
}
