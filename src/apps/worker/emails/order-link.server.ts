import { type Brand, linkOf } from '#src/branding/index.ts';
import { issueMagicLink, linkSubjectOfSession } from '#src/domain/customers/magic-links/index.server.ts';
import type { DomainContext } from '#src/domain/context.server.ts';
import { createRecovery } from '#src/domain/sales/recovery/index.server.ts';
import type { CheckoutSession } from '#src/domain/checkout/sessions/index.ts';

/** The specification's pages for buyers who come by a link. */
const pages = { invoice: '/payment', recovery: '/recovery' } as const;

/**
 * Address under which the buyer of an unfinished order finds it again, on any device that the e-mail is read on: the link
 * carries a secret that opens this one invoice or purchase and nothing else, for sixty days, and of which only the hash
 * is stored. A purchase that a browser began becomes one that may be resumed.
 */
export async function orderLink(
  ctx: DomainContext,
  publicOrigin: string,
  session: CheckoutSession,
  brand: Brand,
): Promise<string> {
  const known = await linkSubjectOfSession(ctx.db, session.id);
  const subject = known ?? { kind: 'recovery' as const, id: await createRecovery(ctx, session.id, 'unfinished') };
  const url = new URL(`${pages[subject.kind]}/${subject.id}`, publicOrigin);
  for (const [name, value] of Object.entries(linkOf(session, brand))) url.searchParams.set(name, value);
  url.searchParams.set('t', await issueMagicLink(ctx, ctx.db, subject.id));
  return url.href;
}
