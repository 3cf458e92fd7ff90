import { sha256 } from '#src/kernel/ids/ids.server.ts';
import type { DomainContext } from '../context.server.ts';
import { isSecret } from './secret.server.ts';

/** Whether a browser may see what a session is about to buy: it began it, or came by the link to its bill or recovery. */
export async function maySeeSession(
  ctx: DomainContext,
  browser: { readonly hash: string; readonly passes: readonly string[] },
  sessionId: string,
): Promise<boolean> {
  const own = await ctx.db
    .selectFrom('checkout_sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('browser_hash', '=', browser.hash)
    .executeTakeFirst();
  const hashes = browser.passes.filter(isSecret).map(sha256);
  if (own || hashes.length === 0) return own !== undefined;
  const row = await ctx.db
    .selectFrom('capabilities')
    .leftJoin('invoices', 'invoices.id', 'capabilities.subject_id')
    .leftJoin('recoveries', 'recoveries.id', 'capabilities.subject_id')
    .select('subject_id')
    .where('capabilities.token_hash', 'in', hashes)
    .where('capabilities.expires_at', '>', ctx.clock.now())
    .where((eb) => eb(eb.fn.coalesce('invoices.session_id', 'recoveries.session_id'), '=', sessionId))
    .executeTakeFirst();
  return row !== undefined;
}
