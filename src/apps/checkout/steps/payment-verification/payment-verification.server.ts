import { pollAttempt } from '#src/domain/payments/index.server.ts';
import { currentPurchase } from '../../site/order-status/purchase.server.ts';
import { orderAddress, chooseMethodAddress } from '../../site/order-status/order-address.server.ts';
import { definePage, type PageRequest, redirect } from '../../framework/page.server.ts';
import type { PaymentVerificationData } from '../../payment-form/stages/stages.types.ts';
import { type AskedAttempt, showVerification } from '../../payment-form/stages/show-verification.server.ts';

/** The attempt with an open challenge; otherwise the page where the buyer belongs. */
async function find(request: PageRequest): Promise<AskedAttempt | string> {
  const purchase = await currentPurchase(request);
  const attempt = purchase?.view?.attempts[0];
  if (!purchase?.view || !attempt) return request.href('/payment');
  const { view, routes } = purchase;
  const address = orderAddress(request, view, routes);
  if (address !== request.href('/payment-verification')) return address;
  return { view, attempt, payment: chooseMethodAddress(request, routes) };
}

export const page = definePage<PaymentVerificationData>({
  load: async (request) => {
    const found = await find(request);
    return typeof found === 'string' ? redirect(found) : showVerification(request, found);
  },

  /** The frame came back: only the acquirer knows how it went, so it is asked now. */
  submit: async (_form, request) => {
    const found = await find(request);
    if (typeof found === 'string') return redirect(found);
    await pollAttempt(request.ctx, found.attempt.id, 'check');
    const after = await find(request);
    return redirect(typeof after === 'string' ? after : request.href('/payment-verification'));
  },
});
