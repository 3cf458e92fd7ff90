import { issueShortLink } from '#src/domain/sales/recovery/index.server.ts';
import { qrPicture } from '#src/kernel/qr/qr-code.server.ts';
import { androidIntentUrl } from '../order-status/in-app-browser.ts';
import type { Purchase } from '../order-status/purchase.server.ts';
import type { PageRequest } from '../../framework/page.server.ts';
import type { ResumeLink } from './resume-link.types.ts';

/** What the form says that asks for the link. */
export const resumeIntent = 'resume';

/**
 * Whether the purchase may be taken up on another device from here: those who came by a link have it already, and an
 * offer after a purchase belongs to that purchase's browser.
 */
export function mayResume({ session, routes }: Pick<Purchase, 'session' | 'routes'>): boolean {
  return routes.isOnePage !== true && session.upsell === null;
}

/**
 * Address under which this one purchase goes on wherever it is opened: on another phone, on the desk's machine, in the
 * browser proper instead of an app's. Its code opens nothing else, for sixty days, and only its hash is kept.
 */
export async function resumeLink(request: PageRequest, { session }: Pick<Purchase, 'session'>): Promise<ResumeLink> {
  return resumeLinkAt(request, await issueShortLink(request.ctx, session.id));
}

/** A path of ours as a link, with all the ways in which it reaches another browser. */
export function resumeLinkAt({ ctx, browser }: Pick<PageRequest, 'ctx' | 'browser'>, path: string): ResumeLink {
  const { href } = new URL(path, ctx.config.publicOrigin);
  return { href, qr: qrPicture(href).src, intent: androidIntentUrl(browser.userAgent, href) };
}
