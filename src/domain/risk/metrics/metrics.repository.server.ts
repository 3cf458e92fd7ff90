import { sql } from 'kysely';
import type { Db } from '../../base-context.server.ts';

/** How many attempts of a method are in an open state, and for how long the oldest has been. */
export interface AttemptMetric {
  readonly method: string;
  readonly state: string;
  readonly count: number;
  readonly oldestSeconds: number;
}

/** Work that was written with its cause and is still to be done: how much, and for how long the oldest has waited. */
export interface BacklogMetric {
  readonly kind: 'letter' | 'notification' | 'purchase-event' | 'webhook';
  readonly count: number;
  readonly oldestSeconds: number;
}

/** Open attempts, by index: those that ended are counted as they move (`attempt_moves_total`), not here. */
export async function attemptMetrics(db: Db, now: Date): Promise<readonly AttemptMetric[]> {
  const { rows } = await sql<{ method: string; state: string; count: bigint; oldest: Date }>`
    select method, state, count(*) as count, min(created_at) as oldest from attempts
    where state in ('created', 'awaiting-buyer', 'processing', 'unknown', 'authorized')
    group by method, state`.execute(db);
  return rows.map(({ method, state, count, oldest }) => ({
    ...{ method, state, count: Number(count), oldestSeconds: secondsSince(oldest, now) },
  }));
}

/** Billing periods whose charge is due, by index, and for how long the oldest has been. */
export async function renewalMetrics(
  db: Db,
  now: Date,
): Promise<{ readonly due: number; readonly oldestSeconds: number }> {
  const { rows } = await sql<{ count: bigint; oldest: Date | null }>`
    select count(*) as count, min(next_try_at) as oldest from billing_periods where next_try_at <= ${now}`.execute(db);
  return { due: Number(rows[0]?.count ?? 0n), oldestSeconds: secondsSince(rows[0]?.oldest ?? null, now) };
}

/** A chain of sealed days: age of its newest day's end and of its last check, and the problems that this one found. */
export interface SealMetric {
  readonly chain: 'ledger' | 'audit-log';
  readonly sealedSeconds: number;
  readonly checkedSeconds: number;
  readonly problems: number;
}

/** The chains that have a sealed day. One that was never checked is as old as it. */
export async function sealMetrics(db: Db, now: Date): Promise<readonly SealMetric[]> {
  const { rows } = await sql<{
    chain: SealMetric['chain'];
    sealed: Date;
    checked: Date | null;
    problems: number | null;
  }>`
    with newest as (
      select 'ledger' as chain, max(day) as day, min(day) as first from ledger_days
      union all select 'audit-log', max(day), min(day) from audit_log_days
    )
    select newest.chain, (day + 1)::timestamp at time zone 'UTC' as sealed,
      coalesce(checked_at, first::timestamp at time zone 'UTC') as checked, problems
    from newest left join seal_checks on seal_checks.chain = newest.chain where day is not null`.execute(db);
  return rows.map(({ chain, sealed, checked, problems }) => ({
    ...{ chain, sealedSeconds: secondsSince(sealed, now), checkedSeconds: secondsSince(checked, now) },
    problems: problems ?? 0,
  }));
}

/** The last run of each job, in any process. */
export interface JobMetric {
  readonly job: string;
  readonly isGood: boolean;
  readonly secondsAgo: number;
}

export async function jobMetrics(db: Db, now: Date): Promise<readonly JobMetric[]> {
  const rows = await db.selectFrom('job_runs').select(['job', 'ended_at', 'is_good']).execute();
  return rows.map(({ job, ended_at: at, is_good: isGood }) => ({ job, isGood, secondsAgo: secondsSince(at, now) }));
}

function secondsSince(at: Date | null, now: Date): number {
  return at === null ? 0 : Math.max(0, (now.getTime() - at.getTime()) / 1000);
}

/** What waits, by index: cheap at any size of the tables. */
export async function backlogMetrics(db: Db, now: Date): Promise<readonly BacklogMetric[]> {
  const { rows } = await sql<{ kind: BacklogMetric['kind']; count: bigint; oldest: Date | null }>`
    select 'letter' as kind, count(*) as count, min(created_at) as oldest from emails where state = 'waiting'
    union all
    select 'notification', count(*), min(received_at) from incoming_webhooks where state in ('stored', 'parked')
    union all
    select 'purchase-event', count(*), min(paid_at) from orders
    where analytics_client_id is not null and purchase_reported_at is null and paid_at is not null
    union all
    select 'webhook', count(*), min(created_at) from webhook_deliveries where state = 'waiting'
  `.execute(db);
  return rows.map(({ kind, count, oldest }) => ({
    kind,
    count: Number(count),
    oldestSeconds: secondsSince(oldest, now),
  }));
}
