import { promisify } from 'node:util';
import { constants, gunzip, gzip } from 'node:zlib';
import { decryptLongTermBytes, encryptLongTermBytes } from '../../long-term-encryption.server.ts';
import type { Db } from '../../base-context.server.ts';
import { inTransaction } from '../../transaction.server.ts';
import { ok } from '#src/kernel/result/result.ts';
import { type AuditAction, recordAudit } from '../../staff/index.server.ts';
import type { SalesContext } from '../context.server.ts';
import { exportFilters, exportLocale, storedScope } from './export-question.ts';
import { maxXlsxRows, sliceSize } from './export.types.ts';
import { headLine } from './export-line.repository.server.ts';
import { exportSources } from './export-source.server.ts';
import {
  addChunk,
  chunkOf,
  exportById,
  type ExportRow,
  lockExport,
  markExportFailed,
  markExportReady,
} from './export.repository.server.ts';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

const purpose = 'export file';
/** How long a finished file waits to be fetched, in hours. */
const keptHours = 24;
/** One run works so long, in milliseconds, and sends the rest as another: a queue takes a longer run for a crashed one. */
const runMs = 45_000;

/**
 * Works on an export: slices of 8,000 rows, each written with its place in one transaction, so that a run that is killed
 * loses at most the slice it was at, and two runs at once store none twice. The last one makes it ready, with an audit entry
 * of its filters and rows. `isStopping` ends the run between two slices; the next one goes on.
 */
export async function makeExport(
  ctx: SalesContext,
  exportId: string,
  { isStopping }: { readonly isStopping?: (() => boolean) | undefined } = {},
): Promise<void> {
  const until = performance.now() + runMs;
  const buffer = new TextBuffer();
  let row = await exportById(ctx.db, exportId);
  while (row?.state === 'making') {
    if (isStopping?.() || performance.now() > until) {
      await ctx.jobs.send(ctx.db, 'make-export', { exportId });
      return;
    }
    const isLast = await writeSlice(ctx, row, buffer);
    if (isLast) await finish(ctx, exportId);
    ctx.staffSignals.listChanged('exports');
    if (isLast) return;
    row = await exportById(ctx.db, exportId);
  }
}

/** One buffer for the text of every slice: a new one for each would stay until Node collects it. */
class TextBuffer {
  #bytes = Buffer.alloc(0);

  /** Two texts as UTF-8; good until the next call. */
  fill(first: string, second: string): Buffer {
    const length = Buffer.byteLength(first) + Buffer.byteLength(second);
    if (length > this.#bytes.length) this.#bytes = Buffer.allocUnsafeSlow(Math.ceil(length * 1.2));
    const end = this.#bytes.write(first);
    return this.#bytes.subarray(0, end + this.#bytes.write(second, end));
  }
}

/** Writes the next slice; true when it was the last one. */
async function writeSlice(ctx: SalesContext, row: ExportRow, buffer: TextBuffer): Promise<boolean> {
  // After the last slice the place is empty; a run that died before it finished comes here again.
  if (row.cursor === null && row.chunks > 0) return true;
  const { id, chunks: n, format, is_personal: isPersonal } = row;
  const source = exportSources[row.kind];
  const locale = exportLocale.parse(row.locale);
  const scope = storedScope.parse(row.scope);
  const filters = exportFilters.parse(row.filters);
  const question = { scope, filters, format, locale, isPersonal, cursor: row.cursor, size: sliceSize };
  const { text, rows, next } = await source.slice(ctx.db, question);
  const heads = n === 0 ? await headLine(ctx.db, source.heads(locale, isPersonal), question) : '';
  const isTooLong = format === 'xlsx' && row.rows + BigInt(rows) > BigInt(maxXlsxRows);
  const packed = await compress(buffer.fill(heads, text), { level: constants.Z_BEST_SPEED });
  const bytes = encryptLongTermBytes(ctx.config, purpose, packed);
  await inTransaction<null, never>(ctx.db, async (trx) => {
    if (isTooLong) await markExportFailed(trx, id, 'too-many-rows');
    else await addChunk(trx, id, { n, bytes, cursor: next, rows: BigInt(rows) });
    return ok(null);
  });
  return next === null && !isTooLong;
}

async function finish(ctx: SalesContext, id: string): Promise<void> {
  const now = ctx.clock.now();
  await inTransaction<null, never>(ctx.db, async (trx) => {
    const row = await lockExport(trx, id);
    if (row?.state !== 'making') return ok(null);
    await markExportReady(trx, id, now, new Date(now.getTime() + keptHours * 3_600_000));
    await recordExport(trx, row, 'export.make', now);
    return ok(null);
  });
}

/** Writes what became of an export, in the name of who asked for it. */
export async function recordExport(trx: Db, row: ExportRow, action: AuditAction, now: Date): Promise<void> {
  const { id, asked_by: accountId, session_id: sessionId, ip_group: ipGroup, kind, format } = row;
  await recordAudit(
    trx,
    {
      ...{ actor: `staff:${accountId}`, sessionId, ipGroup, action, subject: { kind: 'export', id }, brand: null },
      detail: { list: kind, format, filters: row.filters, rows: Number(row.rows), isPersonal: row.is_personal },
      ...{ reason: null, outcome: 'done', ...(row.approval_id === null ? {} : { approvalId: row.approval_id }) },
    },
    now,
  );
}

/** One piece of a file, as it was written. Throws when the database holds something else. */
export async function openChunk(ctx: SalesContext, id: string, n: number): Promise<Buffer> {
  const bytes = await chunkOf(ctx.db, id, n);
  const packed = bytes && decryptLongTermBytes(ctx.config, purpose, bytes);
  if (!packed) throw new Error('A piece of an export is missing or was changed');
  return decompress(packed);
}
