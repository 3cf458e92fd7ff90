import { linkOpens } from '#src/domain/customers/magic-links/index.server.ts';
import { type PageRequest, type Redirect, show, type PageResult } from '../../framework/page.server.ts';
import type { LinkExpiredData } from '../../site/link-expired.types.ts';

/** The one answer to whoever may not see a thing: that it does not exist, is not theirs, or that the link is too old. */
export function linkExpired({ visit }: PageRequest): PageResult<LinkExpiredData> {
  return show<LinkExpiredData>(
    { help: visit.brand.links.faq },
    { status: 404, view: 'link-expired', deniedBy: 'magic-link' },
  );
}

/**
 * Lets in whoever came by an e-mail's link. Its secret `t` leaves the address at once: it goes into a cookie that no
 * script can read, and the page is asked for again without it. Null lets the page go on.
 */
export async function openMagicLink(
  request: PageRequest,
  subjectId: string,
  own: Readonly<Record<string, string>> = {},
): Promise<PageResult<LinkExpiredData> | Redirect | null> {
  const { ctx, rawQuery, href, path } = request;
  const given = rawQuery.get('t');
  if (given === null) {
    const token = request.magicLinkToken(subjectId);
    return token !== null && (await linkOpens(ctx, subjectId, token)) ? null : linkExpired(request);
  }
  if (!(await linkOpens(ctx, subjectId, given))) return linkExpired(request);
  return {
    kind: 'redirect',
    to: href(path, { ...own }),
    cookies: [request.setMagicLinkCookie(subjectId, given)],
    isFinal: true,
  };
}

/** Whether what a link opens was sold by the brand that the link names; anything else is not there. */
export function isSoldByVisit(
  { visit }: PageRequest,
  sold: { readonly brand: string; readonly variant: string | null; readonly productCode: string },
): boolean {
  return (
    sold.brand === visit.brand.brand && sold.variant === visit.brand.variant && sold.productCode === visit.product.code
  );
}
