import { sql } from 'kysely';
import type { Db } from '../../base-context.server.ts';

/** What a gateway answered lately, and what it still owes an answer. */
export interface GatewayActivity {
  readonly gateway: string;
  /** Attempts that were begun in the window. */
  readonly begun: number;
  /** Of the attempts that the window's newest transition brought to an end: those with money, and those without. */
  readonly succeeded: number;
  readonly refused: number;
  /** Milliseconds until the first answer, for 95 of 100 attempts that got one in the window; null: none did. */
  readonly p95Ms: number | null;
  /** Attempts whose state is unknown now, and since when the oldest of them exists. */
  readonly unknown: number;
  readonly unknownSince: Date | null;
}

/** Newest transitions that are looked at: the window of a busy day fits, and the read is as small at any size of the table. */
const newestEvents = 5_000;

/** Every gateway that had a transition since `since`, or has an attempt of an unknown state. */
export async function gatewayActivity(db: Db, since: Date): Promise<readonly GatewayActivity[]> {
  const { rows } = await sql<GatewayActivity>`
    with newest as (select * from attempt_events order by id desc limit ${newestEvents}),
    recent as (
      select newest.*, attempts.gateway, attempts.created_at,
        row_number() over (partition by attempt_id order by newest.id desc) as from_last
      from newest join attempts on attempts.id = newest.attempt_id
      where newest.at >= ${since}
    ),
    moved as (
      select gateway, count(*) filter (where from_state is null)::integer as begun,
        count(*) filter (where from_last = 1 and to_state in ('authorized', 'captured'))::integer as succeeded,
        count(*) filter (where from_last = 1 and to_state in ('declined', 'failed'))::integer as refused,
        round(percentile_cont(0.95) within group (order by extract(epoch from at - created_at) * 1000)
          filter (where from_state = 'created' and to_state <> 'unknown'))::integer as p95
      from recent group by gateway
    ),
    silent as (
      select gateway, count(*)::integer as unknown, min(created_at) as since
      from attempts where next_check_at is not null and state = 'unknown' group by gateway
    )
    select coalesce(moved.gateway, silent.gateway) as gateway, coalesce(begun, 0) as begun,
      coalesce(succeeded, 0) as succeeded, coalesce(refused, 0) as refused, p95 as "p95Ms",
      coalesce(unknown, 0) as unknown, since as "unknownSince"
    from moved full join silent on silent.gateway = moved.gateway
    order by 1`.execute(db);
  return rows;
}
