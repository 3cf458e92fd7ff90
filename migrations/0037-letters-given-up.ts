import { type Kysely, sql } from 'kysely';

/** A letter that no mail server took for three days waits no more. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table messages drop constraint messages_state_check;
    alter table messages add constraint messages_state_check
      check (state in ('waiting', 'sent', 'not-needed', 'given-up')) not valid;
    update messages set state = 'given-up', held_until = null
      where state = 'waiting' and tries > 0 and created_at < now() - interval '3 days';
  `.execute(db);
}
