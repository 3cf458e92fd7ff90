import { newSecret, sha256 } from '#src/kernel/ids/ids.server.ts';
import { ok } from '#src/kernel/result/result.ts';
import { inTransaction } from '../../transaction.server.ts';
import type { StaffActor } from '../../staff/index.server.ts';
import type { SalesContext } from '../context.server.ts';
import { exportFilters } from './export-question.ts';
import type { ExportView } from './export.types.ts';
import {
  deleteOldExports,
  type ExportRow,
  exportsOfPerson,
  markExportFailed,
  setTicket,
  takeTicket,
  unmadeExports,
} from './export.repository.server.ts';
import { openChunk, recordExport } from './make-export.server.ts';
import { workbookOf } from './workbook.server.ts';

/** How long the address of a file is good, in seconds: the browser opens it at once. */
const ticketSeconds = 60;

/** A person's own exports, newest first. */
export async function exportsOf(ctx: SalesContext, actor: StaffActor): Promise<readonly ExportView[]> {
  const now = ctx.clock.now();
  return (await exportsOfPerson(ctx.db, actor.accountId)).map((row) => toView(row, now));
}

/** A file expires by its time alone, before a job deletes it. */
function toView(row: ExportRow, now: Date): ExportView {
  const { id, kind, format, failure, rows } = row;
  const state = row.state === 'ready' && row.expires_at !== null && row.expires_at <= now ? 'expired' : row.state;
  return {
    ...{ id, kind, format, state, failure, rows, isPersonal: row.is_personal, createdAt: row.created_at },
    ...{ filters: exportFilters.parse(row.filters), readyAt: row.ready_at, expiresAt: row.expires_at },
  };
}

/** The secret of an address that fetches a finished file, once, within a minute; null when there is nothing to fetch. */
export async function exportTicket(ctx: SalesContext, actor: StaffActor, id: string): Promise<string | null> {
  const secret = newSecret();
  const now = ctx.clock.now();
  const until = new Date(now.getTime() + ticketSeconds * 1000);
  const owner = { id, accountId: actor.accountId };
  return (await setTicket(ctx.db, owner, { hash: sha256(secret), until, now })) ? secret : null;
}

/** A file on its way: its pieces are read one after the other, as the browser takes them. */
export interface FetchedExport {
  readonly name: string;
  readonly type: string;
  readonly pieces: AsyncIterable<Buffer>;
}

/** Fetches a file by its ticket: from then on it is fetched, whether or not all of it arrives. */
export async function fetchExport(ctx: SalesContext, actor: StaffActor, secret: string): Promise<FetchedExport | null> {
  const now = ctx.clock.now();
  const done = await inTransaction<ExportRow | null, never>(ctx.db, async (trx) => {
    const row = await takeTicket(trx, sha256(secret), actor.accountId, now);
    if (row !== null) await recordExport(trx, row, 'export.fetch', now);
    return ok(row);
  });
  const row = done.ok ? done.value : null;
  if (row === null) return null;
  ctx.staffSignals.listChanged('exports');
  const type =
    row.format === 'csv'
      ? 'text/csv; charset=utf-8'
      : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  const name = `${row.kind}-${row.created_at.toISOString().slice(0, 10)}.${row.format}`;
  const pieces = piecesOf(ctx, row);
  return { name, type, pieces: row.format === 'csv' ? pieces : workbookOf(pieces) };
}

async function* piecesOf(ctx: SalesContext, { id, chunks }: ExportRow): AsyncIterable<Buffer> {
  for (let n = 0; n < chunks; n += 1) yield openChunk(ctx, id, n);
}

/** An export that is not made after so many hours never will be: its job failed for good. It is one of the few of its owner. */
const mostHours = 6;

/** Deletes files that were fetched an hour ago or have expired, and ends exports whose job failed for good. */
export async function sweepExports(ctx: SalesContext): Promise<void> {
  const now = ctx.clock.now();
  const ended = await inTransaction<number, never>(ctx.db, async (trx) => {
    await deleteOldExports(trx, now);
    const unmade = await unmadeExports(trx, new Date(now.getTime() - mostHours * 3_600_000));
    for (const id of unmade) await markExportFailed(trx, id, 'not-made');
    return ok(unmade.length);
  });
  if (ended.ok && ended.value > 0) ctx.staffSignals.listChanged('exports');
}
