import { sql } from 'kysely';
import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { Db } from '../base-context.server.ts';
import type { RiskContext } from './context.server.ts';
import { maxUsualDeclines } from './decide-risk.ts';
import { riskLimits, type RiskLevel } from './risk-limits.data.ts';
import { attemptOutcome } from './payment-attempts.repository.server.ts';

interface LevelSnapshot {
  readonly level: RiskLevel;
  /** Tries of this process that may still start before it has to look again. */
  left: number;
  readonly refreshAt: number;
}
interface UsualShare {
  readonly share: number;
  readonly until: number;
}
interface AlarmState {
  known: LevelSnapshot | null;
  refreshing: Promise<LevelSnapshot> | null;
  usual: UsualShare | null;
}

/** By database: what this process knows of everybody's tries. */
const alarmStates = new WeakMap<object, AlarmState>();
const { alarm } = riskLimits;
/** With little room left, so many tries of one process begin on one look. */
const maxStartsPerRefresh = 10;

function alarmStateOf(ctx: RiskContext): AlarmState {
  const board = alarmStates.get(ctx.db) ?? { known: null, refreshing: null, usual: null };
  alarmStates.set(ctx.db, board);
  return board;
}

/** What is asked of everybody now. Looks into the database every few seconds, or when tries of this process may matter. */
export async function currentRiskLevel(ctx: RiskContext): Promise<RiskLevel> {
  const board = alarmStateOf(ctx);
  const { known } = board;
  if (known && known.left > 0 && known.refreshAt > performance.now()) return known.level;
  board.refreshing ??= refresh(ctx, board).finally(() => {
    board.refreshing = null;
  });
  board.known = await board.refreshing;
  return board.known.level;
}

/** A try of this process starts. */
export function countStartedAttempt(ctx: RiskContext): void {
  const { known } = alarmStateOf(ctx);
  if (known) known.left -= 1;
}

async function refresh(ctx: RiskContext, board: AlarmState): Promise<LevelSnapshot> {
  const now = ctx.clock.now();
  const share = await usualDeclineShare(ctx, board, now);
  const found = await transaction(ctx.db, async (trx) => {
    // One process at a time raises an alarm.
    await sql`select pg_advisory_xact_lock(hashtextextended('try alarms', 18))`.execute(trx);
    const trust = await trx
      .selectFrom('decline_alarms')
      .select(['level', 'since'])
      .where('until', '>', now)
      .orderBy('level', 'desc')
      .limit(1)
      .executeTakeFirst();
    const level = toRiskLevel(trust?.level ?? 0);
    const rooms = [];
    for (const { seconds, least } of alarm.windows) {
      const start = Math.max(now.getTime() - seconds * 1000, trust?.since.getTime() ?? 0);
      const { refused, good } = await outcomesSince(trx, new Date(start));
      const atLeast = Math.floor(least * alarm.leastByLevel[level === 3 ? 2 : level]);
      rooms.push({ room: maxUsualDeclines(good, share, atLeast) - refused, refused });
    }
    if (level >= alarm.challengeFromLevel && (await challengesGoUnanswered(trx, now, share)))
      await trx
        .updateTable('decline_alarms')
        .set({ until: new Date(now.getTime() + alarm.holdSeconds * 1000) })
        .where('until', '>', now)
        .where('level', '>=', alarm.challengeFromLevel)
        .execute();
    const worst = rooms.reduce((a, b) => (b.room < a.room ? b : a));
    if (worst.room > 0 || level === 3) return { level, room: worst.room, raised: null };
    const next = toRiskLevel(level + 1);
    const until = new Date(now.getTime() + alarm.holdSeconds * 1000);
    await trx.insertInto('decline_alarms').values({ level: next, since: now, until }).execute();
    return { level: next, room: maxStartsPerRefresh, raised: worst.refused };
  });
  if (found.raised !== null) ctx.log.error('decline-alarm-raised', { riskLevel: found.level, count: found.raised });
  return {
    level: found.level,
    left: Math.max(
      1,
      found.room > 4 * maxStartsPerRefresh ? Math.floor(found.room / 2) : Math.min(found.room, maxStartsPerRefresh),
    ),
    refreshAt: performance.now() + alarm.refreshSeconds * 1000,
  };
}

function toRiskLevel(number: number): RiskLevel {
  return number <= 0 ? 0 : number === 1 ? 1 : number === 2 ? 2 : 3;
}

/** Whether thieves still try: banks had to ask, and far more of their customers than usual did not say yes. */
async function challengesGoUnanswered(db: Db, now: Date, share: number): Promise<boolean> {
  const since = new Date(now.getTime() - alarm.holdSeconds * 1000);
  const { rows } = await sql<{ failed: number; good: number }>`
    select count(*) filter (where ends = 'refused' or state = 'expired')::int as failed,
      (select count(*) from approved_attempts where at > ${since})::int as good
    from (select ${attemptOutcome} as ends, a.state from card_attempts t left join attempts a on a.id = t.attempt_id
      where t.force_challenge and t.browser_key is not null and t.attempted_at > ${since}) x`.execute(db);
  const [{ failed, good } = { failed: 0, good: 0 }] = rows;
  return failed > maxUsualDeclines(good, share, alarm.unanswered);
}

/**
 * Everybody's tries since a moment: refusals, where questions that nobody answered count for a part, and good ones. What a
 * bank had to ask about first is left out: it told nobody anything.
 */
async function outcomesSince(db: Db, since: Date, until?: Date): Promise<{ refused: number; good: number }> {
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

/** The share of refusals in the day before the last hour; asked for once an hour. */
async function usualDeclineShare(ctx: RiskContext, board: AlarmState, now: Date): Promise<number> {
  if (board.usual && board.usual.until > now.getTime()) return board.usual.share;
  const hour = 3_600_000;
  const [start, end] = [new Date(now.getTime() - 25 * hour), new Date(now.getTime() - hour)];
  const { refused, good } = await outcomesSince(ctx.db, start, end);
  const total = refused + good;
  const share = total < alarm.usual.minimumSample ? alarm.usual.unknown : refused / total;
  board.usual = { share, until: now.getTime() + hour };
  return share;
}
