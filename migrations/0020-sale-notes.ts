import { type Kysely, sql } from 'kysely';

/** What staff write about a sale, and what its timeline is read by. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sale_notes (
      id text primary key,
      order_id text not null references orders (id),
      -- staff:<account>, token:<name>.
      written_by text not null,
      -- Null once the buyer was erased: a note may name them, in any spelling.
      text text check (length(text) between 1 and 4000),
      at timestamptz not null
    );
    create index sale_notes_by_order on sale_notes (order_id, at);
    create trigger sale_notes_are_append_only before delete or truncate on sale_notes
      for each statement execute function refuse_change();
    -- An erasure may empty the text; everything else stays.
    create function protect_sale_note() returns trigger language plpgsql as $$
    begin
      if new.text is null and to_jsonb(new) - 'text' = to_jsonb(old) - 'text' then return new;
      end if;
      raise exception 'sale_notes is append-only' using errcode = 'integrity_constraint_violation';
    end $$;
    create trigger sale_notes_keep_all_but_text before update on sale_notes
      for each row execute function protect_sale_note();

    -- The webhooks of a sale: no other index leads from an attempt to them.
    create index incoming_webhooks_by_attempt on incoming_webhooks (attempt_id) where attempt_id is not null;
  `.execute(db);
}
