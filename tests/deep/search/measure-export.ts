import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type pg from 'pg';
import { z } from 'zod';
import type { DatabaseAddress } from '#src/kernel/db/pool.server.ts';

const cost = z.object({
  /** To make it, and of that the maker's own processor time. */
  seconds: z.number(),
  processorSeconds: z.number(),
  /** To fetch it afterwards. */
  fetchSeconds: z.number(),
  bytes: z.number(),
  /** MiB, resident before it began, and at most: while it was made, and while it was fetched. */
  before: z.number(),
  peak: z.number(),
  fetchPeak: z.number(),
  /** By how much timers of the process were late while it was made, in milliseconds: 99 of 100 of them, and all. */
  delayMs: z.number(),
  longestDelayMs: z.number(),
});

/** What an export of all sales with their buyers costs. */
export type ExportCost = z.infer<typeof cost> & { readonly rows: number };

/** Has a process of its own make a file of all sales, as a worker does, and fetch it, as the console does. */
export async function measureExport(
  pool: pg.Pool,
  address: DatabaseAddress,
  format: 'csv' | 'xlsx',
): Promise<ExportCost> {
  const id = `exp_${Date.now()}`;
  await pool.query(`insert into staff_accounts (id, issuer, subject, email, name, locale, created_at, signed_in_at)
    values ('stf_export', 'https://login.example', 'export', 'e@example.com', 'E', 'pt-BR', now(), now()) on conflict do nothing`);
  await pool.query(
    `insert into exports (id, asked_by, session_id, ip_group, kind, format, locale, is_personal, filters, scope, people, state,
        created_at)
      values ($1, 'stf_export', 's', 'i', 'sales', $2, 'pt-BR', true, '{}', '{"kind":"all"}', 1000, 'making', now())`,
    [id, format],
  );
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [path.join(import.meta.dirname, 'export-process.ts')],
    { env: { ...process.env, EXPORT: JSON.stringify({ address, id }) } },
  );
  const { rows } = await pool.query<{ rows: number; state: string }>(
    'select rows::integer as rows, state from exports where id = $1',
    [id],
  );
  const [made] = rows;
  if (made?.state !== 'fetched') throw new Error(`The export is ${made?.state}`);
  await pool.query('delete from exports where id = $1', [id]);
  return { rows: made.rows, ...cost.parse(JSON.parse(stdout)) };
}
