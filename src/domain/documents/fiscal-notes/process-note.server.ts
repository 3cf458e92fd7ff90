import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { Db } from '../../base-context.server.ts';
import type { DocumentsContext } from '../context.server.ts';
import { lockOrder } from '../../orders/index.server.ts';
import type { FiscalAuthority, IssueAnswer } from './fiscal-authority.port.ts';
import type { NoteRow } from './fiscal-note.repository.server.ts';
import { atBrasilia } from './brasilia-time.ts';
import { syncNoteWithOrder, processNoteJob } from './request-note.server.ts';
import { writeCancellation } from './write-declaration.server.ts';

/** Pauses between tries in seconds; the last one goes on for ever: a note that is owed stays owed. */
const retryPauses = [30, 120, 600, 3600];
/** How long one worker has a note for itself, in seconds: longer than a call may take. */
const leaseSeconds = 60;

/**
 * Hands in what is owed to the authority for one note. Only one worker at a time; the declaration keeps its number, and
 * what was handed in before is looked up first, so that however often this runs there is one note.
 */
export async function processFiscalNote(ctx: DocumentsContext, noteId: string): Promise<void> {
  const { fiscalAuthority: authority } = ctx;
  if (!authority) return;
  const note = await acquireNote(ctx, noteId);
  if (!note) return;
  if (note.state === 'requested') await submitNote(ctx, authority, note);
  else await cancelNote(ctx, authority, note);
}

/** Takes the note for this worker, unless another has it or nothing is owed. */
async function acquireNote(ctx: DocumentsContext, noteId: string): Promise<NoteRow | null> {
  const now = ctx.clock.now();
  const row = await ctx.db
    .updateTable('fiscal_notes')
    .set((eb) => ({ next_try_at: new Date(now.getTime() + leaseSeconds * 1000), tries: eb('tries', '+', 1) }))
    .where('id', '=', noteId)
    .where('state', 'in', ['requested', 'cancel-requested'])
    .where('next_try_at', '<=', now)
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

async function submitNote(ctx: DocumentsContext, authority: FiscalAuthority, note: NoteRow): Promise<void> {
  // After the first try nobody knows what came of it until it is looked up.
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
        await updateNote({ db: trx }, note, { state: 'issued', ...issued, next_try_at: null });
        // Everything may have gone back while it was being issued: nobody would look at it again.
        if (order) await syncNoteWithOrder(ctx, trx, order);
      });
      return;
    }
    case 'refused':
      ctx.log.warn('fiscal-note-refused', { orderId: note.order_id, reason: answer.code });
      await updateNote(ctx, note, {
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
  const order = await ctx.db
    .selectFrom('orders')
    .select(['brand', 'variant'])
    .where('id', '=', note.order_id)
    .executeTakeFirstOrThrow();
  const issuer = ctx.documents?.issuer(order.brand, order.variant);
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
    await updateNote(ctx, note, { state: 'canceled', canceled_at: ctx.clock.now(), next_try_at: null });
  else {
    if (answer.kind === 'refused') ctx.log.warn('fiscal-note-refused', { orderId: note.order_id, reason: answer.code });
    await defer(ctx, note, answer.kind);
  }
}

async function defer(ctx: DocumentsContext, note: NoteRow, reason: string): Promise<void> {
  const pause = retryPauses[Math.min(note.tries, retryPauses.length) - 1] ?? 3600;
  ctx.log.info('fiscal-note-deferred', { orderId: note.order_id, reason });
  await updateNote(ctx, note, { next_try_at: new Date(ctx.clock.now().getTime() + pause * 1000) });
}

interface NoteChange {
  readonly state?: string;
  readonly note_number?: string;
  readonly access_key?: string;
  readonly link?: string;
  readonly issued_at?: Date;
  readonly canceled_at?: Date;
  readonly refusal?: string;
  readonly next_try_at: Date | null;
}

/** Writes what came of it, if the note still stands as it was taken. */
async function updateNote({ db }: { readonly db: Db }, note: NoteRow, changes: NoteChange): Promise<void> {
  await db.updateTable('fiscal_notes').set(changes).where('id', '=', note.id).where('state', '=', note.state).execute();
}

/** Sends what is due to the queue again: what a crash left behind, and what was postponed. Gives how many. */
export async function sweepFiscalNotes(ctx: DocumentsContext, limit = 500): Promise<number> {
  return transaction(ctx.db, async (trx) => {
    const due = await trx
      .selectFrom('fiscal_notes')
      .select('id')
      .where('next_try_at', '<=', ctx.clock.now())
      .orderBy('next_try_at')
      .limit(limit)
      .execute();
    for (const { id } of due) await ctx.jobs.send(trx, processNoteJob, { noteId: id });
    return due.length;
  });
}
