import { type Kysely, sql } from 'kysely';

/** Filters and columns of a list that a person of the staff keeps under a name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table saved_views (
      id text primary key,
      list text not null check (list in ('sales', 'subscriptions', 'tasks', 'disputes')),
      name text not null check (name = btrim(name) and length(name) between 1 and 60),
      owner_id text not null references staff_accounts (id),
      -- Null: its owner alone. 'team': everybody. 'role:<role>': whoever has the role, in whatever scope.
      shared_with text check (shared_with = 'team' or shared_with ~ '^role:[a-z-]{1,30}$'),
      -- By the names that the list has in its address, each with its values. They narrow what its reader may see, and widen nothing.
      filters jsonb not null,
      -- Ids of the columns that are shown; empty: all of them.
      columns text[] not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      -- A filter names states, brands, products and sellers, and never a buyer: no erasure would find them here.
      constraint saved_views_of_nobody check (filters::text !~ '@')
    );
    -- A person finds a view by its name.
    create unique index saved_views_by_name on saved_views (owner_id, list, lower(name));
    create index saved_views_shared on saved_views (list, shared_with) where shared_with is not null;
  `.execute(db);
}
