import { type Kysely, sql } from 'kysely';

/** Points that purchases earn, and money that is handed over at the school's own desks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- What a paid order earns, once: nothing is credited before its time to withdraw is over.
    create table points_accruals (
      order_id text primary key references orders (id),
      programme text not null,
      -- The programme's own name for the member; their document is nowhere here.
      member_id text not null,
      state text not null check (state in ('waiting', 'credited', 'not-due', 'reversed')),
      due_at timestamptz not null,
      points bigint check (points > 0),
      reference text,
      tries integer not null default 0,
      created_at timestamptz not null,
      credited_at timestamptz,
      reversed_at timestamptz,
      check ((credited_at is not null) = (state in ('credited', 'reversed'))),
      check ((reversed_at is not null) = (state = 'reversed'))
    );
    create index points_accruals_waiting on points_accruals (due_at) where state = 'waiting';
    create index points_accruals_credited on points_accruals (order_id) where state = 'credited';

    -- Who acts for a unit by a link of their own. A person that left stays, with what they did.
    create table unit_people (
      id text primary key,
      brand text not null,
      unit_id text not null,
      person text not null,
      name text not null,
      created_at timestamptz not null,
      revoked_at timestamptz
    );
    create unique index unit_people_now on unit_people (brand, unit_id, person) where revoked_at is null;

    -- A promise to pay at a unit: one for an attempt.
    create table claims (
      id text primary key,
      attempt_id text not null unique references attempts (id),
      order_id text not null references orders (id),
      brand text not null,
      unit_id text not null,
      -- Name and address of the unit, as they were then.
      unit jsonb not null,
      code text not null unique,
      method text not null,
      -- What proves that the money came: decided by the way to pay.
      proof_kind text not null,
      amount bigint not null check (amount > 0),
      currency text not null check (currency in ('BRL', 'MZN', 'PEN')),
      state text not null check (state in ('open', 'taken', 'withdrawn')),
      expires_at timestamptz not null,
      created_at timestamptz not null
    );
    create index claims_by_unit on claims (brand, unit_id, created_at desc);

    -- Money that a unit took or handed back. Rows are added, never changed.
    create table claim_movements (
      id text primary key,
      place bigint generated always as identity unique,
      claim_id text not null references claims (id),
      kind text not null check (kind in ('capture', 'refund')),
      amount bigint not null check (amount > 0),
      currency text not null check (currency in ('BRL', 'MZN', 'PEN')),
      -- What was written down as proof, and the name by which the same paper is known again.
      proof jsonb not null,
      proof_key text unique,
      person_id text not null references unit_people (id),
      at timestamptz not null
    );
    create trigger claim_movements_are_append_only before update or delete or truncate on claim_movements
      for each statement execute function refuse_change();
    create unique index claim_movements_taken_once on claim_movements (claim_id) where kind = 'capture';
    create index claim_movements_by_claim on claim_movements (claim_id);

    -- Giving back needs two: whoever asks (null: the checkout itself), and somebody else who agrees.
    create table claim_reversals (
      id text primary key,
      claim_id text not null references claims (id),
      amount bigint not null check (amount > 0),
      reason text not null,
      state text not null check (state in ('asked', 'approved', 'refused')),
      asked_by text references unit_people (id),
      asked_at timestamptz not null,
      decided_by text references unit_people (id),
      decided_at timestamptz,
      check ((state = 'asked') = (decided_by is null)),
      check ((state = 'asked') = (decided_at is null)),
      check (decided_by is distinct from asked_by or decided_by is null)
    );
    create unique index claim_reversals_one_open on claim_reversals (claim_id) where state = 'asked';

    -- Who did what, when, and from where.
    create table claim_events (
      id bigint generated always as identity primary key,
      claim_id text not null references claims (id),
      person_id text references unit_people (id),
      kind text not null,
      detail jsonb not null,
      ip text not null,
      at timestamptz not null
    );
    create trigger claim_events_are_append_only before update or delete or truncate on claim_events
      for each statement execute function refuse_change();
    create index claim_events_by_claim on claim_events (claim_id, id);
  `.execute(db);
}
