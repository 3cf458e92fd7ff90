import { type Kysely, sql } from 'kysely';

/** Buyers' standing consents, and the charge of each of their cycles. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Asked for together with an order's payment: the attempt is the charge that shows it.
    create table recurrences (
      id text primary key,
      order_id text not null references orders (id),
      attempt_id text not null unique references attempts (id),
      gateway text not null,
      -- The gateway's own id of it.
      reference text not null,
      currency text not null,
      amount bigint not null check (amount > 0),
      period text not null check (period in ('weekly', 'monthly', 'quarterly', 'half-yearly', 'yearly')),
      first_due_on date not null,
      state text not null check (state in ('created', 'approved', 'rejected', 'expired', 'canceled')),
      ended_by text check (ended_by in ('payer', 'payee', 'bank')),
      -- When a job asks about it again, and from which day on its next charge may be sent; null once it has ended.
      next_look_at timestamptz,
      next_send_on date,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      unique (gateway, reference)
    );
    create index recurrences_by_order on recurrences (order_id);
    create index recurrences_to_look_at on recurrences (next_look_at) where next_look_at is not null;
    create index recurrences_to_send on recurrences (next_send_on) where next_send_on is not null;

    -- One row per cycle, for ever: whoever wants to send its charge takes the row first.
    create table recurrence_charges (
      recurrence_id text not null references recurrences (id),
      cycle integer not null check (cycle >= 0),
      due_on date not null,
      invoice_id text unique references invoices (id),
      order_id text unique references orders (id),
      attempt_id text unique references attempts (id),
      tries jsonb not null default '[]',
      -- The day for which the last retry was asked.
      retry_on date,
      taken_until timestamptz not null,
      created_at timestamptz not null,
      primary key (recurrence_id, cycle)
    );
  `.execute(db);
}
