/** Rows of `migrations/0015-operations.ts`. */

/** `ended_at` is by the clock of the machine that ran it. */
export interface JobRunsTable {
  job: string;
  ended_at: Date;
  duration_ms: number;
  is_good: boolean;
}
