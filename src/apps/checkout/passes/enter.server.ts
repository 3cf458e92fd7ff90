import { opens } from '#src/domain/capabilities/index.server.ts';
import { type PageRequest, type Redirect, show, type Showing } from '../web/page.server.ts';
import type { LinkGoneData } from '../pages/link-gone/link-gone-page.tsx';

/** The one answer to whoever may not see a thing: that it does not exist, is not theirs, or that the link is too old. */
export function linkGone({ visit }: PageRequest): Showing<LinkGoneData> {
  return show<LinkGoneData>({ help: visit.brand.links.faq }, { status: 404, view: 'link-gone', refusedAt: 'letter' });
}

/**
 * Lets in whoever came by a letter's link. Its secret `t` leaves the address at once: it goes into a cookie that no
 * script can read, and the page is asked for again without it. Null lets the page go on.
 */
export async function enter(
  request: PageRequest,
  subjectId: string,
  own: Readonly<Record<string, string>> = {},
): Promise<Showing<LinkGoneData> | Redirect | null> {
  const { ctx, rawQuery, href, path } = request;
  const given = rawQuery.get('t');
  if (given === null) {
    const token = request.pass(subjectId);
    return token !== null && (await opens(ctx, subjectId, token)) ? null : linkGone(request);
  }
  if (!(await opens(ctx, subjectId, given))) return linkGone(request);
  return {
    kind: 'redirect',
    to: href(path, { ...own }),
    cookies: [request.givePass(subjectId, given)],
    isFinal: true,
  };
}

/** Whether what a link opens was sold by the brand that the link names; anything else is not there. */
export function isOfVisit(
  { visit }: PageRequest,
  sold: { readonly brand: string; readonly variant: string | null; readonly productCode: string },
): boolean {
  return (
    sold.brand === visit.brand.brand && sold.variant === visit.brand.variant && sold.productCode === visit.product.code
  );
}
