import { resolveLinkSecret } from '#src/domain/customers/magic-links/index.server.ts';
import { findLead } from '#src/domain/checkout/leads/index.server.ts';
import type { Lead } from '#src/domain/checkout/leads/index.ts';
import { orderOfSession } from '#src/domain/orders/index.server.ts';
import { isSupportedPhone } from '#src/domain/customers/phones/index.server.ts';
import { requestResume } from '#src/domain/sales/recovery/index.server.ts';
import { type CheckoutSession, sessionById } from '#src/domain/checkout/sessions/index.server.ts';
import { maskEmail, maskNumber } from '#src/kernel/validation/mask-personal.ts';
import { isSoldByVisit, linkExpired } from '../../account/links/open-magic-link.server.ts';
import { inAppBrowser } from '../../site/order-status/in-app-browser.ts';
import { mainPurchase } from '../../site/order-status/purchase.server.ts';
import { isPaidOrRefunded } from '../../site/order-status/order-address.server.ts';
import {
  definePage,
  type PageRequest,
  type Redirect,
  redirect,
  show,
  type PageResult,
} from '../../framework/page.server.ts';
import { linkedPaths } from '../../account/links/linked-paths.ts';
import type { LinkExpiredData } from '../../site/link-expired.types.ts';
import { mayResume, resumeLink } from '../../site/resume-link/resume-link.server.ts';
import type { OtherDeviceData } from './other-device-page.tsx';

interface Found {
  readonly kind: 'found';
  readonly session: CheckoutSession;
  readonly lead: Lead;
  /** The address where the purchase is paid in this browser. */
  readonly back: string;
}

/** The purchase that may continue elsewhere, and its buyer; otherwise a redirect to the buyer's page. */
async function find(request: PageRequest): Promise<Found | Redirect | PageResult<LinkExpiredData>> {
  const { id } = request.params;
  if (id !== undefined) return findByMagicLink(request, id);
  const purchase = await mainPurchase(request);
  const lead = purchase && (await findLead(request.ctx, purchase.session));
  if (!purchase || !lead) return redirect(request.firstStep);
  const { session, view, routes } = purchase;
  if (view && isPaidOrRefunded(view)) return redirect(request.href(routes.done));
  const back = request.href(routes.payment);
  return mayResume(purchase) ? { kind: 'found', session, lead, back } : redirect(back);
}

/** The same for a magic link: only the link that opened the purchase can continue it. */
async function findByMagicLink(
  request: PageRequest,
  id: string,
): Promise<Found | Redirect | PageResult<LinkExpiredData>> {
  const { ctx } = request;
  const subject = await resolveLinkSecret(ctx, request.magicLinkToken(id) ?? '');
  const session = subject?.id === id ? await sessionById(ctx.db, subject.sessionId) : null;
  const lead = session && (await findLead(ctx, session));
  if (!subject || !session || !lead || !isSoldByVisit(request, session)) return linkExpired(request);
  const back = request.href(`${linkedPaths[subject.kind]}/${id}`);
  const view = await orderOfSession(ctx, session.id);
  return view && isPaidOrRefunded(view) ? redirect(back) : { kind: 'found', session, lead, back };
}

export const page = definePage<OtherDeviceData | LinkExpiredData>({
  load: async (request) => {
    const found = await find(request);
    if (found.kind !== 'found') return found;
    // A buyer in an in-app browser has requested the link already; polls of the page itself get none.
    const isLeaving = inAppBrowser(request.browser.userAgent) !== null && request.method !== 'HEAD';
    return showOtherDevice(request, found, isLeaving ? { link: await resumeLink(request, found) } : {});
  },

  submit: async (form, request) => {
    const found = await find(request);
    if (found.kind !== 'found') return found;
    const { intent } = form;
    if (intent !== 'email' && intent !== 'sms')
      return showOtherDevice(request, found, { link: await resumeLink(request, found) });
    const resumeRequest = { sessionId: found.session.id, channel: intent, ip: request.browser.ip } as const;
    const requested = await requestResume(request.ctx, resumeRequest);
    return showOtherDevice(request, found, { done: requested.ok ? intent : 'too-many' });
  },
});

export function showOtherDevice(
  request: Pick<PageRequest, 'browser' | 'href' | 'path'>,
  { lead, back }: { readonly lead: Pick<Lead, 'email' | 'phone'>; readonly back: string },
  now: Partial<Pick<OtherDeviceData, 'done' | 'link'>> = {},
) {
  return show<OtherDeviceData>({
    email: maskEmail(lead.email),
    phone: isSupportedPhone(lead.phone) ? maskNumber(lead.phone) : null,
    isInApp: inAppBrowser(request.browser.userAgent) !== null,
    done: null,
    link: null,
    back,
    here: request.href(request.path),
    ...now,
  });
}
