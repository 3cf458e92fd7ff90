import { newId } from '#src/kernel/ids/ids.server.ts';
import { transaction } from '#src/kernel/db/transaction.server.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import type { Db } from '../../base-context.server.ts';
import type { DocumentsContext } from '../context.server.ts';
import { leadById } from '../../checkout/leads/index.server.ts';
import { lockOrder, type Order, orderLines } from '../../orders/index.server.ts';
import {
  cancelUnsubmittedNote,
  insertNote,
  markCancelRequested,
  newestNote,
  nextNumber,
  type NoteRow,
} from './fiscal-note.repository.server.ts';
import type { IssuerTerms } from './fiscal-note.types.ts';
import { atBrasilia, type Declaration, writeDeclaration } from './write-declaration.server.ts';

/** The job that submits and cancels notes. */
export const processNoteJob = 'process-fiscal-note';

/** Whether fiscal notes are issued for what is sold under a brand. */
export function issuesNotes(
  { fiscalAuthority, documents }: Pick<DocumentsContext, 'fiscalAuthority' | 'documents'>,
  brand: string,
  variant: string | null,
): boolean {
  return Boolean(fiscalAuthority && documents?.issuer(brand, variant));
}

/**
 * Brings an order's fiscal note in line with its money: requests one once the order is paid and its brand needs one, requests
 * its cancellation once the order is refunded. May run any number of times, also in parallel: the order's row is locked, and
 * a request is made once.
 */
export async function syncFiscalNote(ctx: DocumentsContext, orderId: string): Promise<void> {
  if (!ctx.fiscalAuthority || !ctx.documents) return;
  await transaction(ctx.db, async (trx) => {
    const order = await lockOrder(trx, orderId);
    if (order) await syncNoteWithOrder(ctx, trx, order);
  });
}

/** Brings the note in line in the transaction of a caller who holds the order's lock. */
export async function syncNoteWithOrder(ctx: DocumentsContext, trx: Db, order: Order): Promise<void> {
  const issuer = ctx.documents?.issuer(order.brand, order.variant);
  if (!issuer || order.market !== 'BR' || order.total === 0n) return;
  const newest = await newestNote(trx, order.id);
  if (order.state === 'paid' && (!newest || newest.state === 'canceled'))
    await requestNote(ctx, trx, order, issuer, newest);
  if (order.state === 'refunded' && newest) await requestCancellation(ctx, trx, newest);
}

async function requestNote(
  ctx: DocumentsContext,
  trx: Db,
  order: Order,
  issuer: IssuerTerms,
  before: NoteRow | null,
): Promise<void> {
  const now = ctx.clock.now();
  const [lead, lines, number] = await Promise.all([
    leadById(trx, order.leadId),
    orderLines(trx, order.id),
    nextNumber(trx, issuer.cnpj, issuer.series),
  ]);
  const document = lead?.document;
  const kind = document?.type === 'cpf' || document?.type === 'cnpj' ? document.type : null;
  const input: Declaration = {
    issuer,
    environment: ctx.fiscalAuthority?.environment ?? 2,
    number: Number(number),
    issuedAt: atBrasilia(now),
    day: marketDate(order.paidAt ?? now, order.market),
    buyer:
      lead && document && kind
        ? { document: { type: kind, number: document.number }, name: lead.name, email: lead.email }
        : null,
    description: `${lines.map(({ title }) => title).join(' + ')} - pedido ${order.reference}`,
    amount: order.total,
  };
  // An invalid document that passed the form must not stop the sale: the note is issued without the buyer, and that is logged.
  const whole = writeDeclaration(input);
  const made = whole.ok ? whole : writeDeclaration({ ...input, buyer: null });
  if (!whole.ok) ctx.log.warn('fiscal-note-without-buyer', { orderId: order.id, reason: whole.error });
  if (!made.ok) throw new Error(`No declaration of services can be written for ${order.id}: ${made.error}`);
  const id = newId('fis');
  await insertNote(trx, {
    id,
    order_id: order.id,
    sequence: (before?.sequence ?? 0) + 1,
    state: 'requested',
    issuer: issuer.cnpj,
    series: issuer.series,
    number,
    declaration_id: made.value.id,
    declaration: made.value.xml,
    amount: order.total,
    currency: order.currency,
    next_try_at: now,
    created_at: now,
  });
  await ctx.jobs.send(trx, processNoteJob, { noteId: id });
}

/** Cancels a note that was never submitted; one that the authority may have is canceled there. */
async function requestCancellation(ctx: DocumentsContext, trx: Db, note: NoteRow): Promise<void> {
  const now = ctx.clock.now();
  if (note.state === 'requested' && note.tries === 0) {
    await cancelUnsubmittedNote(trx, note.id, now);
    return;
  }
  if (note.state !== 'issued') return;
  await markCancelRequested(trx, note.id, now);
  await ctx.jobs.send(trx, processNoteJob, { noteId: note.id });
}
