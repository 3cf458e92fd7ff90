import { createHash } from 'node:crypto';
import { waitingStepNumber } from '#src/domain/checkout/flows/index.ts';
import type { AttemptView, OrderView } from '#src/domain/orders/index.ts';
import {
  redirectUrlOf,
  type PayFailure,
  presentInstructions,
  renewAttempt,
} from '#src/domain/payments/index.server.ts';
import type { Quote } from '#src/domain/checkout/quotes/index.ts';
import { quoteById } from '#src/domain/checkout/quotes/index.server.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import type { SummaryView } from '#src/ui/summary/summary.tsx';
import { purchaseTerms, quoteSummary } from '../../site/summary.server.ts';
import type { Purchase } from '../../site/order-status/purchase.server.ts';
import { payeeOf } from '../../site/order-status/payee.server.ts';
import { splitStatus } from '../../site/order-status/split-status.server.ts';
import { chooseMethodAddress, watchedOrder } from '../../site/order-status/order-address.server.ts';
import { remainingSummary } from '../due-summary.server.ts';
import {
  type FormFields,
  type PageRequest,
  redirect,
  show,
  type PageResult,
  type SubmitResult,
} from '../../framework/page.server.ts';
import { railParts } from '../../site/rail-parts.ts';
import { mayResume } from '../../site/resume-link/resume-link.server.ts';
import type { ResumeLink } from '../../site/resume-link/resume-link.types.ts';
import type { WaitingData } from './stages.types.ts';

/** Reload interval of a page without script, in seconds. */
const refreshSeconds = 15;

/** A purchase whose newest attempt waits for its buyer. */
export interface WaitingPurchase extends Purchase {
  readonly view: OrderView;
  readonly attempt: AttemptView;
}

/** One renewal per expired attempt, however often it is requested. */
function renewalKey({ session, attempt }: WaitingPurchase): string {
  return createHash('sha256').update(`${session.id}/renew/${attempt.id}`).digest('base64url').slice(0, 32);
}

/** Waiting belongs to the payment step, unless the flow counts it as its own. */
function stepOf({ visit }: PageRequest, { step }: Purchase): WaitingData['step'] {
  const number = waitingStepNumber(visit.flow, step);
  return number === null ? null : { number, of: visit.flow.stepsNumber };
}

/** The waiting page of a purchase; `link` continues it on another device. */
export async function showWaiting(
  request: PageRequest,
  waiting: WaitingPurchase,
  link: ResumeLink | null = null,
): Promise<PageResult<WaitingData>> {
  const { ctx, view: checkout } = request;
  const { attempt, view, session, routes } = waiting;
  const now = ctx.clock.now();
  const isExpired = attempt.state === 'expired' || attempt.expiresAt <= now;
  const page = redirectUrlOf(attempt.nextAction);
  const quote = await quoteById(ctx.db, session.id, view.order.quoteId);
  const summary = quote && waitingSummary(request, quote, view);
  const instructions = isExpired ? {} : ((await presentInstructions(ctx, attempt, session.market)) ?? {});
  return show<WaitingData>(
    {
      rail: attempt.rail,
      attemptId: attempt.id,
      state: isExpired ? 'expired' : 'open',
      amount: formatMoney({ amount: attempt.amount, currency: attempt.currency }, checkout.locale),
      instructions,
      payee: payeeOf(request, instructions),
      expiresAt: attempt.expiresAt.toISOString(),
      secondsLeft: Math.max(0, Math.floor((attempt.expiresAt.getTime() - now.getTime()) / 1000)),
      parts: splitStatus(request, view),
      leave: isExpired || page === null ? null : { href: page, isByItself: true },
      resume: mayResume(waiting) ? { link } : null,
      otherWay: chooseMethodAddress(request, routes),
      step: stepOf(request, waiting),
      watch: watchedOrder(request, view),
    },
    {
      head: {
        ...(summary ? { summary } : {}),
        parts: railParts('waiting', [attempt.rail]),
        // The link is a secret: the answer is not cached, and the page does not redirect by itself.
        ...(link === null
          ? { refresh: { seconds: refreshSeconds, to: request.href(request.path), onlyWithoutScript: true } }
          : { headers: { 'cache-control': 'private, no-store' } }),
      },
    },
  );
}

/** The purchase beside its code. The page itself lists the parts of a split price: the summary shows the whole. */
export function waitingSummary(request: PageRequest, quote: Quote, view: OrderView): SummaryView {
  const { product } = request.visit;
  const about = { product, terms: purchaseTerms(request, quote), isAwaited: true };
  if (splitStatus(request, view)) return quoteSummary(quote, request.words, request.view.locale, about);
  return remainingSummary({ request, quote, view }, [], about);
}

/** Handles the form that requests a new code. */
export async function renewWaitingAttempt(
  form: FormFields,
  request: PageRequest,
  waiting: WaitingPurchase,
): Promise<SubmitResult> {
  const { userAgent, language, ip } = request.browser;
  const isThis = form['attemptId'] === waiting.attempt.id;
  // An older copy of the page requests a code that was renewed since: it gets the current one.
  if (!isThis) return redirect(request.href(request.path));
  const result = await renewAttempt(request.ctx, {
    sessionId: waiting.session.id,
    attemptId: waiting.attempt.id,
    idempotencyKey: renewalKey(waiting),
    browser: { userAgent, language, ip },
  });
  if (result.ok) return redirect(request.href(request.path));
  return refusal(request, waiting, result.error, form);
}

function refusal(
  request: PageRequest,
  { routes }: Purchase,
  failure: PayFailure,
  values: Readonly<Record<string, string>>,
): SubmitResult {
  if (failure.code === 'order-paid') return redirect(request.href(routes.done));
  // Today's price is on the page of that link.
  if (failure.code === 'quote-changed')
    return { kind: 'refused', values, errors: { form: 'waiting.renew.price-over' } };
  const isPaused = ['too-many-tries', 'prompt-open', 'captcha-needed'].includes(failure.code);
  return { kind: 'refused', values, errors: { form: `waiting.renew.${isPaused ? 'paused' : 'failed'}` } };
}
