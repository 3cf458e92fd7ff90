import { type Kysely, sql } from 'kysely';

/**
 * What must never be in the tables, whatever the code does: unknown states, orders whose state and money disagree,
 * sessions that point at nothing. And the ways to rows that jobs and payments look for.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table checkout_sessions
      add foreign key (lead_id) references leads (id),
      add foreign key (order_id) references orders (id);

    alter table quotes
      add check (currency in ('BRL', 'MZN', 'PEN'));

    alter table orders
      add check (state in ('open', 'partly-paid', 'paid', 'refunded', 'closed')),
      add check (currency in ('BRL', 'MZN', 'PEN')),
      add check (state <> 'open' or received = 0),
      add check (state <> 'partly-paid' or (received > 0 and received < total)),
      add check (state <> 'paid' or (received = total and paid_at is not null));
    create index orders_by_session on orders (session_id);

    alter table attempts
      add check (state in ('created', 'awaiting-buyer', 'processing', 'unknown', 'authorized',
                           'captured', 'declined', 'expired', 'voided', 'failed')),
      add check (currency in ('BRL', 'MZN', 'PEN')),
      add check (installments >= 1),
      add check (deadline_at >= expires_at),
      add check (release_state in ('wanted', 'done'));
    create index attempts_owed_releases on attempts (id) where release_state = 'wanted';

    alter table ledger_transfers
      add check (currency in ('BRL', 'MZN', 'PEN'));

    alter table money_breaks
      add check (currency in ('BRL', 'MZN', 'PEN')),
      add check (state in ('open', 'resolved')),
      add check ((state = 'resolved') = (resolved_at is not null));
    create index money_breaks_by_order on money_breaks (order_id);

    create index voucher_uses_held on voucher_uses (at) where released_at is null;

    alter table messages
      add check (state in ('waiting', 'sent', 'not-needed'));

    alter table notifications
      add check (state in ('stored', 'parked', 'applied', 'rejected'));
    drop index notifications_waiting;
    create index notifications_waiting on notifications (tries, received_at) where state in ('stored', 'parked');
  `.execute(db);
}
