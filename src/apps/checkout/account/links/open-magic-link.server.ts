import { linkOpens } from '#src/domain/customers/magic-links/index.server.ts';
import { type PageRequest, type Redirect, show, type PageResult } from '../../framework/page.server.ts';
import type { LinkExpiredData } from '../../site/link-expired.types.ts';

/** The same answer for an object that does not exist, a foreign object and an expired link. */
export function linkExpired({ visit }: PageRequest): PageResult<LinkExpiredData> {
  return show<LinkExpiredData>(
    { help: visit.brand.links.faq },
    { status: 404, view: 'link-expired', deniedBy: 'magic-link' },
  );
}

/**
 * Admits a buyer from an e-mail link. The secret `t` is moved from the address to an HttpOnly cookie by a redirect. Null:
 * the page continues.
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

/** Whether the link's brand sold the object; otherwise the object counts as missing. */
export function isSoldByVisit(
  { visit }: PageRequest,
  sold: { readonly brand: string; readonly variant: string | null; readonly productCode: string },
): boolean {
  return (
    sold.brand === visit.brand.brand && sold.variant === visit.brand.variant && sold.productCode === visit.product.code
  );
}
