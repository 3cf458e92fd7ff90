import { type Selectable, sql } from 'kysely';
import { deferred } from '#src/kernel/db/pipeline.server.ts';
import { newId } from '#src/kernel/ids/ids.server.ts';
import { type LocalDate, requireLocalDate } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import type { Db } from '../../base-context.server.ts';
import type { SubscriptionsContext } from '../context.server.ts';
import type { Database } from '../../database/index.server.ts';
import { orderOfSession, type OrderView } from '../../orders/index.server.ts';
import { sessionById } from '../../checkout/sessions/index.server.ts';
import type { Invoice, InvoiceKind, InvoiceState } from './invoice.types.ts';

/** Writes an invoice for the order of a session. */
export async function createInvoice(
  ctx: SubscriptionsContext,
  input: {
    readonly kind: InvoiceKind;
    readonly sessionId: string;
    readonly subscriptionId: string | null;
    readonly description: string;
    readonly dueOn: LocalDate;
  },
): Promise<string> {
  const id = newId('inv');
  await deferred(
    ctx.db,
    ctx.db.insertInto('invoices').values({
      id,
      kind: input.kind,
      session_id: input.sessionId,
      subscription_id: input.subscriptionId,
      description: input.description,
      due_on: input.dueOn,
      created_at: ctx.clock.now(),
      canceled_at: null,
    }),
  );
  return id;
}

/** Cancels an invoice: it can no longer be paid. */
export async function cancelInvoice(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('invoices').set({ canceled_at: now }).where('id', '=', id).execute();
}

/** Cancels the invoices of a session's orders. */
export async function cancelInvoicesOf(db: Db, sessionId: string, now: Date): Promise<void> {
  await db.updateTable('invoices').set({ canceled_at: now }).where('session_id', '=', sessionId).execute();
}

/** Cancels the invoices of an order's session. */
export async function cancelInvoicesOfOrder(db: Db, orderId: string, now: Date): Promise<void> {
  await db
    .updateTable('invoices')
    .set({ canceled_at: now })
    .where('session_id', 'in', (eb) => eb.selectFrom('orders').select('session_id').where('id', '=', orderId))
    .execute();
}

/** The invoice of a session that can still be paid; null when there is none. */
export async function openInvoiceOfSession(db: Db, sessionId: string): Promise<string | null> {
  const row = await db
    .selectFrom('invoices')
    .select('id')
    .where('session_id', '=', sessionId)
    .where('canceled_at', 'is', null)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Whether an invoice is the way by which its subscription is paid, or belongs to none: no other instrument is charged for it. */
export async function isPaidByInvoice(db: Db, invoiceId: string): Promise<boolean> {
  const row = await db
    .selectFrom('invoices')
    .leftJoin('subscriptions', 'subscriptions.id', 'invoices.subscription_id')
    .select('subscriptions.instrument')
    .where('invoices.id', '=', invoiceId)
    .executeTakeFirst();
  return row?.instrument === null || row?.instrument === 'invoice';
}

/**
 * The session in which a call with this idempotency key paid for a subscription before; null when none did. The key is looked
 * up before anything is opened: the billing period that it paid is not the one that is owed now.
 */
export async function sessionOfIdempotencyKey(db: Db, subscriptionId: string, key: string): Promise<string | null> {
  const row = await db
    .selectFrom('invoices')
    .innerJoin('idempotency_keys', (join) =>
      join.on('idempotency_keys.scope', '=', sql<string>`'pay:' || invoices.session_id`),
    )
    .select('invoices.session_id')
    .where('invoices.subscription_id', '=', subscriptionId)
    .where('idempotency_keys.key', '=', key)
    .executeTakeFirst();
  return row?.session_id ?? null;
}

/** An invoice with the order that pays it; null when there is none of that id. */
export async function invoiceById(ctx: SubscriptionsContext, id: string): Promise<Invoice | null> {
  const row = await ctx.db.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirst();
  const session = row && (await sessionById(ctx.db, row.session_id));
  const view = session && (await orderOfSession(ctx, session.id));
  if (!row || !session || !view) return null;
  const dueOn = requireLocalDate(row.due_on);
  return {
    id: row.id,
    number: row.number,
    kind: row.kind,
    subscriptionId: row.subscription_id,
    description: row.description,
    dueOn,
    state: stateOf(row, view, dueOn < marketDate(ctx.clock.now(), session.market)),
    session,
    view,
  };
}

function stateOf(
  { canceled_at }: Pick<Selectable<Database['invoices']>, 'canceled_at'>,
  { order }: OrderView,
  isLate: boolean,
): InvoiceState {
  if (order.state === 'paid' || order.state === 'refunded') return order.state;
  if (canceled_at !== null) return 'canceled';
  return isLate ? 'overdue' : 'open';
}
