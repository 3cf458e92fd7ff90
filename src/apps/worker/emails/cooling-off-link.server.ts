import { linkOf } from '#src/branding/index.ts';
import { issueMagicLink } from '#src/domain/customers/magic-links/index.server.ts';
import type { DomainContext } from '#src/domain/context.server.ts';
import type { OrderEmailData } from './order-email-data.server.ts';

/** Address of the page on which an order's buyer goes back on it: its secret opens this one order's, for sixty days. */
export async function coolingOffLink(
  { ctx, publicOrigin }: { readonly ctx: DomainContext; readonly publicOrigin: string },
  { order, session, brand }: Pick<OrderEmailData, 'order' | 'session' | 'brand'>,
): Promise<string> {
  const url = new URL(`/withdraw/${order.id}`, publicOrigin);
  for (const [name, value] of Object.entries(linkOf(session, brand))) url.searchParams.set(name, value);
  url.searchParams.set('t', await issueMagicLink(ctx, ctx.db, order.id));
  return url.href;
}
