import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../base-context.server.ts';
import type { StaffScope } from '../../staff/index.ts';
import { inScope } from './sale-row.repository.server.ts';

/** Sales of one probe that are shown at most. */
export const shownPerProbe = 20;
/** Sales of other brands that are passed over at most, so that a term of a hundred thousand of them costs no more. */
const mostPassedOver = 2_000;
/** The newest sales, in which a common name is found by looking at each. */
const nameWindow = 20_000;
/** Hits of a rare name that are sorted at most. */
const mostNameHits = 20_000;

type Found = readonly bigint[];

const numbersOf = ({ rows }: { readonly rows: readonly { readonly number: bigint }[] }): Found =>
  rows.map(({ number }) => number);

/** The newest sales in scope that a condition of an index gives, by the time that the index orders them by. */
async function newest(
  db: Db,
  scope: StaffScope,
  condition: RawBuilder<unknown>,
  time: RawBuilder<unknown> = sql`began_at`,
): Promise<Found> {
  const limit = scope.kind === 'all' ? shownPerProbe : mostPassedOver;
  return numbersOf(
    await sql<{ number: bigint }>`
      select number from (select number, brand, unit, seller, ${time} as at from sale_search where ${condition}
        order by ${time} desc limit ${limit}) s
      where ${inScope(scope)} order by at desc limit ${shownPerProbe}`.execute(db),
  );
}

/** The columns that hold one hashed key. */
const keyColumns = { email: 'email_key', 'phone-end': 'phone_end_key' } as const;

/** By a hashed key; `keys`: by today's secret and earlier ones. */
export function salesByKey(
  db: Db,
  scope: StaffScope,
  kind: keyof typeof keyColumns,
  keys: readonly bigint[],
): Promise<Found> {
  return eachKey(keys, (key) => newest(db, scope, sql`${sql.ref(keyColumns[kind])} = ${key}`));
}

/** By a whole phone: among those of the same end, which has the index. */
export function salesByPhone(
  db: Db,
  scope: StaffScope,
  keys: readonly { readonly end: bigint; readonly whole: bigint }[],
): Promise<Found> {
  return eachKey(keys, ({ end, whole }) => newest(db, scope, sql`phone_end_key = ${end} and phone_key = ${whole}`));
}

/** By a document: of the lead, or of a payer. */
export async function salesByDocument(db: Db, scope: StaffScope, keys: readonly bigint[]): Promise<Found> {
  const [own, others] = await Promise.all([
    eachKey(keys, (key) => newest(db, scope, sql`document_key = ${key}`)),
    salesByNumber(db, scope, keys),
  ]);
  return [...own, ...others];
}

async function eachKey<Key>(keys: readonly Key[], find: (key: Key) => Promise<Found>): Promise<Found> {
  return [...new Set((await Promise.all(keys.map(find))).flat())];
}

/** By the last four digits of a card: the newest card of the order, or an earlier one. `keys`: of the four digits. */
export async function salesByLast4(db: Db, scope: StaffScope, last4: string, keys: readonly bigint[]): Promise<Found> {
  const [current, earlier] = await Promise.all([
    newest(db, scope, sql`last4 = ${Number(last4)}`),
    salesByNumber(db, scope, keys),
  ]);
  return [...current, ...earlier];
}

/** By a number that only the index holds. */
export function salesByNumber(db: Db, scope: StaffScope, keys: readonly bigint[]): Promise<Found> {
  const limit = scope.kind === 'all' ? shownPerProbe : mostPassedOver;
  return eachKey(keys, async (key) =>
    numbersOf(
      await sql<{ number: bigint }>`
        select s.number from (select number from search_numbers where key = ${key}
          order by number desc limit ${limit}) n join sale_search s on s.number = n.number
        where ${inScope(scope)} order by n.number desc limit ${shownPerProbe}`.execute(db),
    ),
  );
}

export function salesByVoucher(db: Db, scope: StaffScope, code: string): Promise<Found> {
  return newest(db, scope, sql`voucher = ${code}`);
}

interface Span {
  readonly from: Date;
  readonly until: Date;
}

/** A payment so long after the order's beginning has an index of its own, `sale_search_by_late_payment`: one hour. */
const lateMs = 3_600_000;

/** By what was to be paid or charged, begun or paid in a span of time; null: at any time. */
export async function salesByAmount(db: Db, scope: StaffScope, amount: bigint, span: Span | null): Promise<Found> {
  const within = (column: string, { from, until }: Span): RawBuilder<unknown> =>
    sql`and ${sql.ref(column)} >= ${from} and ${sql.ref(column)} < ${until}`;
  const began = span ? within('began_at', span) : sql``;
  const found = await Promise.all([
    newest(
      db,
      scope,
      sql`total = ${amount} and paid_at - began_at > interval '1 hour' ${span ? within('paid_at', span) : sql``}`,
      sql`paid_at`,
    ),
    newest(db, scope, sql`total = ${amount} ${began}`),
    newest(db, scope, sql`charged = ${amount} and charged is not null ${began}`),
    ...(span
      ? [
          // Begun on the evening before and paid soon after midnight: not among those that are paid late.
          newest(
            db,
            scope,
            sql`total = ${amount} ${within('began_at', { from: new Date(span.from.getTime() - lateMs), until: span.from })}
              ${within('paid_at', span)}`,
          ),
        ]
      : []),
  ]);
  return [...new Set(found.flat())];
}

/** By words of a name; `keys`: of all words, by today's secret and earlier ones. */
export function salesByName(db: Db, scope: StaffScope, keys: readonly (readonly number[])[]): Promise<Found> {
  return eachKey(keys, (words) => salesByWords(db, scope, words));
}

/**
 * A common name is among the newest sales, which are looked at one by one; only a name of which the
 * newest 20,000 hold fewer than are shown is asked for in the index of names, whose answer is then short. So neither the
 * commonest nor the rarest name reads much.
 */
async function salesByWords(db: Db, scope: StaffScope, keys: readonly number[]): Promise<Found> {
  const wanted = sql`${[...keys]}::integer[]`;
  const recent = await sql<{ number: bigint }>`
    select number from (select number, began_at, name_keys from sale_search s where ${inScope(scope)}
      order by began_at desc, number desc limit ${nameWindow}) s
    where name_keys @> ${wanted} order by began_at desc, number desc limit ${shownPerProbe}`.execute(db);
  if (recent.rows.length >= shownPerProbe) return numbersOf(recent);
  // Sorted after the index of names has answered: an order by time would tempt the planner to walk through all sales.
  return numbersOf(
    await sql<{ number: bigint }>`
      with hits as materialized (select number, began_at, brand, unit, seller from sale_search
        where name_keys @> ${wanted} limit ${mostNameHits})
      select number from hits s where ${inScope(scope)} order by began_at desc limit ${shownPerProbe}`.execute(db),
  );
}
