import { sql } from 'kysely';
import type { JsonObject } from '#src/kernel/json/json.ts';
import type { Currency } from '#src/kernel/money/money.ts';
import type { Db } from '../../base-context.server.ts';
import { openRefundPartStates } from '../../payments/index.ts';
import type { Payout } from './parse-payout.ts';

/** Accounts to which the school pays manual refunds, and the refunds that wait for one. */

/** The account of an order as it is stored. */
interface StoredPayout {
  readonly kind: Payout['kind'];
  /** Encrypted for long-term storage. */
  readonly sealed: string;
  readonly hint: string;
}

/** The payers of attempts of an order that are owed a manual refund or a surplus. */
export async function payersOwed(db: Db, orderId: string): Promise<readonly JsonObject[]> {
  const rows = await db
    .selectFrom('attempts')
    .select('payer')
    .where('order_id', '=', orderId)
    .where((eb) =>
      eb.or([
        eb.exists(
          eb
            .selectFrom('refund_parts')
            .select('refund_parts.id')
            .whereRef('refund_parts.attempt_id', '=', 'attempts.id')
            .where('refund_parts.state', 'in', openRefundPartStates),
        ),
        eb.exists(
          eb
            .selectFrom('reconciliation_exceptions')
            .select('reconciliation_exceptions.id')
            .whereRef('reconciliation_exceptions.attempt_id', '=', 'attempts.id')
            .where('reconciliation_exceptions.kind', '=', 'surplus')
            .where('reconciliation_exceptions.state', '=', 'open'),
        ),
      ]),
    )
    .execute();
  return rows.map(({ payer }) => payer);
}

/** The account of an order; null when none was given. */
export async function findPayout(db: Db, orderId: string): Promise<StoredPayout | null> {
  const row = await db
    .selectFrom('payout_details')
    .select(['kind', 'sealed', 'hint'])
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  return row ?? null;
}

/** What is shown of the account of an order; null when none was given. */
export async function hintOfPayout(db: Db, orderId: string): Promise<string | null> {
  const row = await db.selectFrom('payout_details').select('hint').where('order_id', '=', orderId).executeTakeFirst();
  return row?.hint ?? null;
}

/** Stores the account of an order, in place of an earlier one. */
export async function storePayout(trx: Db, orderId: string, payout: StoredPayout, now: Date): Promise<void> {
  const { kind, sealed, hint } = payout;
  const given = { kind, sealed, hint, given_at: now };
  await trx
    .insertInto('payout_details')
    .values({ order_id: orderId, ...given })
    .onConflict((conflict) => conflict.column('order_id').doUpdateSet(given))
    .execute();
}

/** Deletes the account of an order. */
export async function deletePayout(db: Db, orderId: string): Promise<void> {
  await db.deleteFrom('payout_details').where('order_id', '=', orderId).execute();
}

/** Records that an account was given for an order, and from which address. */
export async function insertPayoutChange(
  trx: Db,
  change: {
    readonly id: string;
    readonly orderId: string;
    readonly kind: Payout['kind'];
    readonly hint: string;
    readonly ip: string;
  },
  now: Date,
): Promise<void> {
  const { id, orderId, kind, hint, ip } = change;
  await trx.insertInto('payout_changes').values({ id, order_id: orderId, kind, hint, ip, given_at: now }).execute();
}

/** When an account was given, with its hint; null when it was erased. */
export async function findPayoutChange(
  db: Db,
  id: string,
): Promise<{ readonly hint: string; readonly givenAt: Date } | null> {
  const row = await db.selectFrom('payout_changes').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? { hint: row.hint, givenAt: row.given_at } : null;
}

/** Deletes the accounts to which the money of these orders was to be paid, and every change of one. */
export async function erasePayoutDetails(trx: Db, orderIds: readonly string[]): Promise<void> {
  await trx.deleteFrom('payout_details').where('order_id', 'in', orderIds).execute();
  await trx.deleteFrom('payout_changes').where('order_id', 'in', orderIds).execute();
}

/** A manual refund, with the account of its order. */
export interface PayoutRow {
  readonly id: string;
  readonly what: 'refund' | 'surplus';
  readonly state: 'by-hand' | 'disputed';
  readonly order_id: string;
  readonly number: bigint;
  readonly reference: string;
  readonly amount: bigint;
  readonly currency: Currency;
  readonly requested_at: Date;
  readonly payer: JsonObject;
  readonly disputed: bigint;
  readonly kind: Payout['kind'] | null;
  readonly sealed: string | null;
  readonly given_at: Date | null;
  /** How often an account was given for the order. */
  readonly changes: number;
}

/**
 * Up to 200 manual refunds of some brands (null: of all), those with an account before those without, each oldest first: any
 * number of buyers may never give an account, and must not hide those who did.
 */
export async function pendingPayoutRows(db: Db, brands: readonly string[] | null): Promise<readonly PayoutRow[]> {
  const { rows } = await sql<PayoutRow>`
    ${pendingPayout} where ${brands}::text[] is null or o.brand = any(${brands})
    order by d.sealed is null, w.requested_at, w.id limit 200`.execute(db);
  return rows;
}

/** One manual refund with the account of its order; null when it is not owed. */
export async function pendingPayoutRow(db: Db, id: string): Promise<PayoutRow | null> {
  const { rows } = await sql<PayoutRow>`${pendingPayout} where w.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

const pendingPayout = sql`
    select w.*, o.number, o.reference, a.payer, d.kind, d.sealed, d.given_at,
      (select count(*)::int from payout_changes c where c.order_id = w.order_id) as changes,
      (select coalesce(sum(b.amount), 0)::bigint from reconciliation_exceptions b
       where b.attempt_id = w.attempt_id and b.kind = 'dispute' and b.state = 'open') as disputed
    from (
      select p.id, 'refund' as what, p.state, p.order_id, p.attempt_id, p.amount, x.currency, p.requested_at as requested_at
      from refund_parts p join orders x on x.id = p.order_id where p.state in ('by-hand', 'disputed')
      union all
      select s.id, 'surplus', 'by-hand', s.order_id, s.attempt_id, s.amount, s.currency, s.created_at
      from reconciliation_exceptions s
      where s.kind = 'surplus' and s.state <> 'resolved' and s.task = 'give-back-by-hand'
    ) w
    join orders o on o.id = w.order_id
    join attempts a on a.id = w.attempt_id
    left join payout_details d on d.order_id = w.order_id`;

/** The brand of the order of a refund part, or of a surplus; null when there is none. */
export async function brandOfPart({ db }: { readonly db: Db }, id: string): Promise<string | null> {
  const { rows } = await sql<{ brand: string }>`
    select o.brand from orders o where o.id in (
      select order_id from refund_parts where id = ${id}
      union all select order_id from reconciliation_exceptions where id = ${id} and kind = 'surplus')`.execute(db);
  return rows[0]?.brand ?? null;
}

/** Whether the account for a manual refund that has not ended was given after an instant. */
export async function isPayoutGivenAfter(db: Db, id: string, after: Date): Promise<boolean> {
  const { rows } = await sql`
    select 1 from payout_details d where d.given_at > ${after} and d.order_id in (
      select order_id from refund_parts where id = ${id} and state = 'by-hand'
      union all select order_id from reconciliation_exceptions where id = ${id} and state = 'open')`.execute(db);
  return rows.length > 0;
}
