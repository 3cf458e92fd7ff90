import type { Db } from '../../base-context.server.ts';

/**
 * Whether a browser (SHA-256 of its cookie's secret) is another than the one whose purchase a session is: its buyer came by a
 * link on another device, or somebody else did.
 */
export async function isOtherBrowser(db: Db, sessionId: string, browserHash: string): Promise<boolean> {
  const row = await db
    .selectFrom('checkout_sessions')
    .select('browser_hash')
    .where('id', '=', sessionId)
    .executeTakeFirst();
  return row?.browser_hash !== browserHash;
}
