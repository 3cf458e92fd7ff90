import { type Kysely, sql } from 'kysely';

/** Reconciliation tasks have an owner and an end with a reference; refunds wait while a dispute holds their money. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table money_breaks
      add column assigned_to text,
      add column assigned_at timestamptz,
      -- Null where a fact of a gateway ended it.
      add column resolved_by text,
      -- The operator's own reference: a bank's payment, a case number.
      add column reference text,
      add column outcome text check (outcome in ('won', 'lost', 'expired')),
      add check (assigned_to is null or assigned_at is not null);

    alter table refund_parts
      drop constraint refund_parts_state_check,
      -- 'disputed' while a dispute holds its money, 'canceled' when the dispute was lost: the buyer's bank has paid it.
      add constraint refund_parts_state_check
        check (state in ('wanted', 'done', 'by-hand', 'disputed', 'canceled')),
      -- How much of it a dispute holds, minor units.
      add column disputed_amount bigint not null default 0 check (disputed_amount between 0 and amount),
      add column assigned_to text,
      add column assigned_at timestamptz;
    create index refund_parts_by_hand on refund_parts (requested_at) where state in ('by-hand', 'disputed');

    -- Who said when from where that money goes to which account; the account itself is sealed in payout_details.
    create table payout_changes (
      id text primary key,
      order_id text not null references orders (id),
      kind text not null,
      hint text not null,
      ip text not null,
      given_at timestamptz not null
    );
    create index payout_changes_by_order on payout_changes (order_id);
  `.execute(db);
}
