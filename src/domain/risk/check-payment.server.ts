import type { Db } from '../base-context.server.ts';
import type { RiskContext } from './context.server.ts';
import { countStartedAttempt, currentRiskLevel } from './decline-alarm.server.ts';
import {
  type AttemptCounts,
  type BuyerTrust,
  decideRisk,
  decideTrust,
  mayStartAttempt,
  type RiskRejection,
} from './decide-risk.ts';
import { riskLimits, type RiskLevel } from './risk-limits.data.ts';
import type { AttemptOrigin } from './attempt-origin.server.ts';
import { spendProofOfWork } from './proof-of-work.server.ts';
import { browserOfSession, countAttempts, historyOfBuyer } from './payment-attempts.repository.server.ts';

/** Facts of an attempt, besides who makes it. */
export interface AttemptContext {
  /** The instrument is a saved payment profile. */
  readonly isSavedInstrument?: boolean;
  /** The gateway can make the buyer's bank challenge (`canForceChallenge`). */
  readonly canForceChallenge?: boolean;
}

/**
 * Whether this buyer may attempt a payment now; checked before anything is written. `level`: of `riskLevelFor`, read before
 * `trx` began. `visitor`: the browser that pays, where it may be another than the session's (SHA-256 of its cookie's secret).
 * A required proof of work is used up. A buyer whose bank can be made to challenge is never refused for what others do.
 */
export async function checkPayment(
  ctx: RiskContext,
  trx: Db,
  origin: AttemptOrigin | null,
  {
    level,
    isSavedInstrument = false,
    canForceChallenge = false,
    visitor,
  }: AttemptContext & { readonly level: RiskLevel; readonly visitor?: string | undefined },
): Promise<RiskRejection | null> {
  if (!origin) return null;
  const now = ctx.clock.now();
  const counts = await countAttempts(trx, origin, now);
  const trust = await trustOf(trx, { level, isSavedInstrument, origin, counts, now, visitor });
  if (isMethodPaused(level, trust, canForceChallenge)) return { code: 'method-paused' };
  const verdict = decideRisk(counts, trust === 'known' ? 0 : level, now);
  if (verdict.kind === 'pause') return { code: 'too-many-tries', retryAfterSeconds: verdict.seconds };
  if (verdict.kind === 'free') return null;
  const browserHash = visitor ?? browserOfSession(origin.sessionId);
  return (await spendProofOfWork(ctx, trx, { action: 'pay', browserHash })) ? null : { code: 'captcha-needed' };
}

/** Whether an attempt starts; `forceChallenge`: only after a challenge by the buyer's bank. */
export interface StartDecision {
  readonly may: 'yes' | 'wait' | 'no';
  readonly forceChallenge: boolean;
}

/**
 * The risk level for an attempt. Must be read before a transaction begins: it takes a connection of the pool, and callers that
 * hold one already could wait for each other.
 */
export function riskLevelFor(ctx: RiskContext, origin: AttemptOrigin | null): Promise<RiskLevel> | RiskLevel {
  return origin ? currentRiskLevel(ctx) : 0;
}

/** Checks again where the attempt is counted, under the lock of its address, so that parallel attempts count each other. */
export async function checkStart(
  ctx: RiskContext,
  trx: Db,
  origin: AttemptOrigin | null,
  { level, isSavedInstrument = false, canForceChallenge = false }: AttemptContext & { readonly level: RiskLevel },
): Promise<StartDecision> {
  if (!origin) return { may: 'yes', forceChallenge: false };
  const now = ctx.clock.now();
  const counts = await countAttempts(trx, origin, now);
  const trust = await trustOf(trx, { level, isSavedInstrument, origin, counts, now });
  const may = isMethodPaused(level, trust, canForceChallenge) ? 'no' : mayStartAttempt(counts);
  const forceChallenge = canForceChallenge && trust !== 'known' && level >= riskLimits.alarm.challengeFromLevel;
  // An attempt that the bank challenges first tells a thief nothing, and counts towards no alarm.
  if (may === 'yes' && !forceChallenge) countStartedAttempt(ctx);
  return { may, forceChallenge };
}

/** At level 0 every buyer counts as known, and nothing is read. */
async function trustOf(
  trx: Db,
  from: {
    readonly level: RiskLevel;
    readonly isSavedInstrument: boolean;
    readonly origin: AttemptOrigin;
    readonly counts: readonly AttemptCounts[];
    readonly now: Date;
    readonly visitor?: string | undefined;
  },
): Promise<BuyerTrust> {
  const { level, isSavedInstrument, origin, counts, now, visitor } = from;
  if (level === 0 || isSavedInstrument) return 'known';
  // A stolen card that paid a moment ago proves nothing.
  const before = new Date(now.getTime() - riskLimits.known.paidForSeconds * 1000);
  const history = await historyOfBuyer(trx, { sessionId: origin.sessionId, browserHash: visitor, before });
  return decideTrust(history, counts);
}

/** The last level closes a method to unknown buyers whose bank cannot be made to challenge. */
function isMethodPaused(level: RiskLevel, trust: BuyerTrust, canForceChallenge: boolean): boolean {
  return level === 3 && trust === 'unknown' && !canForceChallenge;
}

/** The columns of a card attempt that say who made it. */
export function originColumns(origin: AttemptOrigin | null) {
  return {
    address_key: origin?.addressKey ?? null,
    network_key: origin?.networkKey ?? null,
    buyer_key: origin?.buyerKey ?? null,
    browser_key: origin ? browserOfSession(origin.sessionId) : null,
  };
}
