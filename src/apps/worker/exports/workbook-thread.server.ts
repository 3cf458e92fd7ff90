/** The thread of `workbook.server.ts`: writes the rows that it was started with as one sheet, and posts the file. */
import { parentPort, workerData } from 'node:worker_threads';
import writeExcelFile from 'write-excel-file/node';
import type { SheetCell } from './workbook.server.ts';

const rows: readonly (readonly SheetCell[])[] = workerData;
const sheet = rows.map((row, index) =>
  row.map((value) => (index === 0 ? { value: String(value ?? ''), fontWeight: 'bold' as const } : value)),
);
// A copy of its own can be handed over; a `Buffer` may stand in memory that others share.
const file = new Uint8Array(await writeExcelFile(sheet, { stickyRowsCount: 1 }).toBuffer());
parentPort?.postMessage(file, [file.buffer]);
