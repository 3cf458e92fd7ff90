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
