import type { Brand } from '#src/branding/index.ts';
import { issueCapability, subjectOfSession } from '#src/domain/capabilities/index.server.ts';
import type { DomainContext } from '#src/domain/context.server.ts';
import type { CheckoutSession } from '#src/domain/sessions/index.ts';
import { checkoutLink, linkOf } from './checkout-link.ts';

/** The specification's pages for those who come by a link. */
const pages = { invoice: '/payment', recovery: '/recovery' } as const;

/**
 * Address under which the buyer of an order finds it again. A bill and a purchase taken up again belong to no browser:
 * their link brings a secret along, and all of it happens at their own page.
 */
export async function orderLink(
  ctx: DomainContext,
  publicOrigin: string,
  path: string,
  session: CheckoutSession,
  brand: Brand,
): Promise<string> {
  const subject = await subjectOfSession(ctx.db, session.id);
  if (!subject) return checkoutLink(publicOrigin, path, session, brand);
  const url = new URL(`${pages[subject.kind]}/${subject.id}`, publicOrigin);
  for (const [name, value] of Object.entries(linkOf(session, brand))) url.searchParams.set(name, value);
  url.searchParams.set('t', await issueCapability(ctx, ctx.db, subject.id));
  return url.href;
}
