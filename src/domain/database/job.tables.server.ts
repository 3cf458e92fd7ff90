/** Rows of `migrations/0035-job-runs.ts`; `ended_at` is a UTC instant by the clock of the machine that ran it. */
export interface JobRunsTable {
  job: string;
  ended_at: Date;
  duration_ms: number;
  is_good: boolean;
}
