import type { Pool } from 'pg';

/** What became of subscriptions, as lines of text with days of the market: read from the rows, without the product's code. */
export interface YearLog {
  /** `2028-04-30 charge-failed`: what is written in the history. */
  history(id: string): Promise<string[]>;
  /** `2028-04-30 failed email`: what was sent. */
  notices(id: string): Promise<string[]>;
  /** `2028-04-30 paid`: the terms by their due days. */
  dueDays(id: string): Promise<string[]>;
  /** How often each term after the first was charged without its buyer. */
  tries(id: string): Promise<number[]>;
  /** How the door of a purchase stands. */
  access(orderId: string): Promise<'active' | 'closed'>;
  stateOf(id: string): Promise<string | undefined>;
}

export function createYearLog(pool: Pool): YearLog {
  async function lines(text: string, id: string): Promise<string[]> {
    const { rows } = await pool.query<{ line: string }>(text, [id]);
    return rows.map(({ line }) => line);
  }

  return {
    history: (id) =>
      lines(
        `select (at at time zone 'America/Sao_Paulo')::date::text || ' ' || event as line
         from subscription_events
         where subscription_id = $1 and event in ('charge-failed', 'suspended', 'canceled', 'paid')
         order by subscription_events.id`,
        id,
      ),
    notices: (id) =>
      lines(
        `select (completed_at at time zone 'America/Sao_Paulo')::date::text || ' ' || kind || ' ' || channel as line
         from subscription_notices where subscription_id = $1 and state = 'sent'
         order by completed_at::date, kind, channel`,
        id,
      ),
    dueDays: (id) =>
      lines(
        `select due_on::text || ' ' || state as line from billing_periods
         where subscription_id = $1 order by number`,
        id,
      ),
    tries: async (id) =>
      (
        await lines(
          `select tries::text as line from billing_periods where subscription_id = $1 and number > 1 order by number`,
          id,
        )
      ).map(Number),
    access: async (orderId) =>
      (await lines('select state as line from access_grants where order_id = $1', orderId))[0] === 'active'
        ? 'active'
        : 'closed',
    stateOf: async (id) => (await lines('select state as line from subscriptions where id = $1', id))[0],
  };
}
