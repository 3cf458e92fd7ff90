import { sha256 } from '#src/kernel/ids/ids.server.ts';
import type { CustomersContext } from '../context.server.ts';
import { isLinkSecret } from './link-secret.server.ts';

/** Whether a browser may see what a session is about to buy: it began it, or came by the link to its bill or recovery. */
export async function mayViewSession(
  ctx: CustomersContext,
  browser: { readonly hash: string; readonly magicLinks: readonly string[] },
  sessionId: string,
): Promise<boolean> {
  const own = await ctx.db
    .selectFrom('checkout_sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('browser_hash', '=', browser.hash)
    .executeTakeFirst();
  const hashes = browser.magicLinks.filter(isLinkSecret).map(sha256);
  if (own || hashes.length === 0) return own !== undefined;
  const row = await ctx.db
    .selectFrom('magic_links')
    .leftJoin('invoices', 'invoices.id', 'magic_links.subject_id')
    .leftJoin('recoveries', 'recoveries.id', 'magic_links.subject_id')
    .select('subject_id')
    .where('magic_links.token_hash', 'in', hashes)
    .where('magic_links.expires_at', '>', ctx.clock.now())
    .where((eb) => eb(eb.fn.coalesce('invoices.session_id', 'recoveries.session_id'), '=', sessionId))
    .executeTakeFirst();
  return row !== undefined;
}
