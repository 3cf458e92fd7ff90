import type { Kysely } from 'kysely';
import type { Database } from '#src/domain/database/index.server.ts';

/** `at`: when it ended, ISO 8601, by the product's clock. */
export interface LastRun {
  readonly at: string;
  readonly durationMs: number;
  readonly isGood: boolean;
}

/** Records the result of a job's run, unless another process recorded a later one. */
export async function recordJobRun(
  db: Kysely<Database>,
  job: string,
  { at, durationMs, isGood }: LastRun,
): Promise<void> {
  const row = { ended_at: new Date(at), duration_ms: durationMs, is_good: isGood };
  await db
    .insertInto('job_runs')
    .values({ job, ...row })
    .onConflict((conflict) =>
      conflict.column('job').doUpdateSet(row).whereRef('job_runs.ended_at', '<=', 'excluded.ended_at'),
    )
    .execute();
}

/** The last run of each job in any process, by name; a job that never ran is absent. */
export async function lastRuns(db: Kysely<Database>): Promise<Readonly<Record<string, LastRun>>> {
  const rows = await db.selectFrom('job_runs').selectAll().orderBy('job').execute();
  return Object.fromEntries(
    rows.map(({ job, ended_at, duration_ms, is_good }) => [
      job,
      { at: ended_at.toISOString(), durationMs: duration_ms, isGood: is_good },
    ]),
  );
}
