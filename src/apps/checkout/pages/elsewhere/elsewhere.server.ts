import { findLead } from '#src/domain/leads/index.server.ts';
import type { Lead } from '#src/domain/leads/index.ts';
import { isServedPhone } from '#src/domain/phones/index.server.ts';
import { wishToResume } from '#src/domain/recovery/index.server.ts';
import { maskEmail, maskNumber } from '#src/kernel/validation/mask-personal.ts';
import { mainPurchase, type Purchase } from '../../status/purchase.server.ts';
import { definePage, type PageRequest, redirect, show } from '../../web/page.server.ts';
import { mayResume, resumeLink } from '../waiting/resume-link.server.ts';
import type { ElsewhereData } from './elsewhere-page.tsx';

/** The purchase that may go on elsewhere, and whose it is; otherwise where the buyer belongs. */
async function find(request: PageRequest): Promise<(Purchase & { readonly lead: Lead }) | string> {
  const purchase = await mainPurchase(request);
  const lead = purchase && (await findLead(request.ctx, purchase.session));
  if (!purchase || !lead) return request.firstStep;
  const { view, places } = purchase;
  if (view?.order.state === 'paid' || view?.order.state === 'refunded') return request.href(places.done);
  return mayResume(purchase) ? { ...purchase, lead } : request.href(places.payment);
}

export const page = definePage<ElsewhereData>({
  load: async (request) => {
    const found = await find(request);
    return typeof found === 'string' ? redirect(found) : showElsewhere(request, found);
  },

  submit: async (form, request) => {
    const found = await find(request);
    if (typeof found === 'string') return redirect(found);
    const { intent } = form;
    if (intent !== 'email' && intent !== 'sms')
      return showElsewhere(request, found, { link: await resumeLink(request, found) });
    const wish = { sessionId: found.session.id, channel: intent, ip: request.browser.ip } as const;
    const wished = await wishToResume(request.ctx, wish);
    return showElsewhere(request, found, { done: wished.ok ? intent : 'too-many' });
  },
});

export function showElsewhere(
  request: PageRequest,
  { lead, places }: { readonly lead: Pick<Lead, 'email' | 'phone'>; readonly places: Purchase['places'] },
  now: Partial<Pick<ElsewhereData, 'done' | 'link'>> = {},
) {
  return show<ElsewhereData>({
    email: maskEmail(lead.email),
    phone: isServedPhone(lead.phone) ? maskNumber(lead.phone) : null,
    done: null,
    link: null,
    back: request.href(places.payment),
    ...now,
  });
}
