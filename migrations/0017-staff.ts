import { type Kysely, sql } from 'kysely';

/** The people who use the console, what they may do, their sessions, and what waits for a second person. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- A person, as the directory knows them. Somebody who left stays, because records name them.
    create table staff_accounts (
      id text primary key,
      -- OpenID Connect: the pair is the person; the e-mail address may change, and is only shown.
      issuer text not null,
      subject text not null,
      email text not null,
      name text not null,
      locale text not null,
      -- The name in OPERATOR_TOKENS that this person holds: then both are one person wherever two are needed.
      token_name text unique check (token_name ~ '^[a-z][a-z0-9-]{0,31}$'),
      -- They have signed in without a grant, and pressed "ask for access".
      access_requested_at timestamptz,
      created_at timestamptz not null,
      signed_in_at timestamptz not null,
      left_at timestamptz,
      unique (issuer, subject)
    );

    -- A role within a scope. A person may do what any of their open grants allows.
    create table staff_grants (
      id text primary key,
      account_id text not null references staff_accounts (id),
      role text not null,
      scope text not null,
      -- Null: until somebody ends it.
      until timestamptz,
      -- console: a person gave it. directory: a group of the directory did, and its end is there too. first: a printed link.
      source text not null check (source in ('console', 'directory', 'first')),
      granted_by text references staff_accounts (id),
      approved_by text references staff_accounts (id),
      granted_at timestamptz not null,
      ended_at timestamptz,
      ended_by text references staff_accounts (id),
      constraint staff_grants_given_by_a_person check ((source = 'console') = (granted_by is not null)),
      -- Nobody gives a role to themselves, and nobody is their own second person.
      constraint staff_grants_not_to_oneself check (granted_by <> account_id and approved_by <> account_id),
      constraint staff_grants_two_people check (approved_by <> granted_by),
      -- These roles move money, change webhooks or make others: a person alone does not give them.
      constraint staff_grants_approved
        check (source <> 'console' or role not in ('finance-lead', 'operator', 'people') or approved_by is not null)
    );
    create unique index staff_grants_open on staff_grants (account_id, role, scope, source) where ended_at is null;

    -- A signed-in browser. Ended ones stay for a while, so that their owner sees where they were signed in.
    create table staff_sessions (
      id text primary key,
      -- SHA-256 of the cookie, hex.
      token_hash text not null unique,
      account_id text not null references staff_accounts (id),
      created_at timestamptz not null,
      seen_at timestamptz not null,
      -- Ten hours after its beginning, however busy it is.
      expires_at timestamptz not null,
      ip_group text not null,
      agent text not null,
      -- When the person last proved who they are, and how strongly (the directory's word).
      authenticated_at timestamptz not null,
      acr text,
      -- Encrypted. By it the directory is asked whether the person still belongs to it.
      refresh_token text,
      directory_checked_at timestamptz not null,
      ended_at timestamptz,
      ended_because text,
      constraint staff_sessions_ended check ((ended_at is null) = (ended_because is null)),
      constraint staff_sessions_forget check (ended_at is null or refresh_token is null)
    );
    create index staff_sessions_by_account on staff_sessions (account_id, created_at desc);

    -- A printed link makes the first person of an installation, or lets somebody in when nobody can. Once, 15 minutes.
    create table staff_first_links (
      token_hash text primary key,
      email text not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz,
      used_by text references staff_accounts (id),
      constraint staff_first_links_used check ((used_at is null) = (used_by is null))
    );

    -- What waits for a second person. Refunds have a table of their own, pending_refunds.
    create table approval_requests (
      id text primary key,
      kind text not null check (kind in ('export', 'erasure', 'grant')),
      -- Null: it concerns all brands.
      brand text,
      -- What is done once it is approved, by ids.
      payload jsonb not null,
      -- What the asker saw, with personal data masked; who decides sees the same.
      shown jsonb not null,
      reason text not null,
      state text not null check (state in ('waiting', 'approved', 'rejected', 'taken-back')),
      asked_by text not null references staff_accounts (id),
      asked_at timestamptz not null,
      expires_at timestamptz not null,
      decided_by text references staff_accounts (id),
      decided_at timestamptz,
      -- An export is made by its asker, once, after it was approved.
      used_at timestamptz,
      constraint approval_requests_expire_later check (expires_at > asked_at),
      constraint approval_requests_decided_by check ((state = 'waiting') = (decided_by is null)),
      constraint approval_requests_decided_at check ((state = 'waiting') = (decided_at is null)),
      constraint approval_requests_two_people check (state not in ('approved', 'rejected') or decided_by <> asked_by),
      constraint approval_requests_own_end check (state <> 'taken-back' or decided_by = asked_by),
      constraint approval_requests_used check (used_at is null or state = 'approved')
    );
    create index approval_requests_waiting on approval_requests (asked_at) where state = 'waiting';
    create index approval_requests_by_asker on approval_requests (asked_by, asked_at desc);

    -- A token is a name, a session another: with the accounts beside the names, a person with both is still one person.
    alter table pending_refunds
      add column requested_account text references staff_accounts (id),
      add column decided_account text references staff_accounts (id),
      add constraint pending_refunds_two_accounts check (state <> 'confirmed' or decided_account <> requested_account);
    update pending_refunds set requested_by = 'token:' || requested_by where requested_by !~ '^(staff|token):';
    update pending_refunds set decided_by = 'token:' || decided_by where decided_by !~ '^(staff|token):';
  `.execute(db);
}
