import { findLead } from '#src/domain/checkout/leads/index.server.ts';
import { currentPurchase } from '../../site/order-status/purchase.server.ts';
import { orderAddress } from '../../site/order-status/order-address.server.ts';
import { definePage, type PageRequest, redirect } from '../../framework/page.server.ts';
import { mayResume, resumeIntent, resumeLink } from '../../site/resume-link/resume-link.server.ts';
import {
  renewWaitingAttempt,
  showWaiting,
  type WaitingPurchase,
} from '../../payment-form/stages/show-waiting.server.ts';
import type { WaitingData } from '../../payment-form/stages/stages.types.ts';

/** The attempt of this page; otherwise a redirect to the buyer's page. */
async function find(request: PageRequest): Promise<WaitingPurchase | string> {
  const purchase = await currentPurchase(request);
  const lead = purchase && (await findLead(request.ctx, purchase.session));
  if (!purchase || !lead) return request.firstStep;
  const { view, routes } = purchase;
  const attempt = view?.attempts[0];
  if (!view || !attempt) return request.href(routes.payment);
  const address = orderAddress(request, view, routes);
  return address === request.href(request.path) ? { ...purchase, view, attempt } : address;
}

export const page = definePage<WaitingData>({
  load: async (request) => {
    const found = await find(request);
    return typeof found === 'string' ? redirect(found) : showWaiting(request, found);
  },

  submit: async (form, request) => {
    const found = await find(request);
    if (typeof found === 'string') return redirect(found);
    if (form['intent'] === resumeIntent && mayResume(found))
      return showWaiting(request, found, await resumeLink(request, found));
    return renewWaitingAttempt(form, request, found);
  },
});
