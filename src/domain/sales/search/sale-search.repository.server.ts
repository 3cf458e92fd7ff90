import { sql } from 'kysely';
import type { Db } from '../../base-context.server.ts';
import type { SaleEntry } from './sale-entry.server.ts';

/** Whoever holds it is the only one that writes entries: of two that read the same order, the later reading must be stored last. */
const lockName = 'sale-search';

/** Acquires the right to write entries until the transaction ends; false while somebody else has it. */
export async function tryLockIndex(trx: Db): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${lockName}, 46)) as locked`.execute(trx);
  return rows[0]?.locked === true;
}

/** As `tryLockIndex`, but waits. */
export async function lockIndex(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${lockName}, 46))`.execute(trx);
}

/** Takes the oldest changes: at most `limit`, as the distinct orders that they name. */
export async function takeChanges(
  trx: Db,
  limit: number,
): Promise<{ readonly taken: number; readonly orderIds: readonly string[] }> {
  const { rows } = await sql<{ orderId: string }>`
    delete from sale_changes where id in (select id from sale_changes order by id limit ${limit} for update skip locked)
    returning order_id as "orderId"`.execute(trx);
  return { taken: rows.length, orderIds: [...new Set(rows.map(({ orderId }) => orderId))] };
}

/** Whether the entry of any of these orders has a trouble. */
export async function hadTrouble(trx: Db, orderIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from orders o join sale_search s on s.number = o.number
      where o.id = any(${[...orderIds]}::text[]) and s.troubles <> '{}') as found`.execute(trx);
  return rows[0]?.found === true;
}

/** Orders with a change that no entry shows yet, the newest first; at most `limit` changes are read. */
export async function pendingOrderIds(db: Db, limit: number): Promise<readonly string[]> {
  const { rows } = await sql<{ orderId: string }>`
    select order_id as "orderId" from sale_changes order by id desc limit ${limit}`.execute(db);
  return [...new Set(rows.map(({ orderId }) => orderId))];
}

/** Notes these orders as changed. */
export async function markChanged(db: Db, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length > 0)
    await db
      .insertInto('sale_changes')
      .values(orderIds.map((order_id) => ({ order_id })))
      .execute();
}

const text = (value: bigint | null): string | null => (value === null ? null : String(value));

/** An entry as the row that stores it, with texts for what JSON has no type for. */
export function entryRow({ facts, person, ...entry }: SaleEntry): Readonly<Record<string, unknown>> {
  return {
    number: String(facts.number),
    order_id: facts.orderId,
    reference: facts.reference,
    lead_id: facts.leadId,
    subscription_id: facts.subscriptionId,
    began_at: facts.beganAt.toISOString(),
    paid_at: facts.paidAt?.toISOString() ?? null,
    brand: facts.brand,
    variant: facts.variant,
    market: facts.market,
    product_code: facts.productCode,
    plan_id: facts.planId,
    seller: facts.seller,
    source: facts.source,
    unit: facts.unit,
    kind: entry.kind,
    state: facts.state,
    troubles: entry.troubles.length === 0 ? null : entry.troubles,
    methods: entry.methods,
    card_brand: entry.cardBrand,
    last4: entry.last4,
    currency: facts.currency,
    total: String(facts.total),
    received: String(facts.received),
    returned: String(facts.returned),
    charged: text(entry.charged),
    voucher: facts.voucher,
    email_key: text(person.emailKey),
    phone_key: text(person.phoneKey),
    phone_end_key: text(person.phoneEndKey),
    document_key: text(person.documentKeys[0] ?? null),
    name_keys: person.nameKeys,
  };
}

/** Columns of `sale_search` beside its key. */
const columns = [
  ...['order_id', 'reference', 'lead_id', 'subscription_id', 'began_at', 'paid_at', 'brand', 'variant'],
  ...['market', 'product_code', 'plan_id', 'seller', 'source', 'unit', 'kind', 'state', 'troubles'],
  ...['methods', 'card_brand', 'last4', 'currency', 'total', 'received', 'returned', 'charged', 'voucher'],
  ...['email_key', 'phone_key', 'phone_end_key', 'document_key', 'name_keys'],
];

/** Writes entries with their numbers, in place of earlier ones; one that is as it was is not written. */
export async function upsertEntries(trx: Db, entries: readonly SaleEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const set = sql.join(columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`));
  await sql`
    insert into sale_search select * from jsonb_populate_recordset(null::sale_search, ${JSON.stringify(entries.map(entryRow))}::jsonb)
    on conflict (number) do update set ${set} where sale_search is distinct from excluded`.execute(trx);
  const numbers = entries.flatMap(({ facts, numberKeys }) =>
    numberKeys.map((key) => ({ key: String(key), number: String(facts.number) })),
  );
  const rows = sql`jsonb_populate_recordset(null::search_numbers, ${JSON.stringify(numbers)}::jsonb)`;
  await sql`
    delete from search_numbers n where n.number = any(${entries.map(({ facts }) => String(facts.number))}::bigint[])
      and not exists (select from ${rows} r where (r.key, r.number) = (n.key, n.number))
  `.execute(trx);
  if (numbers.length > 0)
    await sql`insert into search_numbers select * from ${rows} on conflict do nothing`.execute(trx);
}

/** Erases by what the buyers of these orders are found. */
export async function eraseSearchKeys(trx: Db, orderIds: readonly string[]): Promise<void> {
  await sql`
    with erased as (
      update sale_search set email_key = null, phone_key = null, phone_end_key = null, document_key = null, name_keys = '{}',
        last4 = null
      where number in (select number from orders where id = any(${[...orderIds]}::text[])) returning number)
    delete from search_numbers where number in (select number from erased)`.execute(trx);
}

/** Stored rows of some orders by number, as `entryRow` makes them. */
export async function storedEntryRows(
  db: Db,
  numbers: readonly bigint[],
): Promise<ReadonlyMap<bigint, Readonly<Record<string, unknown>>>> {
  const { rows } = await sql<{ number: bigint; entry: Readonly<Record<string, unknown>> }>`
    select number, to_jsonb(s) || jsonb_build_object('number', number::text, 'total', total::text,
      'received', received::text, 'returned', returned::text, 'charged', charged::text, 'email_key', email_key::text,
      'phone_key', phone_key::text, 'phone_end_key', phone_end_key::text, 'document_key', document_key::text,
      'began_at', to_char(began_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'paid_at', to_char(paid_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as entry
    from sale_search s where number = any(${numbers.map(String)}::bigint[])`.execute(db);
  return new Map(rows.map(({ number, entry }) => [number, entry]));
}

/** The lowest and the highest number of an order; null where there is none. */
export async function orderNumberRange(db: Db): Promise<{ readonly first: bigint; readonly last: bigint } | null> {
  const row = await db
    .selectFrom('orders')
    .select(({ fn }) => [fn.min('number').as('first'), fn.max('number').as('last')])
    .executeTakeFirst();
  return row && row.first !== null && row.last !== null ? { first: row.first, last: row.last } : null;
}
