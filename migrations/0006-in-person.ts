import { type Kysely, sql } from 'kysely';

/** Money that is handed over at a unit of the school: who works there, what they took, and who did what. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Who acts for a unit by a link of their own. Somebody who left stays, with what they did.
    create table staff_members (
      id text primary key,
      brand text not null,
      unit_id text not null,
      person text not null,
      name text not null,
      created_at timestamptz not null,
      revoked_at timestamptz
    );
    create unique index staff_members_active on staff_members (brand, unit_id, person) where revoked_at is null;

    -- A payment to be made at a unit: one for an attempt.
    create table in_person_payments (
      id text primary key,
      attempt_id text not null unique references attempts (id),
      order_id text not null references orders (id),
      brand text not null,
      unit_id text not null,
      -- Name and address of the unit, as they were then.
      unit jsonb not null,
      -- What the buyer says at the counter.
      code text not null unique,
      method text not null,
      -- What proves that the money came: decided by the method.
      proof_kind text not null,
      amount bigint not null check (amount > 0),
      currency text not null check (currency in ('BRL', 'MZN', 'PEN')),
      state text not null check (state in ('open', 'collected', 'canceled')),
      expires_at timestamptz not null,
      created_at timestamptz not null
    );
    create index in_person_payments_by_unit on in_person_payments (brand, unit_id, created_at desc);

    -- Money that a unit took or handed back. Rows are added, never changed.
    create table in_person_movements (
      id text primary key,
      -- The cursor by which the payments side reads new movements.
      position bigint generated always as identity unique,
      in_person_payment_id text not null references in_person_payments (id),
      kind text not null check (kind in ('capture', 'refund')),
      amount bigint not null check (amount > 0),
      currency text not null check (currency in ('BRL', 'MZN', 'PEN')),
      proof jsonb not null,
      -- The name by which the same receipt or cheque is known again: it proves one payment only.
      proof_key text unique,
      staff_member_id text not null references staff_members (id),
      at timestamptz not null
    );
    create unique index in_person_movements_collected_once on in_person_movements (in_person_payment_id)
      where kind = 'capture';
    create index in_person_movements_by_payment on in_person_movements (in_person_payment_id);

    create trigger in_person_movements_are_append_only before delete or truncate on in_person_movements
      for each statement execute function refuse_change();
    -- An erasure may take the sealed account of a cheque out of the proof; everything else stays as it was written.
    create function protect_in_person_movement() returns trigger language plpgsql as $$
    begin
      if new.proof = old.proof - 'sealed'
        and to_jsonb(new) - 'proof' = to_jsonb(old) - 'proof'
      then return new;
      end if;
      raise exception 'in_person_movements is append-only' using errcode = 'integrity_constraint_violation';
    end $$;
    create trigger in_person_movements_keep_all_but_accounts before update on in_person_movements
      for each row execute function protect_in_person_movement();

    -- A refund at the counter needs two: whoever asks (null: the checkout itself), and somebody else who agrees.
    create table in_person_refunds (
      id text primary key,
      in_person_payment_id text not null references in_person_payments (id),
      amount bigint not null check (amount > 0),
      reason text not null,
      state text not null check (state in ('requested', 'approved', 'refused')),
      requested_by text references staff_members (id),
      requested_at timestamptz not null,
      decided_by text references staff_members (id),
      decided_at timestamptz,
      constraint in_person_refunds_decided_by check ((state = 'requested') = (decided_by is null)),
      constraint in_person_refunds_decided_at check ((state = 'requested') = (decided_at is null)),
      constraint in_person_refunds_two_people check (decided_by is distinct from requested_by or decided_by is null)
    );
    create unique index in_person_refunds_one_open on in_person_refunds (in_person_payment_id) where state = 'requested';

    -- Who did what, when, and from where.
    create table in_person_events (
      id bigint generated always as identity primary key,
      in_person_payment_id text not null references in_person_payments (id),
      staff_member_id text references staff_members (id),
      kind text not null,
      detail jsonb not null,
      ip text not null,
      at timestamptz not null
    );
    create index in_person_events_by_payment on in_person_events (in_person_payment_id, id);
    create trigger in_person_events_are_append_only before update or delete or truncate on in_person_events
      for each statement execute function refuse_change();
  `.execute(db);
}
