import { createHash } from 'node:crypto';
import { waitingNumber } from '#src/domain/flows/index.ts';
import { findLead } from '#src/domain/leads/index.server.ts';
import type { AttemptView, OrderView } from '#src/domain/orders/index.ts';
import { type PayFailure, presentAttempt, renewAttempt } from '#src/domain/payments/index.server.ts';
import { quoteById } from '#src/domain/quotes/index.server.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import { quoteSummary } from '../../site/summary.server.ts';
import { type Purchase, purchaseAtHand } from '../../status/purchase.server.ts';
import { addressOfOrder, watchedOrder } from '../../status/standing.server.ts';
import { definePage, type PageRequest, redirect, show } from '../../web/page.server.ts';
import type { WaitingData } from './waiting-page.tsx';

/** How often a page without script looks again, in seconds. */
const refreshSeconds = 15;

interface Waiting extends Purchase {
  readonly view: OrderView;
  readonly attempt: AttemptView;
}

/** The attempt that this page is for; otherwise where the buyer belongs. */
async function find(request: PageRequest): Promise<Waiting | string> {
  const purchase = await purchaseAtHand(request);
  const lead = purchase && (await findLead(request.ctx, purchase.session));
  if (!purchase || !lead) return request.firstStep;
  const { view, places } = purchase;
  const attempt = view?.attempts[0];
  if (!view || !attempt) return request.href(places.payment);
  const address = addressOfOrder(request, view, places);
  return address === request.href(request.path) ? { ...purchase, view, attempt } : address;
}

/** One renewal per expired attempt, however often it is asked for. */
function renewalKey({ session, attempt }: Waiting): string {
  return createHash('sha256').update(`${session.id}/renew/${attempt.id}`).digest('base64url').slice(0, 32);
}

/** Waiting belongs to the step in which the buyer paid, unless the flow counts it apart. */
function stepOf({ visit }: PageRequest, { step }: Purchase): WaitingData['step'] {
  const number = waitingNumber(visit.flow, step);
  return number === null ? null : { number, of: visit.flow.stepsNumber };
}

export const page = definePage<WaitingData>({
  load: async (request) => {
    const found = await find(request);
    if (typeof found === 'string') return redirect(found);
    const { ctx, view: checkout, words } = request;
    const { attempt, view, session } = found;
    const now = ctx.clock.now();
    const isExpired = attempt.state === 'expired' || attempt.expiresAt <= now;
    const quote = await quoteById(ctx.db, session.id, view.order.quoteId);
    return show<WaitingData>(
      {
        rail: attempt.rail,
        attemptId: attempt.id,
        state: isExpired ? 'expired' : 'open',
        amount: formatMoney({ amount: attempt.amount, currency: attempt.currency }, checkout.locale),
        instructions: isExpired ? {} : ((await presentAttempt(ctx, attempt, session.market)) ?? {}),
        expiresAt: attempt.expiresAt.toISOString(),
        secondsLeft: Math.max(0, Math.floor((attempt.expiresAt.getTime() - now.getTime()) / 1000)),
        otherWay: request.href(found.places.payment),
        step: stepOf(request, found),
        watch: watchedOrder(request, view),
      },
      {
        head: {
          ...(quote
            ? { summary: quoteSummary(quote, words, checkout.locale, { product: request.visit.product }) }
            : {}),
          refresh: { seconds: refreshSeconds, to: request.href(request.path), onlyWithoutScript: true },
        },
      },
    );
  },

  submit: async (form, request) => {
    const found = await find(request);
    if (typeof found === 'string') return redirect(found);
    const { userAgent, language, ip } = request.browser;
    const isThis = form['attemptId'] === found.attempt.id;
    // An older copy of the page asks for a code that was renewed since: it gets the one that there is.
    if (!isThis) return redirect(request.href(request.path));
    const result = await renewAttempt(request.ctx, {
      sessionId: found.session.id,
      attemptId: found.attempt.id,
      idempotencyKey: renewalKey(found),
      browser: { userAgent, language, ip },
    });
    if (result.ok) return redirect(request.href(request.path));
    return refusal(request, found, result.error, form);
  },
});

function refusal(
  request: PageRequest,
  { places }: Purchase,
  failure: PayFailure,
  values: Readonly<Record<string, string>>,
) {
  if (failure.code === 'order-paid') return redirect(request.href(places.done));
  return { kind: 'refused' as const, values, errors: { form: 'waiting.renew.failed' } };
}
