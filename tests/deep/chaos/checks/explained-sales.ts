import type pg from 'pg';
import type { Database } from '#src/domain/database/index.server.ts';
import { explain, unexplained } from '#src/domain/documents/timeline/explanation/explain.ts';
import { timelineOf } from '#src/domain/documents/timeline/index.server.ts';
import { createKysely } from '#src/kernel/db/pool.server.ts';

/** How the console would have explained the sales of a run: each order and rule counts once, at whatever moment. */
export interface ExplainedSales {
  /** Orders that were at some moment more than plainly paid. */
  readonly odd: number;
  /** `order: state, attempts` of those that no rule explained at some moment. */
  readonly unexplained: readonly string[];
  /** How many orders each rule explained at some moment. */
  readonly byRule: Readonly<Record<string, number>>;
}

/** Rules of sales that were simply paid. */
const plainRules: ReadonlySet<string> = new Set(['paid', 'paid-nothing-due', 'paid-after-tries', 'paid-by-several']);
/** The share of odd sales that must be explained. */
const leastExplained = 0.99;
/** Orders of one look while the run goes: those that changed last. */
const mostPerLook = 25;

/** Explains sales while buyers buy and faults strike, and all of them once the run is over. */
export function watchExplanations(pool: pg.Pool, now: () => Promise<Date>) {
  const db = createKysely<Database>(pool);
  const odd = new Set<string>();
  const missing = new Map<string, string>();
  const seen = new Map<string, Set<string>>();

  async function explainAll(ids: readonly string[]): Promise<void> {
    const at = await now();
    for (const id of ids) {
      const timeline = await timelineOf(db, id, at);
      if (!timeline) continue;
      const { rule } = explain(timeline, at);
      const orders = seen.get(rule) ?? new Set<string>();
      seen.set(rule, orders.add(id));
      if (!plainRules.has(rule)) odd.add(id);
      const { order, attempts } = timeline.sale;
      if (rule === unexplained)
        missing.set(id, `${id}: ${order.state}, ${attempts.map(({ state }) => state).join(' ') || 'no attempt'}`);
    }
  }

  return {
    /** The orders that changed last; nothing while the database does not answer. */
    async look(): Promise<void> {
      const { rows } = await pool.query<{ id: string }>(
        `select order_id as id from attempts group by order_id order by max(updated_at) desc limit ${mostPerLook}`,
      );
      await explainAll(rows.map(({ id }) => id));
    },
    async end(): Promise<ExplainedSales> {
      const { rows } = await pool.query<{ id: string }>('select id from orders order by id');
      await explainAll(rows.map(({ id }) => id));
      const byRule = [...seen].map(([rule, orders]) => [rule, orders.size] as const);
      return {
        odd: odd.size,
        unexplained: [...missing.values()],
        byRule: Object.fromEntries(byRule.toSorted(([, one], [, other]) => other - one)),
      };
    },
  };
}

/** A broken promise, in words, when too many odd sales were not explained. */
export function tooFewExplained({ odd, unexplained: missing }: ExplainedSales): readonly string[] {
  return odd > 0 && 1 - missing.length / odd < leastExplained
    ? [`Explained: ${missing.length} of ${odd} odd sales are not: ${missing.slice(0, 10).join('; ')}`]
    : [];
}
