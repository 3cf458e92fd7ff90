import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { Db } from '../base-context.server.ts';
import type { RiskContext } from './context.server.ts';
import { maxUsualDeclines } from './decide-risk.ts';
import { riskLimits, type RiskLevel } from './risk-limits.data.ts';
import {
  currentDeclineAlarm,
  extendDeclineAlarms,
  insertDeclineAlarm,
  lockDeclineAlarms,
} from './decline-alarm.repository.server.ts';
import { attemptOutcomesSince, challengeOutcomesSince } from './payment-attempts.repository.server.ts';

interface LevelSnapshot {
  readonly level: RiskLevel;
  /** Attempts that this process may still start before it reads the level again. */
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

/** What this process knows of all buyers' attempts, by database. */
const alarmStates = new WeakMap<object, AlarmState>();
const { alarm } = riskLimits;
/** With little room left, a process starts so many attempts between two reads. */
const maxStartsPerRefresh = 10;

function alarmStateOf(ctx: RiskContext): AlarmState {
  const state = alarmStates.get(ctx.db) ?? { known: null, refreshing: null, usual: null };
  alarmStates.set(ctx.db, state);
  return state;
}

/** The risk level now. The database is read every few seconds, or when attempts of this process may have raised it. */
export async function currentRiskLevel(ctx: RiskContext): Promise<RiskLevel> {
  const state = alarmStateOf(ctx);
  const { known } = state;
  if (known && known.left > 0 && known.refreshAt > performance.now()) return known.level;
  state.refreshing ??= refresh(ctx, state).finally(() => {
    state.refreshing = null;
  });
  state.known = await state.refreshing;
  return state.known.level;
}

/** Counts an attempt that this process starts. */
export function countStartedAttempt(ctx: RiskContext): void {
  const { known } = alarmStateOf(ctx);
  if (known) known.left -= 1;
}

async function refresh(ctx: RiskContext, state: AlarmState): Promise<LevelSnapshot> {
  const now = ctx.clock.now();
  const share = await usualDeclineShare(ctx, state, now);
  const found = await transaction(ctx.db, async (trx) => {
    await lockDeclineAlarms(trx);
    const held = await currentDeclineAlarm(trx, now);
    const level = toRiskLevel(held?.level ?? 0);
    const rooms = [];
    for (const { seconds, least } of alarm.windows) {
      const start = Math.max(now.getTime() - seconds * 1000, held?.since.getTime() ?? 0);
      const { refused, good } = await attemptOutcomesSince(trx, new Date(start));
      const atLeast = Math.floor(least * alarm.leastByLevel[level === 3 ? 2 : level]);
      rooms.push({ room: maxUsualDeclines(good, share, atLeast) - refused, refused });
    }
    const until = new Date(now.getTime() + alarm.holdSeconds * 1000);
    if (level >= alarm.challengeFromLevel && (await challengesGoUnanswered(trx, now, share)))
      await extendDeclineAlarms(trx, alarm.challengeFromLevel, now, until);
    const worst = rooms.reduce((a, b) => (b.room < a.room ? b : a));
    if (worst.room > 0 || level === 3) return { level, room: worst.room, raised: null };
    const next = toRiskLevel(level + 1);
    await insertDeclineAlarm(trx, next, now, until);
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

/** Whether an attack goes on: banks were made to challenge, and far more buyers than usual left that unanswered. */
async function challengesGoUnanswered(db: Db, now: Date, share: number): Promise<boolean> {
  const since = new Date(now.getTime() - alarm.holdSeconds * 1000);
  const { refused, good } = await challengeOutcomesSince(db, since);
  return refused > maxUsualDeclines(good, share, alarm.unanswered);
}

/** The share of refusals in the day before the last hour; read once an hour. */
async function usualDeclineShare(ctx: RiskContext, state: AlarmState, now: Date): Promise<number> {
  if (state.usual && state.usual.until > now.getTime()) return state.usual.share;
  const hour = 3_600_000;
  const [start, end] = [new Date(now.getTime() - 25 * hour), new Date(now.getTime() - hour)];
  const { refused, good } = await attemptOutcomesSince(ctx.db, start, end);
  const total = refused + good;
  const share = total < alarm.usual.minimumSample ? alarm.usual.unknown : refused / total;
  state.usual = { share, until: now.getTime() + hour };
  return share;
}
