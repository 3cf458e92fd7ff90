import { type Kysely, sql } from 'kysely';

/** An erasure reaches the buyer's words in contracts, fingerprints of payments, and accounts on cheques. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The buyer's own texts as they stand in the body; emptied with them.
    alter table contracts add column personal_texts jsonb not null default '[]';
    create index contract_acceptances_by_contract on contract_acceptances (contract_id);

    -- Null: forgotten with its person. Those of before had no key: a document could be guessed from them.
    alter table idempotency_keys alter column fingerprint drop not null;
    update idempotency_keys set fingerprint = null;

    -- Still only added to, but the sealed account of a proof may be taken out.
    create function keep_claim_movement() returns trigger language plpgsql as $$
    begin
      if new.proof = old.proof - 'sealed'
        and to_jsonb(new) - 'proof' = to_jsonb(old) - 'proof'
      then return new;
      end if;
      raise exception 'claim_movements is append-only' using errcode = 'integrity_constraint_violation';
    end $$;
    drop trigger claim_movements_are_append_only on claim_movements;
    create trigger claim_movements_are_append_only before delete or truncate on claim_movements
      for each statement execute function refuse_change();
    create trigger claim_movements_keep_all_but_accounts before update on claim_movements
      for each row execute function keep_claim_movement();
  `.execute(db);
}
