import { type BuyerAccount, buyerAccountById } from '#src/domain/privacy/index.server.ts';
import { type PageRequest, redirect, type Redirect } from '../../framework/page.server.ts';
import { openMagicLink } from './open-magic-link.server.ts';

/** Path of the page that sends the e-mail with the link. */
export const accountLinkPath = '/my-purchases';

/** Path of an account page, or of a page below it. */
export function accountPath(pageId: string, below = ''): string {
  return `${accountLinkPath}/${pageId}${below}`;
}

/** Admits a buyer with a valid link. A missing, expired or foreign link leads to the page that sends a new one. */
export async function openAccountPage(
  request: PageRequest,
): Promise<{ readonly kind: 'found'; readonly page: BuyerAccount } | Redirect> {
  const id = request.params['page'] ?? '';
  const refused = await openMagicLink(request, id);
  if (refused?.kind === 'redirect') return refused;
  const page = refused ? null : await buyerAccountById(request.ctx.db, id);
  if (!page || page.brand !== request.visit.brand.brand)
    return { ...redirect(request.href(accountLinkPath, { gone: '1' })), deniedBy: 'magic-link' };
  return { kind: 'found', page };
}
