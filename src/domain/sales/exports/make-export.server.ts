import { promisify } from 'node:util';
import { constants, gunzip, gzip } from 'node:zlib';
import { decryptLongTermBytes, encryptLongTermBytes } from '../../long-term-encryption.server.ts';
import type { Db } from '../../base-context.server.ts';
import { inTransaction } from '../../transaction.server.ts';
import { ok } from '#src/kernel/result/result.ts';
import { type AuditAction, recordAudit } from '../../staff/index.server.ts';
import type { SalesContext } from '../context.server.ts';
import { byteOrderMark, csvText } from './csv-text.ts';
import { exportFilters, exportLocale, storedScope } from './export-question.ts';
import { type ExportCell, maxXlsxRows, sliceSize } from './export.types.ts';
import { exportSources } from './export-source.server.ts';
import {
  addChunk,
  chunkOf,
  exportById,
  type ExportRow,
  lockExport,
  markExportFailed,
  markExportReady,
  replaceChunks,
} from './export.repository.server.ts';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

const purpose = 'export file';
/** How long a finished file waits to be fetched, in hours. */
const keptHours = 24;
/** One run works so long, in milliseconds, and sends the rest as another: a queue takes a longer run for a crashed one. */
const runMs = 45_000;

/** Makes a workbook of rows; outside the domain, because it needs a thread of its own. */
export type MakeWorkbook = (rows: readonly (readonly ExportCell[])[]) => Promise<Uint8Array>;

interface MakeOptions {
  readonly makeWorkbook: MakeWorkbook;
  /** Ends the run between two slices; the next one goes on. */
  readonly isStopping?: (() => boolean) | undefined;
}

/**
 * Works on an export: slices of 5,000 rows, each written with its place in one transaction, so that a run that is killed
 * loses at most the slice it was at, and two runs at once store none twice. The last one makes it ready, with an audit entry
 * of its filters and rows.
 */
export async function makeExport(ctx: SalesContext, exportId: string, options: MakeOptions): Promise<void> {
  const until = performance.now() + runMs;
  let row = await exportById(ctx.db, exportId);
  while (row?.state === 'making') {
    if (options.isStopping?.() || performance.now() > until) {
      await ctx.jobs.send(ctx.db, 'make-export', { exportId });
      return;
    }
    const isLast = await writeSlice(ctx, row);
    if (isLast) await finish(ctx, exportId, options.makeWorkbook);
    ctx.staffSignals.listChanged('exports');
    if (isLast) return;
    row = await exportById(ctx.db, exportId);
  }
}

/** Writes the next slice; true when it was the last one. */
async function writeSlice(ctx: SalesContext, row: ExportRow): Promise<boolean> {
  // After the last slice the place is empty; a run that died before it finished comes here again.
  if (row.cursor === null && row.chunks > 0) return true;
  const { id, chunks: n, is_personal: isPersonal } = row;
  const source = exportSources[row.kind];
  const locale = exportLocale.parse(row.locale);
  const question = {
    scope: storedScope.parse(row.scope),
    filters: exportFilters.parse(row.filters),
    ...{ isPersonal, cursor: row.cursor, size: sliceSize },
  };
  const { rows, next } = await source.slice(ctx.db, question);
  const heads = n === 0 ? [source.heads(locale, isPersonal)] : [];
  const text =
    row.format === 'csv'
      ? `${n === 0 ? byteOrderMark : ''}${csvText([...heads, ...rows], locale)}`
      : rowsToJson([...heads, ...rows]);
  const isTooLong = row.format === 'xlsx' && row.rows + BigInt(rows.length) > BigInt(maxXlsxRows);
  const bytes = await seal(ctx, text);
  await inTransaction<null, never>(ctx.db, async (trx) => {
    if (isTooLong) await markExportFailed(trx, id, 'too-many-rows');
    else await addChunk(trx, id, { n, bytes, cursor: next, rows: BigInt(rows.length) });
    return ok(null);
  });
  return next === null && !isTooLong;
}

async function finish(ctx: SalesContext, id: string, makeWorkbook: MakeWorkbook): Promise<void> {
  const read = await exportById(ctx.db, id);
  if (read?.state !== 'making') return;
  const workbook = read.format === 'xlsx' ? await makeWorkbook(await rowsOf(ctx, read)) : null;
  const file = workbook === null ? null : encryptLongTermBytes(ctx.config, purpose, await compress(workbook));
  const now = ctx.clock.now();
  await inTransaction<null, never>(ctx.db, async (trx) => {
    const row = await lockExport(trx, id);
    if (row?.state !== 'making') return ok(null);
    if (file !== null) await replaceChunks(trx, id, file);
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

async function seal(ctx: SalesContext, text: string): Promise<Buffer> {
  const packed = await compress(text, { level: constants.Z_BEST_SPEED });
  return encryptLongTermBytes(ctx.config, purpose, packed);
}

/** One piece of a file, as it was written. Throws when the database holds something else. */
export async function openChunk(ctx: SalesContext, id: string, n: number): Promise<Buffer> {
  const bytes = await chunkOf(ctx.db, id, n);
  const packed = bytes && decryptLongTermBytes(ctx.config, purpose, bytes);
  if (!packed) throw new Error('A piece of an export is missing or was changed');
  return decompress(packed);
}

type StoredCell =
  | string
  | null
  | { readonly n: string }
  | { readonly m: string }
  | { readonly t: string; readonly z: string };

/** Cells of a workbook keep their kind until it is made: a line of JSON per row. */
function rowsToJson(rows: readonly (readonly ExportCell[])[]): string {
  const cell = (value: ExportCell): StoredCell => {
    if (value === null || typeof value === 'string') return value;
    if (typeof value === 'bigint') return { n: value.toString() };
    return 'units' in value ? { m: value.units.toString() } : { t: value.at.toISOString(), z: value.timeZone };
  };
  return rows.map((row) => `${JSON.stringify(row.map(cell))}\n`).join('');
}

async function rowsOf(ctx: SalesContext, { id, chunks }: ExportRow): Promise<readonly (readonly ExportCell[])[]> {
  const rows: (readonly ExportCell[])[] = [];
  for (let n = 0; n < chunks; n += 1) {
    const text = (await openChunk(ctx, id, n)).toString('utf8');
    for (const line of text.split('\n')) if (line !== '') rows.push(rowFromJson(line));
  }
  return rows;
}

function rowFromJson(line: string): readonly ExportCell[] {
  const stored: readonly StoredCell[] = JSON.parse(line);
  return stored.map((value) => {
    if (value === null || typeof value === 'string') return value;
    if ('n' in value) return BigInt(value.n);
    return 'm' in value ? { units: BigInt(value.m) } : { at: new Date(value.t), timeZone: value.z };
  });
}
