import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../base-context.server.ts';
import { type AttemptCounts, type RateSubject, rateSubjects } from './decide-risk.ts';
import { riskLimits } from './risk-limits.data.ts';
import type { AttemptOrigin } from './attempt-origin.server.ts';

/** No limit comes near it. */
const mostRead = 500;

/** Which browser a session is of; a hash already. */
export function browserOfSession(sessionId: string): RawBuilder<string | null> {
  return sql<string | null>`(select browser_hash from checkout_sessions where id = ${sessionId})`;
}

/** How a try stands, in the words that count. */
export const attemptOutcome = sql`case
  when coalesce(a.state, t.outcome) in ('declined', 'refused') then 'refused'
  when a.state in ('awaiting-buyer', 'expired') then 'asked'
  when t.attempt_id is null and t.outcome is not null then 'over'
  when a.id is null or a.state in ('created', 'processing', 'unknown') then 'running'
  else 'over' end`;

/** What the tries of a buyer, their browser, their address and its network came to; one statement. */
export async function countAttempts(db: Db, origin: AttemptOrigin, now: Date): Promise<AttemptCounts[]> {
  const { windowSeconds, approvedSeconds, runningSeconds } = riskLimits.tries;
  const ago = (seconds: number): Date => new Date(now.getTime() - seconds * 1000);
  const { addressKey, networkKey, buyerKey } = origin;
  const keys: Readonly<Record<RateSubject, RawBuilder<string | null> | string | null>> = {
    address: addressKey,
    network: networkKey,
    buyer: buyerKey,
    browser: browserOfSession(origin.sessionId),
  };
  const good = (subject: RateSubject, key: unknown): RawBuilder<unknown> =>
    subject === 'address' || subject === 'network'
      ? sql`(select count(*) from (select 1 from approved_attempts
          where ${sql.ref(`${subject}_key`)} = ${key} and at > ${ago(approvedSeconds)} limit ${mostRead}) g)`
      : sql`0`;
  const parts = rateSubjects
    .filter((subject) => keys[subject] !== null)
    .map(
      (subject) => sql`
        select ${sql.lit(subject)} as subject,
          count(*) filter (where ends = 'refused')::int as refused,
          count(*) filter (where ends = 'running' and attempted_at > ${ago(runningSeconds)})::int as running,
          count(*) filter (where ends = 'asked')::int as asked,
          min(attempted_at) filter (where ends in ('refused', 'asked')) as oldest,
          ${good(subject, keys[subject])}::int as good
        from (select t.attempted_at, ${attemptOutcome} as ends from card_attempts t left join attempts a on a.id = t.attempt_id
          where ${sql.ref(`t.${subject}_key`)} = ${keys[subject]} and t.attempted_at > ${ago(windowSeconds)}
          order by t.attempted_at desc limit ${mostRead}) x`,
    );
  const { rows } = await sql<AttemptCounts>`${sql.join(parts, sql` union all `)}`.execute(db);
  return rows;
}
