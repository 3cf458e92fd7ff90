import type { Db } from '../../base-context.server.ts';

/** How far a gateway's list of credits has been read, and when; null before the first read. */
export async function gatewayCursor(
  db: Db,
  gateway: string,
): Promise<{ readonly cursor: string | null; readonly readAt: Date } | null> {
  const row = await db
    .selectFrom('gateway_cursors')
    .select(['cursor', 'updated_at as readAt'])
    .where('gateway', '=', gateway)
    .executeTakeFirst();
  return row ?? null;
}

/** Stores how far a gateway's list of credits has been read. */
export async function saveGatewayCursor(db: Db, gateway: string, cursor: string | null, now: Date): Promise<void> {
  await db
    .insertInto('gateway_cursors')
    .values({ gateway, cursor, updated_at: now })
    .onConflict((conflict) => conflict.column('gateway').doUpdateSet({ cursor, updated_at: now }))
    .execute();
}
