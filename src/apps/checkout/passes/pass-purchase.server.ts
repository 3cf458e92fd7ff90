import { findLead, type Lead } from '#src/domain/leads/index.server.ts';
import type { OrderView } from '#src/domain/orders/index.ts';
import { orderById } from '#src/domain/orders/index.server.ts';
import { profilesOf } from '#src/domain/payment-profiles/index.server.ts';
import { aheadOfOrder, checkAttempt, lookForBuyer } from '#src/domain/payments/index.server.ts';
import type { Quote } from '#src/domain/quotes/index.ts';
import { currentQuote, quoteById } from '#src/domain/quotes/index.server.ts';
import type { CheckoutSession } from '#src/domain/sessions/index.ts';
import { maskEmail } from '#src/kernel/validation/mask-personal.ts';
import type { AwaitingData } from '../pages/awaiting/awaiting.types.ts';
import { loadAwaiting } from '../pages/awaiting/load-awaiting.server.ts';
import { renewWaiting, showWaiting } from '../pages/waiting/show-waiting.server.ts';
import type { WaitingData } from '../pages/waiting/waiting-page.tsx';
import { missingStepOf } from '../status/missing-step.server.ts';
import { placeOfOrder } from '../status/place-of-order.ts';
import type { Purchase } from '../status/purchase.server.ts';
import { addressToChoose, isSettled, watchedOrder } from '../status/standing.server.ts';
import type { ParsingData } from '../steps/parsing/parsing-page.tsx';
import type { PaymentFacts } from '../steps/payment/payment-data.server.ts';
import { takePayment } from '../steps/payment/take-payment.server.ts';
import type { PaymentVerificationData } from '../steps/payment-verification/payment-verification-page.tsx';
import { showVerification } from '../steps/payment-verification/show-verification.server.ts';
import {
  type FormFields,
  type Loaded,
  type PageRequest,
  problem,
  redirect,
  show,
  type Submitted,
} from '../web/page.server.ts';
import { showStepInPlace, type StepInPlaceData, submitStepInPlace } from './step-in-place.server.ts';

/** An order that is paid by whoever came by a letter's link: all of it happens at the link's own address. */
export interface PassPurchase<View extends OrderView | null = OrderView | null> extends Purchase {
  readonly view: View;
  readonly lead: Lead;
  /** The price at which it is paid, where that is not the one of its order. */
  readonly quote?: Quote;
}

/** What the pages of a purchase show besides the page that asks for the money. */
export type OtherStage = AwaitingData | WaitingData | ParsingData | PaymentVerificationData | StepInPlaceData;

const refreshSeconds = 5;

/** The purchase behind a link; `done` is where its buyer goes once it is paid. */
export async function passPurchase<View extends OrderView | null>(
  request: PageRequest,
  { session, view }: { readonly session: CheckoutSession; readonly view: View },
  done: string,
): Promise<PassPurchase<View> | null> {
  const lead = await findLead(request.ctx, session);
  if (!lead) return null;
  const { path, visit } = request;
  const places = { payment: path, isOnePage: true, choice: { choose: '1' }, awaiting: path, done } as const;
  return { session, view, lead, step: visit.step, places };
}

/** The stage at which the purchase stands: asking for money, as `pay` shows it, or waiting for it. */
export async function loadPassPurchase<Data>(
  request: PageRequest,
  purchase: PassPurchase,
  pay: (facts: PaymentFacts) => Loaded<Data>,
): Promise<Loaded<Data | OtherStage>> {
  const { ctx } = request;
  const { view, places } = purchase;
  if (view && isSettled(view)) return redirect(request.href(places.done));
  const attempt = view?.attempts[0];
  const place = view && placeOfOrder(view, attempt ? ctx.rails.byId(attempt.rail) : null);
  const wantsChoice = request.rawQuery.get('choose') === '1' && attempt?.state === 'awaiting-buyer';
  if (!view || !attempt || place === '/payment' || wantsChoice) {
    const missing = await missingStepOf(request, purchase);
    if (missing) return showStepInPlace(request, purchase.session, missing);
    const facts = await factsToPay(request, purchase);
    return facts ? pay(facts) : problem('quote-not-found');
  }
  if (place === '/parsing') {
    if (await lookForBuyer(ctx, view)) return redirect(request.href(request.path));
    return show<ParsingData>(
      { watch: watchedOrder(request, view) },
      {
        view: 'parsing',
        head: { refresh: { seconds: refreshSeconds, to: request.href(request.path), onlyWithoutScript: true } },
      },
    );
  }
  if (place === '/payment-verification') {
    const asked = { view, attempt, payment: addressToChoose(request, places) };
    const shown = showVerification(request, asked);
    return shown.kind === 'data' ? { ...shown, view: 'payment-verification' } : shown;
  }
  if (place === '/success') {
    const lead = { ...purchase.lead, email: maskEmail(purchase.lead.email) };
    return loadAwaiting(request, { view, lead, places });
  }
  return { ...(await showWaiting(request, { ...purchase, view, attempt })), view: 'waiting' };
}

/** Answers whichever form stands at the stage: a payment, a new code, or the return from the bank's question. */
export async function submitPassPurchase(
  form: FormFields,
  request: PageRequest,
  purchase: PassPurchase,
): Promise<Submitted<OtherStage>> {
  const { view, places } = purchase;
  if (view && isSettled(view)) return redirect(request.href(places.done));
  const attempt = view?.attempts[0];
  if (view && attempt && 'attemptId' in form) return renewWaiting(form, request, { ...purchase, view, attempt });
  if (!('quoteId' in form)) {
    const missing = await missingStepOf(request, purchase);
    if (missing) return submitStepInPlace(form, request, purchase.session, missing);
    if (attempt?.nextAction) await checkAttempt(request.ctx, attempt.id, 'check');
    return redirect(request.href(request.path));
  }
  const facts = await factsToPay(request, purchase);
  return facts ? takePayment(facts, form) : problem('quote-not-found');
}

/** Who came by a link is shown nothing that they would have to know themselves: no document, no address. */
async function factsToPay(request: PageRequest, purchase: PassPurchase): Promise<PaymentFacts | null> {
  const { ctx, visit, browser } = request;
  const { session, view, lead, places } = purchase;
  const frozen = purchase.quote ?? (view && (await quoteById(ctx.db, session.id, view.order.quoteId)));
  const current = frozen ? null : await currentQuote(ctx, session);
  const quote = frozen ?? (current?.ok ? current.value : null);
  if (!quote) return null;
  const known = { ...lead, document: null, address: null };
  const profiles = await profilesOf(ctx.db, session.id, browser.hash);
  const order = view && (await orderById(ctx.db, view.order.id));
  const ahead = await aheadOfOrder(ctx, ctx.db, { session, quote, order });
  return { request, session, lead: known, quote, view, places, seller: visit.brand, profiles, isFrozen: true, ahead };
}
