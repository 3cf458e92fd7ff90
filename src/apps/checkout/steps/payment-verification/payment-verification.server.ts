import type { JsonObject } from '#src/kernel/json/json.ts';
import type { AttemptView, OrderView } from '#src/domain/orders/index.ts';
import { checkAttempt } from '#src/domain/payments/index.server.ts';
import { purchaseAtHand } from '../../status/purchase.server.ts';
import { addressOfOrder, watchedOrder } from '../../status/standing.server.ts';
import { definePage, type PageRequest, problem, redirect, show } from '../../web/page.server.ts';
import type { PaymentVerificationData } from './payment-verification-page.tsx';

interface Open {
  readonly view: OrderView;
  readonly attempt: AttemptView;
  /** Where another way to pay is chosen. */
  readonly payment: string;
}

/** The attempt whose bank asks something; otherwise where the buyer belongs. */
async function find(request: PageRequest): Promise<Open | string> {
  const purchase = await purchaseAtHand(request);
  const attempt = purchase?.view?.attempts[0];
  if (!purchase?.view || !attempt) return request.href('/payment');
  const { view, places } = purchase;
  const address = addressOfOrder(request, view, places);
  if (address !== request.href('/payment-verification')) return address;
  return { view, attempt, payment: request.href(places.payment) };
}

/** The form that opens the bank's question: where it goes and its hidden fields. */
function questionOf(nextAction: JsonObject | null): { url: string; fields: Record<string, string> } | null {
  if (!nextAction) return null;
  const { url, fields } = nextAction;
  if (typeof url !== 'string' || typeof fields !== 'object' || fields === null || Array.isArray(fields)) return null;
  return { url, fields: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)])) };
}

export const page = definePage<PaymentVerificationData>({
  load: async (request) => {
    const found = await find(request);
    if (typeof found === 'string') return redirect(found);
    const question = questionOf(found.attempt.nextAction);
    if (!question) return problem('challenge-malformed');
    const { expiresAt } = found.attempt;
    return show<PaymentVerificationData>({
      ...question,
      secondsLeft: Math.max(0, Math.floor((expiresAt.getTime() - request.ctx.clock.now().getTime()) / 1000)),
      returnPath: '/payment-verification/return',
      leave: found.payment,
      watch: watchedOrder(request, found.view),
    });
  },

  /** The frame came back: only the acquirer knows how it went, so it is asked now. */
  submit: async (_form, request) => {
    const found = await find(request);
    if (typeof found === 'string') return redirect(found);
    await checkAttempt(request.ctx, found.attempt.id, 'check');
    const after = await find(request);
    return redirect(typeof after === 'string' ? after : request.href('/payment-verification'));
  },
});
