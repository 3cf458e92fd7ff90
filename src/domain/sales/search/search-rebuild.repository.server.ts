import { sql } from 'kysely';
import type { Db } from '../../base-context.server.ts';

/** How far the index was made anew: every order with a number in `(after, last]` is still to be read. */
export interface SearchRebuild {
  readonly after: bigint;
  readonly last: bigint;
}

/** Begins to make the index anew, from the first order to the last one of this moment; one that is under way begins again. */
export async function beginRebuild(db: Db, now: Date): Promise<void> {
  await sql`
    insert into search_rebuild (after_number, last_number, started_at)
      select coalesce(min(number), 1) - 1, coalesce(max(number), 0), ${now} from orders
    on conflict (id) do update set after_number = excluded.after_number, last_number = excluded.last_number,
      started_at = excluded.started_at`.execute(db);
}

/** Locks the rebuild that is under way; null when there is none. */
export async function lockRebuild(trx: Db): Promise<SearchRebuild | null> {
  const row = await trx
    .selectFrom('search_rebuild')
    .select(['after_number as after', 'last_number as last'])
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Notes how far it has come; at its end the row goes. */
export async function advanceRebuild(trx: Db, after: bigint, isOver: boolean): Promise<void> {
  if (isOver) await trx.deleteFrom('search_rebuild').execute();
  else await trx.updateTable('search_rebuild').set({ after_number: after }).execute();
}
