import { sql } from 'kysely';
import { addMonths, daysBetween, requireLocalDate } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import type { Db } from '#src/domain/base-context.server.ts';
import type { DailyPrice } from '../proration.ts';
import type { Subscription } from '../subscription.types.ts';

interface Row {
  readonly changed_at: Date | null;
  /** What the plan cost in that order, after its voucher, of its total. */
  readonly plan: bigint;
  readonly total: bigint;
  /** What came for it and stayed, in money or points. */
  readonly kept: bigint;
}

/**
 * What was really paid for the term that goes on, and for how many days each payment: its own order, and the bills of changes
 * of plan within it. A voucher, what was bought once beside the plan, lateness and interest pay for no days; what went back
 * in part is taken from each line alike. Null where no order of ours paid it.
 */
export async function paidForPeriod(
  db: Db,
  { id, periodStart, periodEnd, periodMonths, market }: Subscription,
): Promise<readonly DailyPrice[] | null> {
  const { rows } = await sql<Row>`
    with payments as (
      (select order_id, null::timestamptz as changed_at from billing_periods
        where subscription_id = ${id} and state = 'paid' and order_id is not null and period_start = ${periodStart}
        order by number desc limit 1)
      union all
      select order_id, created_at from plan_changes
        where subscription_id = ${id} and state = 'applied' and period_start = ${periodStart} and period_end = ${periodEnd}
    )
    select payments.changed_at, o.total, o.received - o.returned as kept,
      (select coalesce(sum(amount), 0)::bigint from order_lines
        where order_id = o.id and kind in ('main', 'profiles', 'upsell')) as plan
    from payments join orders o on o.id = payments.order_id
  `.execute(db);
  const own = rows.find(({ changed_at }) => changed_at === null);
  if (!own) return null;
  const fromMonths = await monthsPaid(db, id, periodStart, periodMonths);
  const termDays = daysBetween(periodStart, addMonths(periodStart, fromMonths));
  return rows.map((row) => {
    const days =
      row.changed_at === null
        ? termDays
        : Math.min(termDays, daysBetween(marketDate(row.changed_at, market), periodEnd) + 1);
    return { amount: netPaid(row), days };
  });
}

/** How many months the term was paid for: as many as its plan had before it was changed within it. */
async function monthsPaid(db: Db, id: string, periodStart: string, periodMonths: number): Promise<number> {
  const first = await db
    .selectFrom('plan_changes')
    .select('from_period_months')
    .where('subscription_id', '=', id)
    .where('state', '=', 'applied')
    .where('period_start', '=', requireLocalDate(periodStart))
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return first?.from_period_months ?? periodMonths;
}

function netPaid({ plan, total, kept }: Row): bigint {
  if (total <= 0n || kept <= 0n) return 0n;
  return kept >= total ? plan : (plan * kept) / total;
}
