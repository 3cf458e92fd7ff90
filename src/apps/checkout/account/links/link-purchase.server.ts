import { findLead, type Lead } from '#src/domain/checkout/leads/index.server.ts';
import type { OrderView } from '#src/domain/orders/index.ts';
import { orderById } from '#src/domain/orders/index.server.ts';
import { usableProfiles } from '#src/domain/payments/profiles/index.server.ts';
import { upcomingChargesOfOrder, pollAttempt, refreshOnView } from '#src/domain/payments/index.server.ts';
import type { Quote } from '#src/domain/checkout/quotes/index.ts';
import { currentQuote, quoteById } from '#src/domain/checkout/quotes/index.server.ts';
import type { CheckoutSession } from '#src/domain/checkout/sessions/index.ts';
import { maskEmail } from '#src/kernel/validation/mask-personal.ts';
import type { OrderPendingData } from '../../site/order-status/order-pending.types.ts';
import { showOrderPending } from '../../site/order-status/show-order-pending.server.ts';
import { renewWaitingAttempt, showWaiting } from '../../payment-form/stages/show-waiting.server.ts';
import type { WaitingData } from '../../payment-form/stages/stages.types.ts';
import { findMissingStep } from '../../site/order-status/missing-step.server.ts';
import { pageForOrder } from '../../site/order-status/page-for-order.ts';
import type { Purchase } from '../../site/order-status/purchase.server.ts';
import { chooseMethodAddress, isPaidOrRefunded, watchedOrder } from '../../site/order-status/order-address.server.ts';
import type { ParsingData } from '../../payment-form/stages/stages.types.ts';
import type { PaymentContext } from '../../payment-form/payment-data.server.ts';
import { submitPayment } from '../../payment-form/submit-payment.server.ts';
import type { PaymentVerificationData } from '../../payment-form/stages/stages.types.ts';
import { showVerification } from '../../payment-form/stages/show-verification.server.ts';
import {
  type FormFields,
  type LoadResult,
  type PageData,
  type PageRequest,
  problem,
  redirect,
  show,
  type SubmitResult,
} from '../../framework/page.server.ts';
import { showInlineStep, submitInlineStep } from './inline-step.server.ts';

/** An order that a buyer from an e-mail link pays; every stage is shown at the link's address. */
export interface LinkPurchase<View extends OrderView | null = OrderView | null> extends Purchase {
  readonly view: View;
  readonly lead: Lead;
  /** The price to pay, where it differs from the order's. */
  readonly quote?: Quote;
}

/** Page data besides the payment form; `PageData`: a step at the link's address. */
export type PurchaseStage = OrderPendingData | WaitingData | ParsingData | PaymentVerificationData | PageData;

const refreshSeconds = 5;

/** The purchase of a link; `done` is the address after payment. */
export async function linkPurchase<View extends OrderView | null>(
  request: PageRequest,
  { session, view }: { readonly session: CheckoutSession; readonly view: View },
  done: string,
): Promise<LinkPurchase<View> | null> {
  const lead = await findLead(request.ctx, session);
  if (!lead) return null;
  const { path, visit } = request;
  const routes = { payment: path, isOnePage: true, choice: { choose: '1' }, awaiting: path, done } as const;
  return { session, view, lead, step: visit.step, routes };
}

/** The current stage of the purchase: the payment form (`pay`) or waiting for the money. */
export async function loadLinkPurchase<Data>(
  request: PageRequest,
  purchase: LinkPurchase,
  pay: (context: PaymentContext) => LoadResult<Data>,
): Promise<LoadResult<Data | PurchaseStage>> {
  const { ctx } = request;
  const { view, routes } = purchase;
  if (view && isPaidOrRefunded(view)) return redirect(request.href(routes.done));
  const attempt = view?.attempts[0];
  const page = view && pageForOrder(view, attempt ? ctx.rails.byId(attempt.rail) : null);
  const wantsChoice = request.rawQuery.get('choose') === '1' && attempt?.state === 'awaiting-buyer';
  if (!view || !attempt || page === '/payment' || wantsChoice) {
    const missing = await findMissingStep(request, purchase);
    if (missing) return showInlineStep(request, purchase.session, missing);
    const context = await paymentContextFor(request, purchase);
    return context ? pay(context) : problem('quote-not-found');
  }
  if (page === '/parsing') {
    if (await refreshOnView(ctx, view)) return redirect(request.href(request.path));
    return show<ParsingData>(
      { watch: watchedOrder(request, view) },
      {
        view: 'parsing',
        head: { refresh: { seconds: refreshSeconds, to: request.href(request.path), onlyWithoutScript: true } },
      },
    );
  }
  if (page === '/payment-verification') {
    const asked = { view, attempt, payment: chooseMethodAddress(request, routes) };
    const shown = showVerification(request, asked);
    return shown.kind === 'data' ? { ...shown, view: 'payment-verification' } : shown;
  }
  if (page === '/success') {
    const lead = { ...purchase.lead, email: maskEmail(purchase.lead.email) };
    return showOrderPending(request, { view, lead, routes });
  }
  return { ...(await showWaiting(request, { ...purchase, view, attempt })), view: 'waiting' };
}

/** Handles the form of the current stage: a payment, a new code, or the return from the bank's challenge. */
export async function submitLinkPurchase(
  form: FormFields,
  request: PageRequest,
  purchase: LinkPurchase,
): Promise<SubmitResult<PurchaseStage>> {
  const { view, routes } = purchase;
  if (view && isPaidOrRefunded(view)) return redirect(request.href(routes.done));
  const attempt = view?.attempts[0];
  if (view && attempt && 'attemptId' in form) return renewWaitingAttempt(form, request, { ...purchase, view, attempt });
  if (!('quoteId' in form)) {
    const missing = await findMissingStep(request, purchase);
    if (missing) return submitInlineStep(form, request, purchase.session, missing);
    if (attempt?.nextAction) await pollAttempt(request.ctx, attempt.id, 'check');
    return redirect(request.href(request.path));
  }
  const context = await paymentContextFor(request, purchase);
  return context ? submitPayment(context, form) : problem('quote-not-found');
}

/** A link may be forwarded, so its pages show no tax id and no address. */
async function paymentContextFor(request: PageRequest, purchase: LinkPurchase): Promise<PaymentContext | null> {
  const { ctx, visit, browser } = request;
  const { session, view, lead, routes } = purchase;
  const frozen = purchase.quote ?? (view && (await quoteById(ctx.db, session.id, view.order.quoteId)));
  const current = frozen ? null : await currentQuote(ctx, session);
  const quote = frozen ?? (current?.ok ? current.value : null);
  if (!quote) return null;
  const known = { ...lead, document: null, address: null };
  const profiles = await usableProfiles(ctx.db, session.id, browser.hash);
  const order = view && (await orderById(ctx.db, view.order.id));
  const upcomingCharge = await upcomingChargesOfOrder(ctx, ctx.db, { session, quote, order });
  return {
    request,
    session,
    lead: known,
    quote,
    view,
    routes,
    seller: visit.brand,
    profiles,
    isFrozen: true,
    upcomingCharge,
  };
}
