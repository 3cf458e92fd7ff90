import { type Kysely, sql } from 'kysely';

/** Whose tries of a means are counted together, challenges that were solved, alarms, and counts of guesses and wishes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Keyed hashes; absent where a charge was made without its buyer, who then answers for nothing.
    alter table means_tries
      add column address_key text,
      add column network_key text,
      add column buyer_key text,
      add column browser_key text;
    create index means_tries_by_address on means_tries (address_key, tried_at) where address_key is not null;
    create index means_tries_by_network on means_tries (network_key, tried_at) where network_key is not null;
    create index means_tries_by_buyer on means_tries (buyer_key, tried_at) where buyer_key is not null;
    create index means_tries_by_browser on means_tries (browser_key, tried_at) where browser_key is not null;
    create index means_tries_by_time on means_tries (tried_at) where browser_key is not null;

    -- A try that its bank took is forgotten; that it was good is kept for a while, without the means.
    create table good_tries (
      id bigint generated always as identity primary key,
      address_key text,
      network_key text,
      at timestamptz not null
    );
    create index good_tries_by_address on good_tries (address_key, at) where address_key is not null;
    create index good_tries_by_network on good_tries (network_key, at) where network_key is not null;
    create index good_tries_by_time on good_tries (at);

    -- The row by which a solved challenge is taken once; it stays until the challenge would be too old anyway.
    create table used_challenges (
      id text primary key,
      browser_hash text not null,
      action text not null,
      tries_left integer not null check (tries_left >= 0),
      solved_at timestamptz not null,
      ends_at timestamptz not null
    );
    create index used_challenges_by_browser on used_challenges (browser_hash, action) where tries_left > 0;
    create index used_challenges_by_end on used_challenges (ends_at);

    -- While refusals pile up: what is asked of everybody, from when until when.
    create table try_alarms (
      id bigint generated always as identity primary key,
      stage integer not null check (stage between 1 and 3),
      since timestamptz not null,
      until timestamptz not null
    );
    create index try_alarms_by_end on try_alarms (until);

    create table guard_counts (
      subject text not null,
      period text not null,
      count integer not null check (count >= 0),
      ends_at timestamptz not null,
      primary key (subject, period)
    );
    create index guard_counts_by_end on guard_counts (ends_at);
  `.execute(db);
}
