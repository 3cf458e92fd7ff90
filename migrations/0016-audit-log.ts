import { type Kysely, sql } from 'kysely';

/** What the staff did and looked at, for ever, with its signed days. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit_log (
      id bigint generated always as identity primary key,
      at timestamptz not null,
      -- Who: a person, a token, or the product itself. Never a name that two could have.
      actor text not null check (actor ~ '^(staff|token):.' or actor = 'system'),
      session_id text,
      action text not null,
      subject_kind text not null,
      subject_id text not null,
      -- Null for what belongs to no brand.
      brand text,
      -- The request that a second person decided.
      approval_id text,
      -- Without personal data: it is sealed, and no erasure reaches it.
      detail jsonb not null,
      -- A person's own words, with the salt of their hash. They may name a buyer: an erasure empties them.
      reason jsonb,
      reason_hash text,
      -- The network of the address, never the address.
      ip_group text not null,
      outcome text not null check (outcome in ('done', 'seen') or outcome ~ '^refused:.'),
      constraint audit_log_reason_is_hashed check (reason is null or reason_hash is not null)
    );
    -- Each list of the console is newest first, of all entries or of one filter.
    create index audit_log_by_time on audit_log (at desc, id desc);
    create index audit_log_by_actor on audit_log (actor, at desc, id desc);
    create index audit_log_by_action on audit_log (action, at desc, id desc);
    create index audit_log_by_subject on audit_log (subject_kind, subject_id, at desc, id desc);
    create index audit_log_by_brand on audit_log (brand, at desc, id desc);

    create trigger audit_log_is_append_only before delete or truncate on audit_log
      for each statement execute function refuse_change();
    -- An erasure may empty a reason (src/kernel/db/app-role.server.ts grants that column); everything else stays.
    create function protect_audit_log() returns trigger language plpgsql as $$
    begin
      if new.reason is null and to_jsonb(new) - 'reason' = to_jsonb(old) - 'reason' then return new;
      end if;
      raise exception 'audit_log is append-only' using errcode = 'integrity_constraint_violation';
    end $$;
    create trigger audit_log_keeps_all_but_reasons before update on audit_log
      for each row execute function protect_audit_log();

    -- One row per day of the log: the hash of its entries, over the hash of the day before, signed. As ledger_days.
    create table audit_log_days (
      day date primary key,
      entries bigint not null check (entries >= 0),
      previous_hash text not null,
      hash text not null,
      -- Both are null in an installation without a signing key.
      key_id text,
      signature text,
      sealed_at timestamptz not null,
      check ((key_id is null) = (signature is null))
    );
    create trigger audit_log_days_are_append_only before update or delete or truncate on audit_log_days
      for each statement execute function refuse_change();
  `.execute(db);
}
