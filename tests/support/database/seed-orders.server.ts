import type { PoolClient, QueryConfig } from 'pg';
import type { TestDatabase } from './database.server.ts';

/**
 * Fills a database with orders as years of selling leave them: half of them paid, half given up, every third by a means
 * whose tries are counted. Rows are written without looking after other tables' keys one by one, and the indexes that no
 * key needs are made afterwards: a million orders take minutes, not hours.
 */
export async function seedOrders({ pool }: Pick<TestDatabase, 'pool'>, count: number): Promise<void> {
  const client = await pool.connect();
  try {
    await unhindered(client, async () => {
      for (const statement of statementsFor(count)) await client.query(withPatience(statement));
    });
    // As the years leave them: looked through, and on the disk.
    await client.query('vacuum (analyze)');
    await client.query('checkpoint');
  } finally {
    client.release();
  }
}

/** Milliseconds for one statement: a busy machine takes longer than any statement of the product may. */
const patienceMs = 600_000;

function withPatience(text: string): QueryConfig & { readonly query_timeout: number } {
  return { text, query_timeout: patienceMs };
}

/** Writes much at once: no checks of other tables' keys, and indexes made in one go after it. */
async function unhindered(client: PoolClient, write: () => Promise<void>): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; made: string }>(`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as made
      from pg_index i join pg_class c on c.oid = i.indrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
        and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`);
  await client.query('begin');
  await client.query('set local statement_timeout = 0');
  await client.query('set local session_replication_role = replica');
  await client.query(`set local maintenance_work_mem = '256MB'`);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await write();
  for (const { made } of indexes) await client.query(made);
  await client.query('commit');
}

function statementsFor(count: number): readonly string[] {
  return [
    `insert into checkout_sessions (id, browser_hash, brand, variant, business, product_code, offer, flow_id, market, locale, seller,
        source, link, lead_id, order_id, created_at, touched_at)
      select 'ses_' || n, md5(n::text), 'school', null, 'school', 'course', '', 'default', 'BR', 'pt-BR', 'ana', 'x',
        '{}', 'led_' || n, 'ord_' || n, now() - interval '99 days', now() - interval '99 days'
      from generate_series(1, ${count}) n`,
    `insert into leads (id, session_id, brand, business, product_code, market, locale, seller, source, name, email, phone, birth_date,
        document_type, document_number, relation_account, address, created_at, updated_at)
      select 'led_' || n, 'ses_' || n, 'school', 'school', 'course', 'BR', 'pt-BR', 'ana', 'x', 'Maria', 'm@example.com',
        '+5511961234567', null, null, null, null, null, now() - interval '99 days', now() - interval '99 days'
      from generate_series(1, ${count}) n`,
    `insert into quotes (id, session_id, product_code, plan_id, plan_type, currency, lines, voucher, discount, total, installments,
        methods, created_at, expires_at)
      select 'quo_' || n, 'ses_' || n, 'course', 'plan-year', 'yearly', 'BRL', '[]', null, 0, 114000, '[]', '[]',
        now() - interval '99 days', now() - interval '99 days'
      from generate_series(1, ${count}) n`,
    `insert into orders (id, session_id, lead_id, quote_id, brand, business, product_code, plan_id, market, locale, seller,
        source, currency, total, received, state, created_at, paid_at)
      select 'ord_' || n, 'ses_' || n, 'led_' || n, 'quo_' || n, 'school', 'school', 'course', 'plan-year', 'BR', 'pt-BR',
        'ana', 'x', 'BRL', 114000, case when n % 2 = 0 then 114000 else 0 end,
        case when n % 2 = 0 then 'paid' else 'open' end, now() - interval '99 days', now() - interval '99 days'
      from generate_series(1, ${count}) n`,
    `insert into order_lines (order_id, position, kind, product_code, plan_id, title, standard_amount, amount)
      select 'ord_' || n, 0, 'main', 'course', 'plan-year', 'Curso', 114000, 114000 from generate_series(1, ${count}) n`,
    `insert into tenders (id, order_id, method, rail, principal, interest, installments, created_at)
      select 'ten_' || n, 'ord_' || n, 'at-once', 'now', 114000, 0, 1, now() - interval '99 days'
      from generate_series(1, ${count}) n`,
    `insert into attempts (id, order_id, tender_id, number, rail, gateway, method, amount, currency, installments, state,
        reference, payer, kept, expires_at, deadline_at, created_at, updated_at, void_state)
      select 'att_' || n, 'ord_' || n, 'ten_' || n, 1, 'now', 'book', 'at-once', 114000, 'BRL', 1,
        case when n % 2 = 0 then 'captured' else 'expired' end, 'ref-' || n, '{}', '{}', now() - interval '98 days',
        now() - interval '98 days', now() - interval '99 days', now() - interval '98 days',
        case when n % 2 = 0 then null else 'done' end
      from generate_series(1, ${count}) n`,
    `insert into idempotency_keys (scope, key, fingerprint, order_id, attempt_id, body, created_at)
      select 'pay:ses_' || n, 'key-' || n, 'f', 'ord_' || n, 'att_' || n, '{}', now() from generate_series(1, ${count}) n`,
    `insert into ledger_transfers (kind, gateway, movement_id, order_id, attempt_id, debit_account, credit_account, amount,
        currency, occurred_at, recorded_at)
      select 'capture-principal', 'book', 'move-' || n, 'ord_' || n, 'att_' || n, 'gateway/book', 'sales/school', 114000,
        'BRL', now(), now()
      from generate_series(2, ${count}, 2) n`,
    `insert into reconciliation_exceptions (id, kind, order_id, attempt_id, movement_id, amount, currency, task, state,
        refund_reference, tries, created_at, resolved_at)
      select 'brk_' || n, 'surplus', 'ord_' || n, 'att_' || n, 'move-' || n, 100, 'BRL', 'give-back', 'resolved', 'r', 0,
        now(), now()
      from generate_series(2, ${count}, 2) n`,
    `insert into voucher_uses (order_id, brand, code, at, released_at)
      select 'ord_' || n, 'school', 'for-all', now() - interval '99 days', case when n % 2 = 0 then null else now() end
      from generate_series(1, ${count}) n`,
    `insert into access_grants (id, order_id, lead_id, brand, product_code, state, granted_at)
      select 'acc_' || n, 'ord_' || n, 'led_' || n, 'school', 'course', 'active', now()
      from generate_series(2, ${count}, 2) n`,
    `insert into access_tokens (token_hash, grant_id, purpose, expires_at, used_at, created_at)
      select 'hash-' || n, 'acc_' || n, 'email', now() + interval '1 year', null, now()
      from generate_series(2, ${count}, 2) n`,
    `insert into emails (id, order_id, kind, dedup, state, tries, created_at, sent_at)
      select 'msg_' || n, 'ord_' || n, 'order-paid', '', 'sent', 1, now() - interval '99 days', now()
      from generate_series(2, ${count}, 2) n`,
    `insert into outbox_events (type, order_id, dedup, payload, created_at, dispatched_at)
      select 'order-paid', 'ord_' || n, '', '{}', now(), now() from generate_series(2, ${count}, 2) n`,
    `insert into incoming_webhooks (id, gateway, event_id, reference, attempt_id, state, reason, tries, received_at, handled_at)
      select 'ntf_' || n, 'book', 'event-' || n, null, 'att_' || n, 'applied', null, 1, now() - interval '99 days', now()
      from generate_series(2, ${count}, 2) n`,
    `insert into card_attempts (id, attempt_id, instrument_key, gateway, brand, amount, currency, installments, expiry, outcome,
        raw, attempted_at)
      select 'try_' || n, 'att_' || n, md5((n % 100000)::text), 'book', 'visa', 114000, 'BRL', 1, '12/30', null, null,
        now() - interval '99 days'
      from generate_series(3, ${count}, 3) n`,
  ];
}
