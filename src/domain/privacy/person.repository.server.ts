import { sql } from 'kysely';
import type { Db } from '../base-context.server.ts';
import { attemptStates, isOpen, openRefundPartStates } from '../payments/index.server.ts';
import type { BuyerAccount } from './buyer-account.repository.server.ts';
import type { ExportedTable } from './exported-tables.ts';
import { textsIn } from './personal-strings.ts';

/** Ids of everything that a person left: contact data, the sessions in which they did, and their orders. */
export interface PersonIds {
  readonly leads: readonly string[];
  readonly sessions: readonly string[];
  readonly orders: readonly string[];
}

/** What belongs to an address (lower case) at a brand; orders newest first. */
export async function idsOfPerson(db: Db, { brand, email }: Pick<BuyerAccount, 'brand' | 'email'>): Promise<PersonIds> {
  const leads = await db
    .selectFrom('leads')
    .select(['id', 'session_id'])
    .where('brand', '=', brand)
    .where(sql<boolean>`lower(email) = ${email}`)
    .execute();
  const leadIds = leads.map(({ id }) => id);
  if (leadIds.length === 0) return { leads: [], sessions: [], orders: [] };
  const more = await db.selectFrom('checkout_sessions').select('id').where('lead_id', 'in', leadIds).execute();
  const sessions = [...new Set([...leads.map((row) => row.session_id), ...more.map(({ id }) => id)])];
  const orders = await db
    .selectFrom('orders')
    .select('id')
    .where((eb) => eb.or([eb('lead_id', 'in', leadIds), eb('session_id', 'in', sessions)]))
    .orderBy('created_at', 'desc')
    .execute();
  return { leads: leadIds, sessions, orders: orders.map(({ id }) => id) };
}

/** The sessions in which a lead was left or is used, in the order of their ids. */
export async function sessionIdsOfLead(db: Db, leadId: string): Promise<string[]> {
  const own = await db.selectFrom('leads').select('session_id as id').where('id', '=', leadId).execute();
  const more = await db.selectFrom('checkout_sessions').select('id').where('lead_id', '=', leadId).execute();
  return [...new Set([...own, ...more].map(({ id }) => id))].toSorted();
}

/** The orders of a lead and of these sessions, in the order of their ids. */
export async function orderIdsOfLead(db: Db, leadId: string, sessionIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where((eb) => eb.or([eb('lead_id', '=', leadId), eb('session_id', 'in', sessionIds)]))
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** The sessions of those of these orders that were paid. */
export async function paidSessionIds(db: Db, orderIds: readonly string[]): Promise<string[]> {
  if (orderIds.length === 0) return [];
  const rows = await db
    .selectFrom('orders')
    .select('session_id')
    .where('id', 'in', orderIds)
    .where('paid_at', 'is not', null)
    .execute();
  return rows.map((row) => row.session_id);
}

export async function attemptIdsOf(db: Db, orderIds: readonly string[]): Promise<string[]> {
  if (orderIds.length === 0) return [];
  const rows = await db.selectFrom('attempts').select('id').where('order_id', 'in', orderIds).execute();
  return rows.map(({ id }) => id);
}

export async function subscriptionIdsOf(db: Db, leadIds: readonly string[]): Promise<string[]> {
  if (leadIds.length === 0) return [];
  const rows = await db.selectFrom('subscriptions').select('id').where('lead_id', 'in', leadIds).execute();
  return rows.map(({ id }) => id);
}

/** Ids of all records of these purchases to which staff give reasons: payments, refunds, disputes, tasks, subscriptions. */
export async function recordIdsOf(db: Db, { leads, orders }: Pick<PersonIds, 'leads' | 'orders'>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with person as (select unnest(${[...orders]}::text[]) as order_id)
    select id from subscriptions where lead_id = any(${[...leads]}::text[])
    union all select one.id from person join refund_requests one using (order_id)
    union all select one.id from person join pending_refunds one using (order_id)
    union all select one.id from person join refund_parts one using (order_id)
    union all select one.id from person join disputes one using (order_id)
    union all select one.id from person join reconciliation_exceptions one using (order_id)
    union all select one.id from person join fiscal_notes one using (order_id)
    union all select one.id from person join emails one using (order_id)`.execute(db);
  return rows.map(({ id }) => id);
}

/** A lead of a person, with the brand data by which its webhooks are found. */
export interface PersonLead {
  readonly id: string;
  readonly brand: string;
  readonly variant: string | null;
}

/** These leads, in the order of their ids. */
export async function leadsWithVariant(db: Db, leadIds: readonly string[]): Promise<PersonLead[]> {
  return db
    .selectFrom('leads')
    .innerJoin('checkout_sessions', 'checkout_sessions.id', 'leads.session_id')
    .select(['leads.id', 'leads.brand', 'checkout_sessions.variant'])
    .where('leads.id', 'in', leadIds)
    .orderBy('leads.id')
    .execute();
}

/** Every text by which a person can be known: what they typed, now or in an earlier payment. */
export async function identifiersOf(
  db: Db,
  { leads, orders }: Pick<PersonIds, 'leads' | 'orders'>,
): Promise<readonly string[]> {
  const contacts = leads.length > 0 ? await db.selectFrom('leads').selectAll().where('id', 'in', leads).execute() : [];
  const payers =
    orders.length > 0 ? await db.selectFrom('attempts').select('payer').where('order_id', 'in', orders).execute() : [];
  return [
    ...contacts.flatMap(({ name, email, phone, document_number: document, verified_phone: verified }) =>
      [name, email, phone, document, verified].flatMap((text) => text ?? []),
    ),
    ...payers.flatMap(({ payer }) => textsIn(payer)),
  ];
}

/**
 * Whether a payment, a refund or a fiscal note of these orders is under way. Refunds and exceptions that wait for an operator
 * count from `since` on.
 */
export async function hasMoneyInFlight(db: Db, orderIds: readonly string[], since: Date): Promise<boolean> {
  if (orderIds.length === 0) return false;
  const [attempt, part, surplus, note] = await Promise.all([
    db
      .selectFrom('attempts')
      .innerJoin('orders', 'orders.id', 'attempts.order_id')
      .select('attempts.id')
      .where('attempts.order_id', 'in', orderIds)
      .where('attempts.state', 'in', attemptStates.filter(isOpen))
      .executeTakeFirst(),
    db
      .selectFrom('refund_parts')
      .select('id')
      .where('order_id', 'in', orderIds)
      .where('state', 'in', openRefundPartStates)
      .where((eb) => eb.or([eb('state', '=', 'wanted'), eb('requested_at', '>', since)]))
      .executeTakeFirst(),
    db
      .selectFrom('reconciliation_exceptions')
      .select('id')
      .where('order_id', 'in', orderIds)
      .where('state', '=', 'open')
      .where('kind', 'in', ['surplus', 'dispute'])
      .where((eb) => eb.or([eb('task', '=', 'give-back'), eb('created_at', '>', since)]))
      .executeTakeFirst(),
    db
      .selectFrom('fiscal_notes')
      .select('id')
      .where('order_id', 'in', orderIds)
      .where('state', 'in', ['requested', 'cancel-requested'])
      .executeTakeFirst(),
  ]);
  return [attempt, part, surplus, note].some((row) => row !== undefined);
}

/** The rows of a table whose column has one of these ids. */
export async function exportedRows(
  db: Db,
  { table, column }: Pick<ExportedTable, 'table' | 'column'>,
  ids: readonly string[],
): Promise<readonly object[]> {
  if (ids.length === 0) return [];
  return db.selectFrom(table).selectAll().where(db.dynamic.ref<string>(column), 'in', ids).execute();
}
