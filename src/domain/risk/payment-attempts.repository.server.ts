import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../base-context.server.ts';
import { type AttemptCounts, type RateSubject, rateSubjects } from './decide-risk.ts';
import { riskLimits } from './risk-limits.data.ts';
import type { AttemptOrigin } from './attempt-origin.server.ts';

/** No limit comes near it. */
const mostRead = 500;

/** The subquery that finds the browser of a session, as the hash that is stored. */
export function browserOfSession(sessionId: string): RawBuilder<string | null> {
  return sql<string | null>`(select browser_hash from checkout_sessions where id = ${sessionId})`;
}

/** The outcome of a card attempt `t` and its attempt `a`. */
const attemptOutcome = sql`case
  when coalesce(a.state, t.outcome) in ('declined', 'refused') then 'refused'
  when a.state in ('awaiting-buyer', 'expired') then 'asked'
  when t.attempt_id is null and t.outcome is not null then 'over'
  when a.id is null or a.state in ('created', 'processing', 'unknown') then 'running'
  else 'over' end`;

/** Counts the attempts of a buyer, of their browser, of their address and of its network, in one statement. */
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

/** Refused and approved attempts of all buyers. */
export interface AttemptOutcomes {
  readonly refused: number;
  readonly good: number;
}

/**
 * Outcomes of all buyers' attempts in a time. Unanswered challenges count as a part of a refusal each. Attempts that the bank
 * had to challenge first are left out: they tell a thief nothing.
 */
export async function attemptOutcomesSince(db: Db, since: Date, until?: Date): Promise<AttemptOutcomes> {
  const before = until ? sql`and t.attempted_at < ${until}` : sql``;
  const goodBefore = until ? sql`and at < ${until}` : sql``;
  const { rows } = await sql<{ refused: number; asked: number; good: number }>`
    select count(*) filter (where ends = 'refused')::int as refused, count(*) filter (where ends = 'asked')::int as asked,
      (select count(*) from approved_attempts where at > ${since} ${goodBefore})::int as good
    from (select ${attemptOutcome} as ends from card_attempts t left join attempts a on a.id = t.attempt_id
      where t.browser_key is not null and not t.force_challenge and t.attempted_at > ${since} ${before}) x`.execute(db);
  const [row] = rows;
  if (!row) return { refused: 0, good: 0 };
  return { refused: row.refused + Math.floor(row.asked / riskLimits.tries.challengesPerDecline), good: row.good };
}

/** Outcomes since a time of the attempts that the bank had to challenge first; `refused` holds the unanswered ones too. */
export async function challengeOutcomesSince(db: Db, since: Date): Promise<AttemptOutcomes> {
  const { rows } = await sql<{ refused: number; good: number }>`
    select count(*) filter (where ends = 'refused' or state = 'expired')::int as refused,
      (select count(*) from approved_attempts where at > ${since})::int as good
    from (select ${attemptOutcome} as ends, a.state from card_attempts t left join attempts a on a.id = t.attempt_id
      where t.force_challenge and t.browser_key is not null and t.attempted_at > ${since}) x`.execute(db);
  return rows[0] ?? { refused: 0, good: 0 };
}

/**
 * Whether the browser of a session (or `browserHash`, where another browser pays) paid an order before a time, and whether the
 * session's lead has verified their phone.
 */
export async function historyOfBuyer(
  db: Db,
  {
    sessionId,
    browserHash,
    before,
  }: { readonly sessionId: string; readonly browserHash?: string | undefined; readonly before: Date },
): Promise<{ readonly hasPaid: boolean; readonly hasVerifiedPhone: boolean }> {
  const { rows } = await sql<{ proved: boolean; paid: boolean }>`
    select exists (select 1 from leads l where l.id = s.lead_id and l.phone_verified_at is not null) as proved,
      exists (select 1 from checkout_sessions earlier join orders o on o.session_id = earlier.id
        where earlier.browser_hash = coalesce(${browserHash ?? null}, s.browser_hash)
          and o.state = 'paid' and o.received > 0 and o.paid_at < ${before}) as paid
    from checkout_sessions s where s.id = ${sessionId}`.execute(db);
  const [row] = rows;
  return { hasPaid: row?.paid ?? false, hasVerifiedPhone: row?.proved ?? false };
}
