import { type Kysely, sql } from 'kysely';

/** Attempts with cards as risk checks count them, solved challenges, decline alarms and rate counters. No card number. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Every time that a bank was asked about an instrument.
    create table card_attempts (
      id text primary key,
      -- Null: a verification without money, whose outcome stands here.
      attempt_id text unique references attempts (id),
      -- Keyed hash of the gateway and its fingerprint of the instrument.
      instrument_key text not null,
      gateway text not null,
      brand text not null,
      amount bigint not null check (amount >= 0),
      currency text not null check (currency in ('BRL', 'MZN', 'PEN')),
      installments integer not null check (installments >= 1),
      expiry text,
      outcome text check (outcome in ('passed', 'refused', 'not-sent')),
      raw text,
      attempted_at timestamptz not null,
      -- Keyed hashes of whom it counts for; null where a charge was made without its buyer, who then answers for nothing.
      address_key text,
      network_key text,
      buyer_key text,
      browser_key text,
      -- The buyer's bank had to challenge its customer first: such a decline tells a thief nothing.
      force_challenge boolean not null default false,
      -- The same instrument was approved since: its earlier declines hold back no later charge without the buyer.
      is_cleared boolean not null default false,
      -- With money, the outcome is the attempt's.
      check (attempt_id is null or outcome is null)
    );
    -- One index per key that a limit is counted by.
    create index card_attempts_by_instrument on card_attempts (instrument_key, attempted_at desc);
    create index card_attempts_by_address on card_attempts (address_key, attempted_at) where address_key is not null;
    create index card_attempts_by_network on card_attempts (network_key, attempted_at) where network_key is not null;
    create index card_attempts_by_buyer on card_attempts (buyer_key, attempted_at) where buyer_key is not null;
    create index card_attempts_by_browser on card_attempts (browser_key, attempted_at) where browser_key is not null;
    -- All attempts of buyers in the last minutes, for the decline alarm.
    create index card_attempts_by_time on card_attempts (attempted_at) where browser_key is not null;
    create index card_verifications_refused on card_attempts (gateway, attempted_at) where outcome = 'refused';

    -- A card attempt that its bank approved is deleted; that it was approved is kept for a while, without the instrument.
    create table approved_attempts (
      id bigint generated always as identity primary key,
      address_key text,
      network_key text,
      at timestamptz not null
    );
    create index approved_attempts_by_address on approved_attempts (address_key, at) where address_key is not null;
    create index approved_attempts_by_network on approved_attempts (network_key, at) where network_key is not null;
    create index approved_attempts_by_time on approved_attempts (at);

    -- The row by which a solved challenge counts once; it stays until the challenge would be too old anyway.
    create table solved_challenges (
      id text primary key,
      browser_hash text not null,
      action text not null,
      uses_left integer not null check (uses_left >= 0),
      solved_at timestamptz not null,
      ends_at timestamptz not null
    );
    create index solved_challenges_by_browser on solved_challenges (browser_hash, action) where uses_left > 0;
    create index solved_challenges_by_end on solved_challenges (ends_at);

    -- While declines pile up: what is asked of everybody, from when until when.
    create table decline_alarms (
      id bigint generated always as identity primary key,
      level integer not null check (level between 1 and 3),
      since timestamptz not null,
      until timestamptz not null
    );
    create index decline_alarms_by_end on decline_alarms (until);

    -- Guesses and requests of a subject in a period.
    create table rate_counters (
      subject text not null,
      period text not null,
      count integer not null check (count >= 0),
      ends_at timestamptz not null,
      primary key (subject, period)
    );
    create index rate_counters_by_end on rate_counters (ends_at);
  `.execute(db);
}
