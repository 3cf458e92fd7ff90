import { issueShortLink } from '#src/domain/sales/recovery/index.server.ts';
import { qrPicture } from '#src/kernel/qr/qr-code.server.ts';
import { androidIntentUrl } from '../order-status/in-app-browser.ts';
import type { Purchase } from '../order-status/purchase.server.ts';
import type { PageRequest } from '../../framework/page.server.ts';
import type { ResumeLink } from './resume-link.types.ts';

/** Intent of the form that requests the link. */
export const resumeIntent = 'resume';

/**
 * Whether this purchase can continue on another device: a magic link's buyer has a link already, and an offer after a
 * purchase belongs to that purchase's browser.
 */
export function mayResume({ session, routes }: Pick<Purchase, 'session' | 'routes'>): boolean {
  return routes.isOnePage !== true && session.upsell === null;
}

/**
 * Address that continues this one purchase in any browser: on another phone, on a computer, in the system browser instead
 * of an in-app one. Its code opens nothing else and expires after sixty days; only its hash is stored.
 */
export async function resumeLink(request: PageRequest, { session }: Pick<Purchase, 'session'>): Promise<ResumeLink> {
  return resumeLinkAt(request, await issueShortLink(request.ctx, session.id));
}

/** Our own path as a link, in every format that another browser can open. */
export function resumeLinkAt({ ctx, browser }: Pick<PageRequest, 'ctx' | 'browser'>, path: string): ResumeLink {
  const { href } = new URL(path, ctx.config.publicOrigin);
  return { href, qr: qrPicture(href).src, intent: androidIntentUrl(browser.userAgent, href) };
}
