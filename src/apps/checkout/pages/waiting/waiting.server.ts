import { findLead } from '#src/domain/leads/index.server.ts';
import { purchaseAtHand } from '../../status/purchase.server.ts';
import { addressOfOrder } from '../../status/standing.server.ts';
import { definePage, type PageRequest, redirect } from '../../web/page.server.ts';
import { mayResume, resumeIntent, resumeLink } from './resume-link.server.ts';
import { renewWaiting, showWaiting, type Waiting } from './show-waiting.server.ts';
import type { WaitingData } from './waiting-page.tsx';

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
    return renewWaiting(form, request, found);
  },
});
