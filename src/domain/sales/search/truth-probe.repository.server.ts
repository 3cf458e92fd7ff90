import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../base-context.server.ts';
import { manualGateway } from '../../payments/index.server.ts';

/** Kinds that have a unique key of their own in the tables of the truth: their sales are found at once. */
export type TruthProbeKind =
  | 'order-number'
  | 'order-reference'
  | 'id'
  | 'webhook-id'
  | 'movement'
  | 'charge'
  | 'collection-code'
  | 'invoice-number'
  | 'fiscal-key';

const most = 20;

/** Ids of orders that a number names; at most 20. `gateways`: ids of all gateways, by which unique keys begin. */
export async function orderIdsNamed(
  db: Db,
  kind: TruthProbeKind,
  value: string,
  gateways: readonly string[],
): Promise<readonly string[]> {
  const question = questions[kind](value, gateways);
  if (question === null) return [];
  const { rows } = await sql<{
    id: string;
  }>`select id from (${question}) found where id is not null limit ${most}`.execute(db);
  return [...new Set(rows.map(({ id }) => id))];
}

const largest = 2n ** 63n - 1n;
const isNumber = (value: string): boolean => /^\d{1,19}$/.test(value) && BigInt(value) <= largest;

type Question = (value: string, gateways: readonly string[]) => RawBuilder<unknown> | null;

const questions: Readonly<Record<TruthProbeKind, Question>> = {
  'order-number': (value) => (isNumber(value) ? sql`select id from orders where number = ${BigInt(value)}` : null),
  'order-reference': (value) => sql`select id from orders where reference = ${value}`,
  id: (value) => byId(value),
  'webhook-id': (value) => {
    const id = eventIdOf(value);
    return id === null
      ? null
      : sql`select coalesce(e.order_id, (select order_id from subscriptions where id = e.subscription_id)) as id
          from outbox_events e where e.id = ${id}`;
  },
  // Also payments from the school's own account, by the bank's reference that was recorded.
  movement: (value, gateways) =>
    sql`select order_id as id from ledger_transfers
      where gateway = any(${[...gateways, manualGateway]}::text[]) and movement_id = ${value}`,
  charge: (value, gateways) =>
    sql`select order_id as id from attempts where gateway = any(${[...gateways]}::text[]) and reference = ${value}
      and reference is not null`,
  'collection-code': (value) => sql`select order_id as id from in_person_payments where code = ${value}`,
  'invoice-number': (value) =>
    isNumber(value)
      ? sql`select o.id from invoices i join orders o on o.session_id = i.session_id where i.number = ${BigInt(value)}`
      : null,
  'fiscal-key': (value) => sql`select order_id as id from fiscal_notes where access_key = ${value}`,
};

function byId(value: string): RawBuilder<unknown> | null {
  const tables: Readonly<Record<string, RawBuilder<unknown>>> = {
    ord: sql`select id from orders where id = ${value}`,
    att: sql`select order_id as id from attempts where id = ${value}`,
    ten: sql`select order_id as id from tenders where id = ${value}`,
    sub: sql`select id from (select order_id as id from subscriptions where id = ${value}
      union all select id from orders where subscription_id = ${value}) both_ways`,
    ses: sql`select id from orders where session_id = ${value}`,
    led: sql`select id from orders where lead_id = ${value} order by created_at desc`,
    ref: sql`select order_id as id from refund_requests where id = ${value}
      union all select order_id from refunds where id = ${value}`,
    rfp: sql`select order_id as id from refund_parts where id = ${value}`,
    dis: sql`select order_id as id from disputes where id = ${value}`,
    brk: sql`select order_id as id from reconciliation_exceptions where id = ${value}`,
    inv: sql`select o.id from invoices i join orders o on o.session_id = i.session_id where i.id = ${value}`,
    fis: sql`select order_id as id from fiscal_notes where id = ${value}`,
    msg: sql`select order_id as id from emails where id = ${value}`,
    acc: sql`select order_id as id from access_grants where id = ${value}`,
    quo: sql`select id from orders where quote_id = ${value}`,
  };
  return tables[value.slice(0, 3)] ?? null;
}

/** The number of an event in the id of its webhook, `evt_<number>_<time>`, both in base 36. */
function eventIdOf(webhookId: string): bigint | null {
  const digits = /^evt_([0-9a-z]{1,12})_/.exec(webhookId)?.[1];
  return digits === undefined
    ? null
    : [...digits].reduce((sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)), 0n);
}
