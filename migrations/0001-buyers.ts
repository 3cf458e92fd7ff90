import { type Kysely, sql } from 'kysely';

/** Sessions, leads, consents, quotes: who buys what at which price. Money is bigint minor units everywhere. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table checkout_sessions (
      id text primary key,
      browser_hash text not null,
      brand text not null,
      variant text,
      business text not null,
      product_code text not null,
      offer text not null,
      flow_id text not null,
      market text not null,
      locale text not null,
      seller text not null,
      source text not null,
      link jsonb not null,
      lead_id text,
      order_id text,
      created_at timestamptz not null,
      touched_at timestamptz not null,
      unique (browser_hash, product_code, market, offer, flow_id)
    );

    create table leads (
      id text primary key,
      session_id text not null references checkout_sessions (id),
      brand text not null,
      business text not null,
      product_code text not null,
      market text not null,
      locale text not null,
      seller text not null,
      source text not null,
      name text not null,
      email text not null,
      phone text not null,
      birth_date date,
      document_type text,
      document_number text,
      relation_account text,
      address jsonb,
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
    create index leads_by_session on leads (session_id);

    create table consents (
      id text primary key,
      session_id text not null references checkout_sessions (id),
      kind text not null,
      accepted boolean not null,
      label text not null,
      text_hash text not null,
      ip text not null,
      at timestamptz not null
    );
    create index consents_by_session on consents (session_id);

    create table quotes (
      id text primary key,
      session_id text not null references checkout_sessions (id),
      product_code text not null,
      plan_id text not null,
      plan_type text not null,
      currency text not null,
      lines jsonb not null,
      voucher text,
      discount bigint not null check (discount >= 0),
      total bigint not null check (total >= 0),
      installments jsonb not null,
      methods jsonb not null,
      created_at timestamptz not null,
      expires_at timestamptz not null
    );
    create index quotes_by_session on quotes (session_id, created_at desc);
  `.execute(db);
}
