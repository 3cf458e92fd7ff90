import { brandOf, linkOf } from '#src/branding/index.server.ts';
import { withQuery } from '#src/domain/checkout/flows/index.ts';
import { sessionById } from '#src/domain/checkout/sessions/index.server.ts';
import type { BaseRequest } from '../../framework/page.server.ts';

/**
 * One of our paths with the link of the session in which something was sold. A buyer's own page shows what all schools of a
 * brand sold, and the pages of each thing open by the link of its own school only.
 */
export async function saleLink(
  { ctx, brands }: Pick<BaseRequest, 'ctx' | 'brands'>,
  path: string,
  sessionId: string,
): Promise<string | null> {
  const session = await sessionById(ctx.db, sessionId);
  const brand = session && brandOf(brands, session.brand, session.variant);
  return session && brand ? withQuery(path, linkOf(session, brand)) : null;
}
