import { newId } from '#src/kernel/ids/ids.server.ts';
import { transaction } from '#src/kernel/db/transaction.server.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import type { Db, OnWritten } from '../../base-context.server.ts';
import type { DocumentsContext } from '../context.server.ts';
import { isErased, leadById } from '../../checkout/leads/index.server.ts';
import { inTransaction } from '../../transaction.server.ts';
import { lockOrder, type Order, orderLines } from '../../orders/index.server.ts';
import {
  cancelUnsubmittedNote,
  insertNote,
  markCancelRequested,
  newestNote,
  nextNumber,
  type NoteRow,
  orderOfNote,
} from './fiscal-note.repository.server.ts';
import type { IssuerTerms } from './fiscal-note.types.ts';
import { atBrasilia, type Declaration, taxIdProblem, writeDeclaration } from './write-declaration.server.ts';

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
    await requestNote(ctx, trx, order, { issuer, before: newest });
  if (order.state === 'refunded' && newest) await requestCancellation(ctx, trx, newest);
}

/** A buyer's tax id. CPF and CNPJ in digits only: the layout in force takes nothing else. */
type NoteTaxId = NonNullable<Declaration['buyer']>['document'];

/**
 * `note-not-refused`: a newer one was requested before. `note-not-owed`: the order was refunded, or its brand issues none now.
 * `buyer-erased`: an erased buyer has no tax id any more.
 */
type NoteRequestFailure = 'note-not-refused' | 'note-not-owed' | 'document-invalid' | 'buyer-erased';

/**
 * Requests a new note in the place of a refused one, from the school's data and the buyer's as they are now. `document`: the
 * tax id that the buyer gave since; it is written into this note alone, because payouts are checked by the one they paid with.
 */
export async function requestNoteAgain(
  ctx: DocumentsContext,
  { noteId, document = null }: { readonly noteId: string; readonly document?: NoteTaxId | null },
  onWritten?: OnWritten,
): Promise<Result<null, NoteRequestFailure>> {
  if (document !== null && taxIdProblem(document) !== null) return err('document-invalid');
  return inTransaction<null, NoteRequestFailure>(ctx.db, async (trx) => {
    const orderId = await orderOfNote(trx, noteId);
    const order = orderId === null ? null : await lockOrder(trx, orderId);
    const newest = order && (await newestNote(trx, order.id));
    if (!order || newest?.id !== noteId || newest.state !== 'refused') return err('note-not-refused');
    const issuer = ctx.documents?.issuer(order.brand, order.variant);
    if (!issuer || !ctx.fiscalAuthority || order.state !== 'paid') return err('note-not-owed');
    if (document !== null) {
      const lead = await leadById(trx, order.leadId);
      if (!lead || isErased(lead)) return err('buyer-erased');
    }
    await requestNote(ctx, trx, order, { issuer, before: newest, document });
    await onWritten?.(trx);
    return ok(null);
  });
}

interface NoteRequest {
  readonly issuer: IssuerTerms;
  /** The note in whose place it comes. */
  readonly before: NoteRow | null;
  /** In the place of the one that the buyer typed with the purchase. */
  readonly document?: NoteTaxId | null;
}

async function requestNote(
  ctx: DocumentsContext,
  trx: Db,
  order: Order,
  { issuer, before, document: corrected = null }: NoteRequest,
): Promise<void> {
  const now = ctx.clock.now();
  const [lead, lines, number] = await Promise.all([
    leadById(trx, order.leadId),
    orderLines(trx, order.id),
    nextNumber(trx, issuer.cnpj, issuer.series),
  ]);
  const document = corrected ?? lead?.document;
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
