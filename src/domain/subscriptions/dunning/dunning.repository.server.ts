import type { Selectable, Updateable } from 'kysely';
import { sql } from 'kysely';
import { type LocalDate, requireLocalDate } from '#src/kernel/time/local-date.ts';
import type { Db } from '../../base-context.server.ts';
import type { Database } from '../../database/index.server.ts';

/** The key of a billing period whose charge failed. */
export interface BillingPeriodKey {
  readonly subscriptionId: string;
  readonly number: number;
}

/** The stored dunning of a billing period. */
export interface Dunning extends BillingPeriodKey {
  readonly startedOn: LocalDate;
  readonly suspendedOn: LocalDate | null;
  readonly seenAttempts: number;
  readonly retries: number;
  readonly retryAt: Date | null;
  readonly needsInstrument: boolean;
  readonly isOver: boolean;
}

function toDunning(row: Selectable<Database['dunnings']>): Dunning {
  return {
    subscriptionId: row.subscription_id,
    number: row.period_number,
    startedOn: requireLocalDate(row.started_on),
    suspendedOn: row.suspended_on === null ? null : requireLocalDate(row.suspended_on),
    seenAttempts: row.seen_attempts,
    retries: row.retries,
    retryAt: row.retry_at,
    needsInstrument: row.needs_instrument,
    isOver: row.outcome !== null,
  };
}

/** Billing periods to process: newly failed, charged again since the last check, or due for a check. */
export async function periodsToProcess(db: Db, now: Date, limit: number): Promise<BillingPeriodKey[]> {
  const { rows } = await sql<{ subscription_id: string; number: number }>`
    (select p.subscription_id, p.number
      from billing_periods p
      left join dunnings d on d.subscription_id = p.subscription_id and d.period_number = p.number
      where p.state = 'failed' and (d.subscription_id is null or d.seen_attempts <> p.tries)
      limit ${limit})
    union
    (select subscription_id, period_number from dunnings where next_check_at <= ${now} order by next_check_at limit ${limit})
    union
    (select d.subscription_id, d.period_number
      from dunnings d
      join billing_periods p on p.subscription_id = d.subscription_id and p.number = d.period_number
      where d.next_check_at is not null and p.state in ('paid', 'waived')
      limit ${limit})
  `.execute(db);
  return rows.map((row) => ({ subscriptionId: row.subscription_id, number: row.number }));
}

/** The dunning of a billing period; null when there is none. The caller holds the subscription's lock. */
export async function dunningOf(db: Db, { subscriptionId, number }: BillingPeriodKey): Promise<Dunning | null> {
  const row = await db
    .selectFrom('dunnings')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where('period_number', '=', number)
    .executeTakeFirst();
  return row ? toDunning(row) : null;
}

/** Begins the dunning of a billing period. */
export async function openDunning(
  trx: Db,
  periodKey: BillingPeriodKey,
  startedOn: LocalDate,
  now: Date,
): Promise<Dunning> {
  const row = await trx
    .insertInto('dunnings')
    .values({
      subscription_id: periodKey.subscriptionId,
      period_number: periodKey.number,
      started_on: startedOn,
      seen_attempts: -1,
      next_check_at: now,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toDunning(row);
}

/** Changes the dunning of a billing period; the caller holds the subscription's lock. */
export async function updateDunning(
  trx: Db,
  { subscriptionId, number }: BillingPeriodKey,
  change: Updateable<Database['dunnings']>,
): Promise<void> {
  await trx
    .updateTable('dunnings')
    .set(change)
    .where('subscription_id', '=', subscriptionId)
    .where('period_number', '=', number)
    .execute();
}

/** Ends the dunning of a billing period. */
export async function endDunning(
  trx: Db,
  periodKey: BillingPeriodKey,
  outcome: 'recovered' | 'canceled' | 'waived',
  now: Date,
): Promise<void> {
  await updateDunning(trx, periodKey, { outcome, ended_at: now, next_check_at: null, retry_at: null });
}
