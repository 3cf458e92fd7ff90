import { sql } from 'kysely';
import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { Db, DomainContext } from '../context.server.ts';
import { mostRefusals } from './judge.ts';
import { defenceLimits, type Stage } from './limits.data.ts';
import { tryEnd } from './tries.repository.server.ts';

interface Known {
  readonly stage: Stage;
  /** Tries of this process that may still start before it has to look again. */
  left: number;
  readonly lookAgainAt: number;
}
interface Usual {
  readonly share: number;
  readonly until: number;
}
interface Board {
  known: Known | null;
  looking: Promise<Known> | null;
  usual: Usual | null;
}

/** By database: what this process knows of everybody's tries. */
const boards = new WeakMap<object, Board>();
const { alarm } = defenceLimits;
/** With little room left, so many tries of one process begin on one look. */
const mostOnOneLook = 10;

function boardOf(ctx: DomainContext): Board {
  const board = boards.get(ctx.db) ?? { known: null, looking: null, usual: null };
  boards.set(ctx.db, board);
  return board;
}

/** What is asked of everybody now. Looks into the database every few seconds, or when tries of this process may matter. */
export async function stageNow(ctx: DomainContext): Promise<Stage> {
  const board = boardOf(ctx);
  const { known } = board;
  if (known && known.left > 0 && known.lookAgainAt > performance.now()) return known.stage;
  board.looking ??= look(ctx, board).finally(() => {
    board.looking = null;
  });
  board.known = await board.looking;
  return board.known.stage;
}

/** A try of this process starts. */
export function noteStart(ctx: DomainContext): void {
  const { known } = boardOf(ctx);
  if (known) known.left -= 1;
}

async function look(ctx: DomainContext, board: Board): Promise<Known> {
  const now = ctx.clock.now();
  const share = await usualShare(ctx, board, now);
  const found = await transaction(ctx.db, async (trx) => {
    // One process at a time raises an alarm.
    await sql`select pg_advisory_xact_lock(hashtextextended('try alarms', 18))`.execute(trx);
    const standing = await trx
      .selectFrom('try_alarms')
      .select(['stage', 'since'])
      .where('until', '>', now)
      .orderBy('stage', 'desc')
      .limit(1)
      .executeTakeFirst();
    const stage = stageOf(standing?.stage ?? 0);
    const rooms = [];
    for (const { seconds, least } of alarm.windows) {
      const start = Math.max(now.getTime() - seconds * 1000, standing?.since.getTime() ?? 0);
      const { refused, good } = await endsSince(trx, new Date(start));
      const atLeast = Math.floor(least * alarm.leastByStage[stage === 3 ? 2 : stage]);
      rooms.push({ room: mostRefusals(good, share, atLeast) - refused, refused });
    }
    if (stage >= alarm.asksFrom && (await questionsGoUnanswered(trx, now, share)))
      await trx
        .updateTable('try_alarms')
        .set({ until: new Date(now.getTime() + alarm.holdSeconds * 1000) })
        .where('until', '>', now)
        .where('stage', '>=', alarm.asksFrom)
        .execute();
    const worst = rooms.reduce((a, b) => (b.room < a.room ? b : a));
    if (worst.room > 0 || stage === 3) return { stage, room: worst.room, raised: null };
    const next = stageOf(stage + 1);
    const until = new Date(now.getTime() + alarm.holdSeconds * 1000);
    await trx.insertInto('try_alarms').values({ stage: next, since: now, until }).execute();
    return { stage: next, room: mostOnOneLook, raised: worst.refused };
  });
  if (found.raised !== null) ctx.log.error('refusals-pile-up', { stage: found.stage, count: found.raised });
  return {
    stage: found.stage,
    left: Math.max(
      1,
      found.room > 4 * mostOnOneLook ? Math.floor(found.room / 2) : Math.min(found.room, mostOnOneLook),
    ),
    lookAgainAt: performance.now() + alarm.lookAgainSeconds * 1000,
  };
}

function stageOf(number: number): Stage {
  return number <= 0 ? 0 : number === 1 ? 1 : number === 2 ? 2 : 3;
}

/** Whether thieves still try: banks had to ask, and far more of their customers than usual did not say yes. */
async function questionsGoUnanswered(db: Db, now: Date, share: number): Promise<boolean> {
  const since = new Date(now.getTime() - alarm.holdSeconds * 1000);
  const { rows } = await sql<{ failed: number; good: number }>`
    select count(*) filter (where ends = 'refused' or state = 'expired')::int as failed,
      (select count(*) from good_tries where at > ${since})::int as good
    from (select ${tryEnd} as ends, a.state from means_tries t left join attempts a on a.id = t.attempt_id
      where t.must_ask and t.browser_key is not null and t.tried_at > ${since}) x`.execute(db);
  const [{ failed, good } = { failed: 0, good: 0 }] = rows;
  return failed > mostRefusals(good, share, alarm.unanswered);
}

/**
 * Everybody's tries since a moment: refusals, where questions that nobody answered count for a part, and good ones. What a
 * bank had to ask about first is left out: it told nobody anything.
 */
async function endsSince(db: Db, since: Date, until?: Date): Promise<{ refused: number; good: number }> {
  const before = until ? sql`and t.tried_at < ${until}` : sql``;
  const goodBefore = until ? sql`and at < ${until}` : sql``;
  const { rows } = await sql<{ refused: number; asked: number; good: number }>`
    select count(*) filter (where ends = 'refused')::int as refused, count(*) filter (where ends = 'asked')::int as asked,
      (select count(*) from good_tries where at > ${since} ${goodBefore})::int as good
    from (select ${tryEnd} as ends from means_tries t left join attempts a on a.id = t.attempt_id
      where t.browser_key is not null and not t.must_ask and t.tried_at > ${since} ${before}) x`.execute(db);
  const [row] = rows;
  if (!row) return { refused: 0, good: 0 };
  return { refused: row.refused + Math.floor(row.asked / defenceLimits.tries.questionsPerRefusal), good: row.good };
}

/** The share of refusals in the day before the last hour; asked for once an hour. */
async function usualShare(ctx: DomainContext, board: Board, now: Date): Promise<number> {
  if (board.usual && board.usual.until > now.getTime()) return board.usual.share;
  const hour = 3_600_000;
  const [start, end] = [new Date(now.getTime() - 25 * hour), new Date(now.getTime() - hour)];
  const { refused, good } = await endsSince(ctx.db, start, end);
  const total = refused + good;
  const share = total < alarm.usual.triesToTell ? alarm.usual.unknown : refused / total;
  board.usual = { share, until: now.getTime() + hour };
  return share;
}
