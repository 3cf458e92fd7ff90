import type { Selectable } from 'kysely';
import { later } from '#src/kernel/db/pipeline.server.ts';
import { newId } from '#src/kernel/ids/ids.server.ts';
import { type LocalDate, requireLocalDate } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import type { Db } from '../../base-context.server.ts';
import type { SubscriptionsContext } from '../context.server.ts';
import type { Database } from '../../database/index.server.ts';
import { orderOfSession, type OrderView } from '../../orders/index.server.ts';
import { sessionById } from '../../checkout/sessions/index.server.ts';
import type { Invoice, InvoiceKind, InvoiceState } from './invoice.types.ts';

/** Writes a bill for the order of a session. */
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
  await later(
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

/** Calls the bills of a session's orders off. */
export async function cancelInvoicesOf(
  { clock }: Pick<SubscriptionsContext, 'clock'>,
  db: Db,
  sessionId: string,
): Promise<void> {
  await db.updateTable('invoices').set({ canceled_at: clock.now() }).where('session_id', '=', sessionId).execute();
}

/** A bill with the order that pays it; null when there is none of that id. */
export async function invoiceById(ctx: SubscriptionsContext, id: string): Promise<Invoice | null> {
  const row = await ctx.db.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirst();
  const session = row && (await sessionById(ctx.db, row.session_id));
  const view = session && (await orderOfSession(ctx, session.id));
  if (!row || !session || !view) return null;
  const dueOn = requireLocalDate(row.due_on);
  return {
    id: row.id,
    number: row.number,
    kind: row.kind as InvoiceKind,
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
