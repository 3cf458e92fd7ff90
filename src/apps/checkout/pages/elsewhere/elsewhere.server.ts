import { subjectOfSecret } from '#src/domain/capabilities/index.server.ts';
import { findLead } from '#src/domain/leads/index.server.ts';
import type { Lead } from '#src/domain/leads/index.ts';
import { orderOfSession } from '#src/domain/orders/index.server.ts';
import { isServedPhone } from '#src/domain/phones/index.server.ts';
import { wishToResume } from '#src/domain/recovery/index.server.ts';
import { type CheckoutSession, sessionById } from '#src/domain/sessions/index.server.ts';
import { maskEmail, maskNumber } from '#src/kernel/validation/mask-personal.ts';
import { isOfVisit, linkGone } from '../../passes/enter.server.ts';
import { inAppBrowser } from '../../status/in-app-browser.ts';
import { mainPurchase } from '../../status/purchase.server.ts';
import { isSettled } from '../../status/standing.server.ts';
import { definePage, type PageRequest, type Redirect, redirect, show, type Showing } from '../../web/page.server.ts';
import { linkedPages } from '../../passes/linked-pages.ts';
import type { LinkGoneData } from '../link-gone/link-gone-page.tsx';
import { mayResume, resumeLink } from '../waiting/resume-link.server.ts';
import type { ElsewhereData } from './elsewhere-page.tsx';

interface Found {
  readonly kind: 'found';
  readonly session: CheckoutSession;
  readonly lead: Lead;
  /** Where it is paid here. */
  readonly back: string;
}

/** The purchase that may go on elsewhere, and whose it is; otherwise where the buyer belongs. */
async function find(request: PageRequest): Promise<Found | Redirect | Showing<LinkGoneData>> {
  const { id } = request.params;
  if (id !== undefined) return findByPass(request, id);
  const purchase = await mainPurchase(request);
  const lead = purchase && (await findLead(request.ctx, purchase.session));
  if (!purchase || !lead) return redirect(request.firstStep);
  const { session, view, places } = purchase;
  if (view && isSettled(view)) return redirect(request.href(places.done));
  const back = request.href(places.payment);
  return mayResume(purchase) ? { kind: 'found', session, lead, back } : redirect(back);
}

/** The same for those who came by a link: what let them in lets them out, and nobody else. */
async function findByPass(request: PageRequest, id: string): Promise<Found | Redirect | Showing<LinkGoneData>> {
  const { ctx } = request;
  const subject = await subjectOfSecret(ctx, request.pass(id) ?? '');
  const session = subject?.id === id ? await sessionById(ctx.db, subject.sessionId) : null;
  const lead = session && (await findLead(ctx, session));
  if (!subject || !session || !lead || !isOfVisit(request, session)) return linkGone(request);
  const back = request.href(`${linkedPages[subject.kind]}/${id}`);
  const view = await orderOfSession(ctx, session.id);
  return view && isSettled(view) ? redirect(back) : { kind: 'found', session, lead, back };
}

export const page = definePage<ElsewhereData | LinkGoneData>({
  load: async (request) => {
    const found = await find(request);
    if (found.kind !== 'found') return found;
    // Who comes from an app's own browser pressed for it already; the page's own looks get none.
    const isLeaving = inAppBrowser(request.browser.userAgent) !== null && request.method !== 'HEAD';
    return showElsewhere(request, found, isLeaving ? { link: await resumeLink(request, found) } : {});
  },

  submit: async (form, request) => {
    const found = await find(request);
    if (found.kind !== 'found') return found;
    const { intent } = form;
    if (intent !== 'email' && intent !== 'sms')
      return showElsewhere(request, found, { link: await resumeLink(request, found) });
    const wish = { sessionId: found.session.id, channel: intent, ip: request.browser.ip } as const;
    const wished = await wishToResume(request.ctx, wish);
    return showElsewhere(request, found, { done: wished.ok ? intent : 'too-many' });
  },
});

export function showElsewhere(
  request: Pick<PageRequest, 'browser' | 'href' | 'path'>,
  { lead, back }: { readonly lead: Pick<Lead, 'email' | 'phone'>; readonly back: string },
  now: Partial<Pick<ElsewhereData, 'done' | 'link'>> = {},
) {
  return show<ElsewhereData>({
    email: maskEmail(lead.email),
    phone: isServedPhone(lead.phone) ? maskNumber(lead.phone) : null,
    isInApp: inAppBrowser(request.browser.userAgent) !== null,
    done: null,
    link: null,
    back,
    here: request.href(request.path),
    ...now,
  });
}
