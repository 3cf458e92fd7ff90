import type { Db } from '../base-context.server.ts';
import type { RiskContext } from './context.server.ts';
import { countStartedAttempt, currentRiskLevel } from './decline-alarm.server.ts';
import { buyerTrust, type BuyerTrust, currentTrust } from './buyer-trust.server.ts';
import { decideRisk, mayStartAttempt, type AttemptCounts } from './decide-risk.ts';
import { riskLimits, type RiskLevel } from './risk-limits.data.ts';
import type { RiskRejection } from './risk-rejection.ts';
import type { AttemptOrigin } from './attempt-origin.server.ts';
import { spendProofOfWork } from './proof-of-work.server.ts';
import { browserOfSession, countAttempts } from './payment-attempts.repository.server.ts';

/** What else is known of a try, besides who makes it. */
export interface AttemptContext {
  /** The means was kept here before: whoever has it could pay with it already. */
  readonly isSavedInstrument?: boolean;
  /** Its company can have the buyer's bank ask (`canForceChallenge`). */
  readonly canForceChallenge?: boolean;
}

/**
 * Looked at before anything is written: whether this buyer may try now. `stage`: of `riskLevelFor`, asked before `trx` began.
 * `visitor`: the browser that pays, where it may be another than the purchase's own (SHA-256 of its cookie's secret). A proof
 * of work that was asked for and brought is used up. Whom their own bank can be made to ask is never shut out for what
 * others do.
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

/** Whether a try starts; `forceChallenge`: only after the buyer's bank has asked its customer. */
export interface StartDecision {
  readonly may: 'yes' | 'wait' | 'no';
  readonly forceChallenge: boolean;
}

/**
 * What is asked of everybody as a try is about to be made or counted. To be looked up before a transaction begins: it asks
 * the pool, and whoever holds a connection of it would wait for others who do the same.
 */
export function riskLevelFor(ctx: RiskContext, origin: AttemptOrigin | null): Promise<RiskLevel> | RiskLevel {
  return origin ? currentRiskLevel(ctx) : 0;
}

/** Looked at again where the try is counted, one after the other per address: however many came at once. */
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
  // What a bank has to ask about first tells a thief nothing, and counts towards no alarm.
  if (may === 'yes' && !forceChallenge) countStartedAttempt(ctx);
  return { may, forceChallenge };
}

/** In quiet times nobody has to be known. */
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
  return currentTrust(await buyerTrust(trx, origin.sessionId, now, visitor), counts);
}

/** The last stage shuts a way to pay for whom nobody knows and no bank can be made to ask. */
function isMethodPaused(level: RiskLevel, trust: BuyerTrust, canForceChallenge: boolean): boolean {
  return level === 3 && trust === 'unknown' && !canForceChallenge;
}

/** What is written with a counted try. */
export function originColumns(origin: AttemptOrigin | null) {
  return {
    address_key: origin?.addressKey ?? null,
    network_key: origin?.networkKey ?? null,
    buyer_key: origin?.buyerKey ?? null,
    browser_key: origin ? browserOfSession(origin.sessionId) : null,
  };
}
