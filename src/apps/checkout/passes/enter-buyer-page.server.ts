import { type BuyerPage, buyerPageById } from '#src/domain/personal-data/index.server.ts';
import { type PageRequest, redirect, type Redirect } from '../web/page.server.ts';
import { enter } from './enter.server.ts';

/** Path of the page that writes the letter with the link. */
export const askPath = '/my-purchases';

/** Path of a buyer's page, or of one below it. */
export function buyerPath(pageId: string, below = ''): string {
  return `${askPath}/${pageId}${below}`;
}

/**
 * Lets in whoever came by their letter's link; everybody else is led to where a new one is asked for, whether the link is
 * too old, somebody else's or none.
 */
export async function enterBuyerPage(
  request: PageRequest,
): Promise<{ readonly kind: 'found'; readonly page: BuyerPage } | Redirect> {
  const id = request.params['page'] ?? '';
  const refused = await enter(request, id);
  if (refused?.kind === 'redirect') return refused;
  const page = refused ? null : await buyerPageById(request.ctx.db, id);
  if (!page || page.brand !== request.visit.brand.brand)
    return { ...redirect(request.href(askPath, { gone: '1' })), refusedAt: 'letter' };
  return { kind: 'found', page };
}
