import { sql } from 'kysely';
import type { Db } from '../../base-context.server.ts';
import { clearDeclines } from './clear-declines.server.ts';

/** Keeps how a check without money ended; an attempt's end stands with the attempt. */
export async function endVerification(
  db: Db,
  id: string,
  outcome: 'passed' | 'refused' | 'not-sent',
  raw: string | null,
): Promise<void> {
  await db.updateTable('card_attempts').set({ outcome, raw }).where('id', '=', id).execute();
  if (outcome === 'passed')
    await clearDeclines(sql`select instrument_key from card_attempts where id = ${id}`).execute(db);
}

/** A check that ended, by its id; null while none has. */
export async function verificationById(
  db: Db,
  id: string,
): Promise<{ readonly brand: string; readonly raw: string | null; readonly instrument: string } | null> {
  const row = await db
    .selectFrom('card_attempts')
    .select(['brand', 'raw', 'instrument_key as instrument'])
    .where('id', '=', id)
    .where('outcome', 'in', ['passed', 'refused'])
    .executeTakeFirst();
  return row ?? null;
}

/** Whether a check was begun by anybody, and ended. */
export async function verificationStateOf(db: Db, id: string): Promise<'none' | 'under-way' | 'ended'> {
  const row = await db.selectFrom('card_attempts').select('outcome').where('id', '=', id).executeTakeFirst();
  if (!row) return 'none';
  return row.outcome === null ? 'under-way' : 'ended';
}
