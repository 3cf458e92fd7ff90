import { sql } from 'kysely';
import type { Db } from '../context.server.ts';
import { mendRefused } from './mend-refused.server.ts';

/** Keeps how a check without money ended; an attempt's end stands with the attempt. */
export async function endCheck(
  db: Db,
  id: string,
  outcome: 'passed' | 'refused' | 'unasked',
  raw: string | null,
): Promise<void> {
  await db.updateTable('means_tries').set({ outcome, raw }).where('id', '=', id).execute();
  if (outcome === 'passed') await mendRefused(sql`select means_key from means_tries where id = ${id}`).execute(db);
}

/** A check that ended, by its id; null while none has. */
export async function checkById(
  db: Db,
  id: string,
): Promise<{ readonly brand: string; readonly raw: string | null; readonly means: string } | null> {
  const row = await db
    .selectFrom('means_tries')
    .select(['brand', 'raw', 'means_key as means'])
    .where('id', '=', id)
    .where('outcome', 'in', ['passed', 'refused'])
    .executeTakeFirst();
  return row ?? null;
}

/** Whether a check was begun by anybody, and ended. */
export async function standingOfCheck(db: Db, id: string): Promise<'none' | 'under-way' | 'ended'> {
  const row = await db.selectFrom('means_tries').select('outcome').where('id', '=', id).executeTakeFirst();
  if (!row) return 'none';
  return row.outcome === null ? 'under-way' : 'ended';
}
