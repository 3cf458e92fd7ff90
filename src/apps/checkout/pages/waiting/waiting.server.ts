import { createHash } from 'node:crypto';
import { findLead } from '#src/domain/leads/index.server.ts';
import { type AttemptView, orderOfSession, type OrderView } from '#src/domain/orders/index.server.ts';
import { type PayFailure, presentAttempt, renewAttempt } from '#src/domain/payments/index.server.ts';
import { quoteById } from '#src/domain/quotes/index.server.ts';
import type { CheckoutSession } from '#src/domain/sessions/index.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import { quoteSummary } from '../../site/summary.server.ts';
import { placeOfOrder } from '../../status/place-of-order.ts';
import { addressOfOrder, watchedOrder } from '../../status/standing.server.ts';
import { definePage, type PageRequest, redirect, show } from '../../web/page.server.ts';
import type { WaitingData } from './waiting-page.tsx';

/** How often a page without script looks again, in seconds. */
const refreshSeconds = 15;

interface Waiting {
  readonly session: CheckoutSession;
  readonly view: OrderView;
  readonly attempt: AttemptView;
}

/** The attempt that this page is for; otherwise where the buyer belongs. */
async function find(request: PageRequest): Promise<Waiting | string> {
  const { ctx, path } = request;
  const session = await request.findSession();
  const lead = session && (await findLead(ctx, session));
  if (!session || !lead) return request.firstStep;
  const view = await orderOfSession(ctx, session.id);
  const attempt = view?.attempts[0];
  if (!view || !attempt) return request.href('/payment');
  const place = placeOfOrder(view, ctx.rails.byId(attempt.rail));
  return place === path ? { session, view, attempt } : addressOfOrder(request, view);
}

/** One renewal per expired attempt, however often it is asked for. */
function renewalKey({ session, attempt }: Waiting): string {
  return createHash('sha256').update(`${session.id}/renew/${attempt.id}`).digest('base64url').slice(0, 32);
}

/** Waiting belongs to the step in which the buyer paid. */
function stepOf({ visit }: PageRequest): WaitingData['step'] {
  const step = visit.flow.steps.find(({ template }) => template === 'payment');
  const number = step?.currentStep ?? null;
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
        otherWay: request.href('/payment'),
        step: stepOf(request),
        watch: watchedOrder(request, view),
      },
      {
        head: {
          ...(quote ? { summary: quoteSummary(quote, words, checkout.locale) } : {}),
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
    return refusal(request, result.error, form);
  },
});

function refusal(request: PageRequest, failure: PayFailure, values: Readonly<Record<string, string>>) {
  if (failure.code === 'order-paid') return redirect(request.href('/success'));
  return { kind: 'refused' as const, values, errors: { form: 'waiting.renew.failed' } };
}
