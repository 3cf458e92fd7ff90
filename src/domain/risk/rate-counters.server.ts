import { sql } from 'kysely';
import type { RiskContext } from './context.server.ts';

const hourMs = 3_600_000;

/**
 * Counts one more of something in this hour (UTC); false when `most` were counted before. A statement of its own that does
 * not wait for the disk: a crash forgets a moment's counts at most.
 */
export async function consumeRate(ctx: RiskContext, subject: string, most: number): Promise<boolean> {
  const hour = Math.floor(ctx.clock.now().getTime() / hourMs);
  const { rows } = await sql<{ count: number }>`
    with unhurried as (select set_config('synchronous_commit', 'off', true) as done)
    insert into rate_counters (subject, period, count, ends_at)
    select ${subject}, ${`hour-${hour}`}, 1, ${new Date((hour + 1) * hourMs)}::timestamptz from unhurried where done = 'off'
    on conflict (subject, period) do update set count = rate_counters.count + 1 where rate_counters.count < ${most}
    returning count`.execute(ctx.db);
  return rows.length > 0;
}

/** Counts one more of several, one after the other; false at the first of which enough were counted. */
export async function consumeRates(
  ctx: RiskContext,
  budgets: readonly (readonly [subject: string, most: number])[],
): Promise<boolean> {
  for (const [subject, most] of budgets) if (!(await consumeRate(ctx, subject, most))) return false;
  return true;
}

/** Gives back what turned out to be nothing to count. */
export async function refundRate(ctx: RiskContext, subject: string): Promise<void> {
  const hour = Math.floor(ctx.clock.now().getTime() / hourMs);
  await sql`
    with unhurried as (select set_config('synchronous_commit', 'off', true) as done)
    update rate_counters set count = count - 1 from unhurried
    where done = 'off' and subject = ${subject} and period = ${`hour-${hour}`} and count > 0`.execute(ctx.db);
}

/** Whether one of these was counted so often in this hour that no more are let through. */
export async function isRateExhausted(
  ctx: RiskContext,
  budgets: readonly (readonly [subject: string, most: number])[],
) {
  const hour = Math.floor(ctx.clock.now().getTime() / hourMs);
  const rows = await ctx.db
    .selectFrom('rate_counters')
    .select(['subject', 'count'])
    .where('period', '=', `hour-${hour}`)
    .where(
      'subject',
      'in',
      budgets.map(([subject]) => subject),
    )
    .execute();
  const counts = new Map(rows.map(({ subject, count }) => [subject, count]));
  return budgets.some(([subject, most]) => (counts.get(subject) ?? 0) >= most);
}
