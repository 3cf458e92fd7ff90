import { guessWord } from '#src/domain/defences/index.server.ts';
import { patchLead } from '#src/domain/leads/index.server.ts';
import { orderView } from '#src/domain/orders/index.server.ts';
import { deleteProfile } from '#src/domain/payment-profiles/index.server.ts';
import { pay, type PayFailure, type PayRequest } from '#src/domain/payments/index.server.ts';
import { currentQuote, type Quote, quoteById } from '#src/domain/quotes/index.server.ts';
import { placeOfOrder } from '../../status/place-of-order.ts';
import { pathOfTemplate } from '../../status/purchase-places.ts';
import { addressOfOrder, isSettled } from '../../status/standing.server.ts';
import { type FormFields, redirect, type Submitted } from '../../web/page.server.ts';
import { acceptTerms } from './accept-contract.server.ts';
import { madeName, waysIn, withoutVoucher } from './payment-form.ts';
import type { PaymentFacts } from './payment-data.server.ts';
import { paymentErrors, partsIn, type ReadPayment, readPayment, valuesToShow } from './read-payment.server.ts';
import { splitAddress } from './split-data.server.ts';
import { trialLabel, trialText } from './trial-offer.server.ts';
import type { WantedWay } from './split-query.ts';

/** Places to which a page of payment sends the buyer at once; from the others they may come back and choose again. */
const decided: ReadonlySet<string> = new Set(['/success', '/parsing']);

/** Where a buyer belongs who asks to pay what needs no payment (any more); null while they may pay. */
export function decidedAddress({ request, view, places }: PaymentFacts): string | null {
  const newest = view?.attempts[0];
  if (!view || (!newest && !isSettled(view))) return null;
  if (newest?.state === 'awaiting-buyer' && view.order.state !== 'paid') return null;
  const place = placeOfOrder(view, newest ? request.ctx.rails.byId(newest.rail) : null);
  return decided.has(place) ? addressOfOrder(request, view, places) : null;
}

/** Answers a posted payment form, on whichever page it stands: applies a voucher, or pays. */
export async function takePayment(facts: PaymentFacts, posted: FormFields): Promise<Submitted> {
  const form = posted[madeName] ? Object.fromEntries(new URLSearchParams(posted[madeName])) : posted;
  const { intent, ...values } = valuesToShow(form, facts.request.ctx.rails);
  const typed = (form['voucher'] ?? '').trim();
  if (intent === 'remove-voucher') return applyVoucher(facts, values, '');
  if (intent === 'forget-profile') return forgetProfiles(facts, form, values);
  // A word that was typed but not applied is applied first: nobody pays a price that they did not expect.
  if (typed !== '' && intent !== withoutVoucher) return applyVoucher(facts, values, typed, intent === undefined);
  if (intent === 'ways') return redirect(splitAddress(facts.request, facts.places, waysOf(form)));
  if (intent === 'voucher') return { kind: 'refused', values, errors: { voucher: 'payment.voucher.missing' } };
  return payNow(facts, form, values);
}

/** Forgets the kept means that a form names, here and at its gateway, and shows the page again without it. */
async function forgetProfiles(
  { request, session, profiles = [] }: PaymentFacts,
  form: FormFields,
  values: FormFields,
): Promise<Submitted> {
  const named = new Set(Object.values(form));
  for (const { id } of profiles.filter((profile) => named.has(profile.id))) {
    const gone = await deleteProfile(request.ctx, session.id, id);
    if (gone?.token) await request.ctx.gateways.byId(gone.gateway)?.forget?.(gone.token);
  }
  return { kind: 'refused', status: 200, values, errors: {} };
}

/** The parts of a form as they stand, for who changes them without a script. */
function waysOf(form: FormFields): WantedWay[] {
  return waysIn(form, partsIn(form)).map(({ method = '' }) => ({ method, amount: null }));
}

/** Shows the page again at the price with this voucher; an empty word takes the voucher away. */
async function applyVoucher(
  { request, session }: PaymentFacts,
  values: FormFields,
  voucher: string,
  isPaying = false,
): Promise<Submitted> {
  const { ip, hash } = request.browser;
  const quote = await guessWord(request.ctx, { ip, browserHash: hash }, voucher, () =>
    currentQuote(request.ctx, session, { voucher }),
  );
  const { voucher: _typed, ...others } = values;
  if (quote.ok) return { kind: 'refused', status: 200, values: others, errors: {} };
  const own = `payment.voucher.${quote.error.code}`;
  const key = request.words.has(own) ? own : 'payment.voucher.voucher-invalid';
  // Who pays is told at the button, beside the one that pays without it.
  return { kind: 'refused', values, errors: { [isPaying ? withoutVoucher : 'voucher']: key } };
}

async function payNow(facts: PaymentFacts, form: FormFields, values: FormFields): Promise<Submitted> {
  const { request, session } = facts;
  const { ctx, browser } = request;
  const read = readPayment(facts, form);
  if (!read.ok) return { kind: 'refused', values, errors: read.error };
  const { wish, payer } = read.value;
  const carryOver = await acceptTerms(facts, wish.quoteId);
  if (payer.document || payer.address) await patchLead(ctx, session, facts.lead.id, payer);

  const { userAgent, language, ip } = browser;
  // What stood on the page: it may have been open over a midnight, and a price of today begins its free time today.
  const isNewest = wish.quoteId === facts.quote.id;
  const shown = (isNewest ? null : await quoteById(ctx.db, session.id, wish.quoteId)) ?? facts.quote;
  const payment = {
    ...withFirst(facts, wish),
    ...trialWords(request, shown),
    sessionId: session.id,
    browser: { userAgent, language, ip },
    visitor: browser.hash,
  };
  const result = await pay(ctx, { ...payment, onQuoteReplaced: carryOver });
  if (!result.ok) return refusal(facts, values, result.error);
  const view = await orderView(ctx, result.value.orderId);
  if (!view) throw new Error(`Order ${result.value.orderId} vanished`);
  const place = placeOfOrder(view, ctx.rails.byId(view.attempts[0]?.rail ?? ''));
  // Refused by the bank: the page says why above the form, with what was typed still in it.
  if (place === '/payment') return { kind: 'refused', values, errors: {} };
  return redirect(addressOfOrder(request, view, facts.places));
}

/** The words that the buyer agreed to who starts with free time, as they stood beside the box. */
function trialWords(request: PaymentFacts['request'], quote: Quote): Pick<PayRequest, 'trial'> {
  const text = trialText(request, quote);
  return text === null ? {} : { trial: { label: trialLabel, text } };
}

/** The tenders that stand before those of the form; what the form showed was the rest. */
function withFirst({ first = [] }: PaymentFacts, wish: ReadPayment['wish']): ReadPayment['wish'] {
  const paid = first.reduce((sum, { amount }) => sum + (amount ?? 0n), 0n);
  const shown = wish.shownAmount === undefined ? {} : { shownAmount: wish.shownAmount + paid };
  return { ...wish, ...shown, tenders: [...first, ...wish.tenders] };
}

function refusal({ request, places }: PaymentFacts, values: FormFields, failure: PayFailure): Submitted {
  switch (failure.code) {
    case 'lead-missing':
      return redirect(request.firstStep);
    case 'step-missing':
      return redirect(request.href(places.isOnePage ? places.payment : pathOfTemplate(failure.template)));
    case 'order-paid':
      return redirect(request.href(places.done));
    case 'attempt-open':
      return redirect(request.href(places.isOnePage ? places.payment : '/parsing'));
    default:
      return {
        kind: 'refused',
        values,
        errors: paymentErrors(failure, values, request.ctx.rails),
        ...(failure.code === 'captcha-needed' ? { work: ['extra/proof'] } : {}),
      };
  }
}
