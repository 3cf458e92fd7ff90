import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { DocumentsContext } from '../context.server.ts';
import { lockOrder, orderById } from '../../orders/index.server.ts';
import type { FiscalAuthority, IssueAnswer } from './fiscal-authority.port.ts';
import { acquireNote, dueNotes, type NoteRow, updateNote } from './fiscal-note.repository.server.ts';
import { syncNoteWithOrder, processNoteJob } from './request-note.server.ts';
import { atBrasilia, writeCancellation } from './write-declaration.server.ts';

/** Pauses between tries in seconds; the last one repeats for ever: a note has to be issued. */
const retryPauses = [30, 120, 600, 3600];
/** How long a note is leased to one worker, in seconds: longer than a call may take. */
const leaseSeconds = 60;

/**
 * Submits or cancels one note at the authority. Only one worker at a time; the declaration keeps its number, and a declaration
 * that was submitted before is looked up first, so that there is one note however often this runs.
 */
export async function processFiscalNote(ctx: DocumentsContext, noteId: string): Promise<void> {
  const { fiscalAuthority: authority } = ctx;
  if (!authority) return;
  const now = ctx.clock.now();
  const until = new Date(now.getTime() + leaseSeconds * 1000);
  const note = await acquireNote(ctx.db, noteId, { now, until });
  if (!note) return;
  if (note.state === 'requested') await submitNote(ctx, authority, note);
  else await cancelNote(ctx, authority, note);
}

async function submitNote(ctx: DocumentsContext, authority: FiscalAuthority, note: NoteRow): Promise<void> {
  // After the first try the outcome is unknown until it is looked up.
  const found = note.tries > 1 ? await authority.find(note.declaration_id) : { kind: 'not-found' as const };
  const answer = found.kind === 'not-found' ? await authority.issue(note.declaration) : found;
  await applyAnswer(ctx, note, answer);
}

async function applyAnswer(ctx: DocumentsContext, note: NoteRow, answer: IssueAnswer): Promise<void> {
  switch (answer.kind) {
    case 'issued': {
      const { accessKey, number, link, issuedAt } = answer.note;
      const issued = { note_number: number, access_key: accessKey, link, issued_at: issuedAt };
      await transaction(ctx.db, async (trx) => {
        const order = await lockOrder(trx, note.order_id);
        await updateNote(trx, note, { state: 'issued', ...issued, next_try_at: null });
        // The order may have been refunded while the note was being issued: no other event would cancel it.
        if (order) await syncNoteWithOrder(ctx, trx, order);
      });
      return;
    }
    case 'refused':
      ctx.log.warn('fiscal-note-refused', { orderId: note.order_id, reason: answer.code });
      await updateNote(ctx.db, note, {
        state: 'refused',
        refusal: `${answer.code}: ${answer.message}`.slice(0, 500),
        next_try_at: null,
      });
      return;
    case 'unknown':
      await defer(ctx, note, answer.reason);
  }
}

async function cancelNote(ctx: DocumentsContext, authority: FiscalAuthority, note: NoteRow): Promise<void> {
  const order = await orderById(ctx.db, note.order_id);
  const issuer = order && ctx.documents?.issuer(order.brand, order.variant);
  if (!issuer || note.access_key === null) return;
  const request = writeCancellation({
    issuer,
    environment: authority.environment,
    accessKey: note.access_key,
    at: atBrasilia(ctx.clock.now()),
    reason: 'Servico nao prestado: o pagamento foi devolvido ao comprador',
  });
  const answer = await authority.cancel(note.access_key, request);
  if (answer.kind === 'canceled')
    await updateNote(ctx.db, note, { state: 'canceled', canceled_at: ctx.clock.now(), next_try_at: null });
  else {
    if (answer.kind === 'refused') ctx.log.warn('fiscal-note-refused', { orderId: note.order_id, reason: answer.code });
    await defer(ctx, note, answer.kind);
  }
}

async function defer(ctx: DocumentsContext, note: NoteRow, reason: string): Promise<void> {
  const pause = retryPauses[Math.min(note.tries, retryPauses.length) - 1] ?? 3600;
  ctx.log.info('fiscal-note-deferred', { orderId: note.order_id, reason });
  await updateNote(ctx.db, note, { next_try_at: new Date(ctx.clock.now().getTime() + pause * 1000) });
}

/** Queues the notes that are due: after a crash, and after a pause. Returns how many. */
export async function sweepFiscalNotes(ctx: DocumentsContext, limit = 500): Promise<number> {
  return transaction(ctx.db, async (trx) => {
    const due = await dueNotes(trx, ctx.clock.now(), limit);
    for (const id of due) await ctx.jobs.send(trx, processNoteJob, { noteId: id });
    return due.length;
  });
}
