import type { Kysely } from 'kysely';
import type { Database } from '#src/domain/database/index.server.ts';

/** `at`: when it ended, ISO 8601, by the product's clock. */
export interface LastRun {
  readonly at: string;
  readonly durationMs: number;
  readonly isGood: boolean;
}

/** Writes down how a job's run went; a later one that another process wrote down stays. */
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

/** How each job's last run went, in whichever process, by name; a job that never ran is not there. */
export async function lastRuns(db: Kysely<Database>): Promise<Readonly<Record<string, LastRun>>> {
  const rows = await db.selectFrom('job_runs').selectAll().orderBy('job').execute();
  return Object.fromEntries(
    rows.map(({ job, ended_at, duration_ms, is_good }) => [
      job,
      { at: ended_at.toISOString(), durationMs: duration_ms, isGood: is_good },
    ]),
  );
}
