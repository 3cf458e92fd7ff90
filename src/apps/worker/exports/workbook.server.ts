import { Worker } from 'node:worker_threads';
import { type ExportCell, harmlessText, localTime } from '#src/domain/sales/exports/index.ts';

/** Longest work on a workbook of 50,000 rows, in milliseconds, on a busy machine. */
const longestMs = 60_000;
/** Memory of its thread in MB: the writer holds the whole sheet. Beyond it the thread ends, not the process. */
const memoryMb = 512;

/** A cell as the thread gets it: text, a number, or nothing. */
export type SheetCell = string | number | null;

/** Makes an XLSX of rows, the first of them the heads, in a thread: no buyer's payment waits for it. */
export async function makeWorkbook(rows: readonly (readonly ExportCell[])[]): Promise<Uint8Array> {
  const worker = new Worker(new URL('./workbook-thread.server.ts', import.meta.url), {
    workerData: rows.map((row) => row.map(cellOf)),
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  const timer = setTimeout(() => void worker.terminate(), longestMs);
  try {
    return await new Promise((resolve, reject) => {
      worker.once('message', (file: Uint8Array) => resolve(file));
      worker.once('error', reject);
      worker.once('exit', (code) => reject(new Error(`The workbook's thread ended with ${code}`)));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

/** Amounts become numbers, exact to the cent below 90 trillion; times stay text, because a sheet knows no zone. */
function cellOf(value: ExportCell): SheetCell {
  if (value === null) return null;
  if (typeof value === 'string') return harmlessText(value);
  if (typeof value === 'bigint') return Number(value);
  return 'units' in value ? Number(value.units) / 100 : localTime(value.at, value.timeZone);
}
