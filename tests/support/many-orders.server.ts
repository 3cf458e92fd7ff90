import type { TestDatabase } from './database.server.ts';

/** Fills a database with orders as years of selling leave them: half of them paid, half given up. */
export async function fillWithOrders({ pool }: Pick<TestDatabase, 'pool'>, count: number): Promise<void> {
  await pool.query(`
    insert into checkout_sessions
      select 'ses_' || n, md5(n::text), 'school', null, 'school', 'course', '', 'default', 'BR', 'pt-BR', 'ana', 'x',
        '{}', null, null, now() - interval '99 days', now() - interval '99 days'
      from generate_series(1, ${count}) n;
    insert into leads
      select 'led_' || n, 'ses_' || n, 'school', 'school', 'course', 'BR', 'pt-BR', 'ana', 'x', 'Maria', 'm@example.com',
        '+5511961234567', null, null, null, null, null, now() - interval '99 days', now() - interval '99 days'
      from generate_series(1, ${count}) n;
    insert into quotes
      select 'quo_' || n, 'ses_' || n, 'course', 'plan-year', 'yearly', 'BRL', '[]', null, 0, 114000, '[]', '[]',
        now() - interval '99 days', now() - interval '99 days'
      from generate_series(1, ${count}) n;
    insert into orders (id, session_id, lead_id, quote_id, brand, business, product_code, plan_id, market, locale, seller,
        source, currency, total, received, state, created_at, paid_at)
      select 'ord_' || n, 'ses_' || n, 'led_' || n, 'quo_' || n, 'school', 'school', 'course', 'plan-year', 'BR', 'pt-BR',
        'ana', 'x', 'BRL', 114000, case when n % 2 = 0 then 114000 else 0 end,
        case when n % 2 = 0 then 'paid' else 'open' end, now() - interval '99 days', now() - interval '99 days'
      from generate_series(1, ${count}) n;
    update checkout_sessions set lead_id = 'led_' || substr(id, 5), order_id = 'ord_' || substr(id, 5)
      where browser_hash = md5(substr(id, 5));
    insert into order_lines
      select 'ord_' || n, 0, 'main', 'course', 'plan-year', 'Curso', 114000, 114000 from generate_series(1, ${count}) n;
    insert into tenders
      select 'ten_' || n, 'ord_' || n, 'at-once', 'now', 114000, 0, 1, now() - interval '99 days'
      from generate_series(1, ${count}) n;
    insert into attempts (id, order_id, tender_id, number, rail, gateway, method, amount, currency, installments, state,
        reference, payer, kept, expires_at, deadline_at, created_at, updated_at, release_state)
      select 'att_' || n, 'ord_' || n, 'ten_' || n, 1, 'now', 'book', 'at-once', 114000, 'BRL', 1,
        case when n % 2 = 0 then 'captured' else 'expired' end, 'ref-' || n, '{}', '{}', now() - interval '98 days',
        now() - interval '98 days', now() - interval '99 days', now() - interval '98 days',
        case when n % 2 = 0 then null else 'done' end
      from generate_series(1, ${count}) n;
    insert into idempotency_keys
      select 'pay:ses_' || n, 'key-' || n, 'f', 'ord_' || n, 'att_' || n, '{}', now() from generate_series(1, ${count}) n;
    insert into ledger_transfers (kind, gateway, movement_id, order_id, attempt_id, debit_account, credit_account, amount,
        currency, occurred_at, recorded_at)
      select 'capture-principal', 'book', 'move-' || n, 'ord_' || n, 'att_' || n, 'gateway/book', 'sales/school', 114000,
        'BRL', now(), now()
      from generate_series(2, ${count}, 2) n;
    insert into money_breaks
      select 'brk_' || n, 'surplus', 'ord_' || n, 'att_' || n, 'move-' || n, 100, 'BRL', 'give-back', 'resolved', 'r', 0,
        now(), now()
      from generate_series(2, ${count}, 2) n;
    insert into voucher_uses
      select 'ord_' || n, 'school', 'for-all', now() - interval '99 days', case when n % 2 = 0 then null else now() end
      from generate_series(1, ${count}) n;
    insert into access_grants
      select 'acc_' || n, 'ord_' || n, 'led_' || n, 'school', 'course', 'active', now()
      from generate_series(2, ${count}, 2) n;
    insert into access_tokens
      select 'hash-' || n, 'acc_' || n, 'letter', now() + interval '1 year', null, now()
      from generate_series(2, ${count}, 2) n;
    insert into messages
      select 'msg_' || n, 'ord_' || n, 'order-paid', '', 'sent', 1, now() - interval '99 days', now()
      from generate_series(2, ${count}, 2) n;
    insert into outbox_events (type, order_id, dedup, payload, created_at, dispatched_at)
      select 'order-paid', 'ord_' || n, '', '{}', now(), now() from generate_series(2, ${count}, 2) n;
    insert into notifications
      select 'ntf_' || n, 'book', 'event-' || n, null, 'att_' || n, 'applied', null, 1, now() - interval '99 days', now()
      from generate_series(2, ${count}, 2) n;
    analyze;
  `);
}
