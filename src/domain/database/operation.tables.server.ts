import type { WriteOnce } from './column-types.server.ts';

/** A run of a job: `ended_at` is by the clock of the machine that ran it. Rows of `migrations/0015-operations.ts`. */
export interface JobRunsTable {
  job: string;
  ended_at: Date;
  duration_ms: number;
  is_good: boolean;
}

/** A process that runs, or was killed. Rows of `migrations/0029-processes.ts`. */
export interface ProcessesTable {
  id: WriteOnce<string>;
  host: WriteOnce<string>;
  role: WriteOnce<string>;
  version: WriteOnce<string>;
  build: WriteOnce<string>;
  started_at: WriteOnce<Date>;
  seen_at: Date;
}

/** How far a sweep has read a table in the order of a time and an id. Rows of `migrations/0031-growth.ts`. */
export interface SweepMarksTable {
  sweep: WriteOnce<string>;
  through: Date;
  last_id: string;
}

/** The last check of a chain of sealed days. Rows of `migrations/0031-growth.ts`. */
export interface SealChecksTable {
  chain: WriteOnce<'ledger' | 'audit-log'>;
  checked_at: Date;
  days: number;
  days_read: number;
  problems: number;
}
