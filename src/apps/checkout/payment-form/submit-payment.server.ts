import { checkVoucherGuess } from '#src/domain/risk/index.server.ts';
import { patchLead, recordConsents } from '#src/domain/checkout/leads/index.server.ts';
import { orderView } from '#src/domain/orders/index.server.ts';
import { deleteProfile } from '#src/domain/payments/profiles/index.server.ts';
import { pay, type PayFailure, type PayRequest } from '#src/domain/payments/index.server.ts';
import { currentQuote, type Quote, quoteById } from '#src/domain/checkout/quotes/index.server.ts';
import { pageForOrder } from '../site/order-status/page-for-order.ts';
import { pathOfTemplate } from '../site/order-status/purchase-routes.ts';
import { orderAddress, isPaidOrRefunded } from '../site/order-status/order-address.server.ts';
import { type FormFields, redirect, type SubmitResult } from '../framework/page.server.ts';
import { suggestionField, formParts, withoutVoucher } from './form-fields.ts';
import type { PaymentContext } from './payment-data.server.ts';
import { paymentErrors, partCount, type ReadPayment, readPayment, valuesToShow } from './read-payment.server.ts';
import { splitAddress } from './split/split-data.server.ts';
import { trialLabel, trialText } from './trial/trial-offer.server.ts';
import type { RequestedPart } from './split/split-query.ts';
import { acceptContract, copyAcceptance } from '#src/domain/documents/contracts/index.server.ts';
import type { Translator } from '#src/ui/words/translator.ts';

/** Pages to which a payment page redirects at once; from the others a buyer may return and select another method. */
const decided: ReadonlySet<string> = new Set(['/success', '/parsing']);

/** The page of a buyer with nothing to pay; null while they may pay. */
export function decidedOrderAddress({ request, view, routes }: PaymentContext): string | null {
  const newest = view?.attempts[0];
  if (!view || (!newest && !isPaidOrRefunded(view))) return null;
  if (newest?.state === 'awaiting-buyer' && view.order.state !== 'paid') return null;
  const page = pageForOrder(view, newest ? request.ctx.rails.byId(newest.rail) : null);
  return decided.has(page) ? orderAddress(request, view, routes) : null;
}

/** Handles a posted payment form on any page: applies a voucher, or pays. */
export async function submitPayment(context: PaymentContext, posted: FormFields): Promise<SubmitResult> {
  const form = posted[suggestionField] ? Object.fromEntries(new URLSearchParams(posted[suggestionField])) : posted;
  const { intent, ...values } = valuesToShow(form, context.request.ctx.rails);
  const typed = (form['voucher'] ?? '').trim();
  if (intent === 'remove-voucher') return applyVoucher(context, values, '');
  if (intent === 'forget-profile') return eraseProfiles(context, form, values);
  // A typed voucher is applied first: no buyer pays a price that they did not expect.
  if (typed !== '' && intent !== withoutVoucher) return applyVoucher(context, values, typed, intent === undefined);
  if (intent === 'ways') return redirect(splitAddress(context.request, context.routes, waysOf(form)));
  if (intent === 'voucher') return { kind: 'refused', values, errors: { voucher: 'payment.voucher.missing' } };
  return payNow(context, form, values);
}

/** Deletes the saved instrument of a form, here and at its gateway, and shows the page again without it. */
async function eraseProfiles(
  { request, session, profiles = [] }: PaymentContext,
  form: FormFields,
  values: FormFields,
): Promise<SubmitResult> {
  const named = new Set(Object.values(form));
  for (const { id } of profiles.filter((profile) => named.has(profile.id))) {
    const { db, config, clock, gateways } = request.ctx;
    const gone = await deleteProfile(db, config, { sessionId: session.id, profileId: id, now: clock.now() });
    if (gone?.token) await gateways.byId(gone.gateway)?.forget?.(gone.token);
  }
  return { kind: 'refused', status: 200, values, errors: {} };
}

/** The parts of a form as typed, for a buyer who changes them without a script. */
function waysOf(form: FormFields): RequestedPart[] {
  return formParts(form, partCount(form)).map(({ method = '' }) => ({ method, amount: null }));
}

/** Shows the page again at the price with this voucher; an empty code removes the voucher. */
async function applyVoucher(
  { request, session }: PaymentContext,
  values: FormFields,
  voucher: string,
  isPaying = false,
): Promise<SubmitResult> {
  const { ip, hash } = request.browser;
  const quote = await checkVoucherGuess(request.ctx, { ip, browserHash: hash }, voucher, () =>
    currentQuote(request.ctx, session, { voucher }),
  );
  const { voucher: _typed, ...others } = values;
  if (quote.ok) return { kind: 'refused', status: 200, values: others, errors: {} };
  const own = `payment.voucher.${quote.error.code}`;
  const key = request.words.has(own) ? own : 'payment.voucher.voucher-invalid';
  // When the pay button was pressed, the message appears at the button, beside the one that pays without the voucher.
  return { kind: 'refused', values, errors: { [isPaying ? withoutVoucher : 'voucher']: key } };
}

async function payNow(context: PaymentContext, form: FormFields, values: FormFields): Promise<SubmitResult> {
  const { request, session } = context;
  const { ctx, browser } = request;
  const read = readPayment(context, form);
  if (!read.ok) return { kind: 'refused', values, errors: read.error };
  const { payRequest, payer } = read.value;
  const carryOver = await acceptTerms(context, payRequest.quoteId);
  if (payer.document || payer.address) await patchLead(ctx, session, context.lead.id, payer);

  const { userAgent, language, ip } = browser;
  // The quote shown on the page, which may have been open over midnight: a quote of today begins its trial today.
  const isNewest = payRequest.quoteId === context.quote.id;
  const shown = (isNewest ? null : await quoteById(ctx.db, session.id, payRequest.quoteId)) ?? context.quote;
  const payment = {
    ...withEarlierTenders(context, payRequest),
    ...trialConsent(request, shown),
    sessionId: session.id,
    browser: { userAgent, language, ip },
    visitor: browser.hash,
  };
  const result = await pay(ctx, { ...payment, onQuoteReplaced: carryOver });
  if (!result.ok) return refusal(context, values, result.error);
  const view = await orderView(ctx, result.value.orderId);
  if (!view) throw new Error(`Order ${result.value.orderId} vanished`);
  const page = pageForOrder(view, ctx.rails.byId(view.attempts[0]?.rail ?? ''));
  // Declined by the bank: the page shows the reason above the form, with the typed values.
  if (page === '/payment') return { kind: 'refused', values, errors: {} };
  return redirect(orderAddress(request, view, context.routes));
}

/** The consent text of a trial, as shown beside the checkbox. */
function trialConsent(request: PaymentContext['request'], quote: Quote): Pick<PayRequest, 'trial'> {
  const text = trialText(request, quote);
  return text === null ? {} : { trial: { label: trialLabel, text } };
}

/** The tenders before those of the form; the form showed the rest. */
function withEarlierTenders(
  { first = [] }: PaymentContext,
  payRequest: ReadPayment['payRequest'],
): ReadPayment['payRequest'] {
  const paid = first.reduce((sum, { amount }) => sum + (amount ?? 0n), 0n);
  const shown = payRequest.shownAmount === undefined ? {} : { shownAmount: payRequest.shownAmount + paid };
  return { ...payRequest, ...shown, tenders: [...first, ...payRequest.tenders] };
}

function refusal({ request, routes }: PaymentContext, values: FormFields, failure: PayFailure): SubmitResult {
  switch (failure.code) {
    case 'lead-missing':
      return redirect(request.firstStep);
    case 'step-missing':
      return redirect(request.href(routes.isOnePage ? routes.payment : pathOfTemplate(failure.template)));
    case 'order-paid':
      return redirect(request.href(routes.done));
    case 'attempt-open':
      return redirect(request.href(routes.isOnePage ? routes.payment : '/parsing'));
    default:
      return {
        kind: 'refused',
        values,
        errors: paymentErrors(failure, values, request.ctx.rails),
        ...(failure.code === 'captcha-needed' ? { rerunParts: ['extra/captcha'] } : {}),
      };
  }
}

/** The text of the checkbox, as shown. */
function termsText(words: Translator): string {
  const part = (name: string): string => words(`payment.terms.${name}`);
  return `${part('before')} ${part('contract')}, ${part('then')} ${part('terms')} ${part('and')} ${part('politics')}.`;
}

/**
 * Stores the ticked consent, and the contract of the price that was shown. Returns the acceptance for a new quote of the
 * same price, which replaced the old one.
 */
async function acceptTerms(
  { request, session }: PaymentContext,
  quoteId: string,
): Promise<(otherQuoteId: string) => Promise<void>> {
  const { ctx, browser, words } = request;
  const label = termsText(words);
  await recordConsents(
    ctx.db,
    session.id,
    [{ kind: 'purchase', accepted: true, label: 'payment.terms', text: label }],
    browser.ip,
    ctx.clock.now(),
  );
  const input = { label, ip: browser.ip };
  const accepted = await acceptContract(ctx, session, quoteId, input);
  if (!accepted.ok && accepted.error === 'terms-missing')
    ctx.log.warn('contract-missing', { reason: `${session.brand} ${session.variant ?? ''}` });
  return async (otherQuoteId) => {
    if (accepted.ok) await copyAcceptance(ctx, accepted.value, otherQuoteId, input);
  };
}

/** Intents of a payment form that take no money: they change the page, and may be repeated. */
export const nonPaymentIntents = ['voucher', 'remove-voucher', 'forget-profile', 'ways'] as const;
