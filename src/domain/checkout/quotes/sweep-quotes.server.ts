import type { CheckoutContext } from '../context.server.ts';

/** A price that nobody paid is of no use after this time, in days. */
const retentionDays = 30;

/** Deletes prices that ran out long ago and became no order. Gives how many; at most `limit` in one run. */
export async function sweepQuotes(ctx: CheckoutContext, limit = 10_000): Promise<number> {
  const before = new Date(ctx.clock.now().getTime() - retentionDays * 24 * 3600 * 1000);
  const gone = await ctx.db
    .deleteFrom('quotes')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('quotes as old')
        .select('old.id')
        .where('old.expires_at', '<', before)
        .where((where) =>
          where.not(
            where.exists(where.selectFrom('orders').select('orders.id').whereRef('orders.quote_id', '=', 'old.id')),
          ),
        )
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(gone.numDeletedRows);
}
