import { type Kysely, sql } from 'kysely';

/** Every time a bank was asked about a means of payment, and the means that buyers let us keep. No number is in either. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table means_tries (
      id text primary key,
      -- Absent: a check without money, whose outcome stands here.
      attempt_id text unique references attempts (id),
      -- Keyed hash of the gateway and its fingerprint of the means.
      means_key text not null,
      gateway text not null,
      brand text not null,
      amount bigint not null check (amount >= 0),
      currency text not null check (currency in ('BRL', 'MZN', 'PEN')),
      installments integer not null check (installments >= 1),
      expiry text,
      outcome text check (outcome in ('passed', 'refused', 'unasked')),
      raw text,
      tried_at timestamptz not null,
      check (attempt_id is null or outcome is null)
    );
    create index means_tries_by_means on means_tries (means_key, tried_at desc);

    create table payment_profiles (
      id text primary key,
      -- Whose browser kept it, and for which address: both must be the same to use it.
      browser_hash text not null,
      session_id text not null references checkout_sessions (id),
      lead_id text not null references leads (id),
      email text not null,
      business text not null,
      market text not null check (market in ('BR', 'MZ', 'PE')),
      rail text not null,
      gateway text not null,
      -- The gateway's own name of the means, sealed; good for this merchant only.
      token text not null,
      means_key text,
      brand text not null,
      last4 text not null check (last4 ~ '^[0-9]{4}$'),
      expiry text not null,
      -- The scheme's name of the first payment: every later one names it.
      scheme_transaction_id text,
      consent_id text references consents (id),
      attempt_id text unique references attempts (id),
      created_at timestamptz not null,
      deleted_at timestamptz,
      replaced_by text references payment_profiles (id)
    );
    create index payment_profiles_by_browser on payment_profiles (browser_hash) where deleted_at is null;
  `.execute(db);
}
