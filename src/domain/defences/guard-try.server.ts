import type { Db, DomainContext } from '../context.server.ts';
import { noteStart, stageNow } from './alarm.server.ts';
import { buyerStanding, type Standing, standingNow } from './buyer-standing.server.ts';
import { judge, mayStart, type TryCount } from './judge.ts';
import { defenceLimits, type Stage } from './limits.data.ts';
import type { TryRefusal } from './try-refusal.ts';
import type { TryOrigin } from './origin.server.ts';
import { spendProof } from './proof.server.ts';
import { browserOfSession, countTries } from './tries.repository.server.ts';

/** What else is known of a try, besides who makes it. */
export interface TryManner {
  /** The means was kept here before: whoever has it could pay with it already. */
  readonly isKept?: boolean;
  /** Its company can have the buyer's bank ask (`asksOnDemand`). */
  readonly asksOnDemand?: boolean;
}

/**
 * Looked at before anything is written: whether this buyer may try now. `stage`: of `stageFor`, asked before `trx` began.
 * `visitor`: the browser that pays, where it may be another than the purchase's own (SHA-256 of its cookie's secret). A proof
 * of work that was asked for and brought is used up. Whom their own bank can be made to ask is never shut out for what
 * others do.
 */
export async function guardTry(
  ctx: DomainContext,
  trx: Db,
  origin: TryOrigin | null,
  {
    stage,
    isKept = false,
    asksOnDemand = false,
    visitor,
  }: TryManner & { readonly stage: Stage; readonly visitor?: string | undefined },
): Promise<TryRefusal | null> {
  if (!origin) return null;
  const now = ctx.clock.now();
  const counts = await countTries(trx, origin, now);
  const standing = await standingOf(trx, { stage, isKept, origin, counts, now, visitor });
  if (isShut(stage, standing, asksOnDemand)) return { code: 'method-paused' };
  const verdict = judge(counts, standing === 'known' ? 0 : stage, now);
  if (verdict.kind === 'pause') return { code: 'too-many-tries', retryAfterSeconds: verdict.seconds };
  if (verdict.kind === 'free') return null;
  const browserHash = visitor ?? browserOfSession(origin.sessionId);
  return (await spendProof(ctx, trx, { action: 'pay', browserHash })) ? null : { code: 'captcha-needed' };
}

/** Whether a try starts; `mustAsk`: only after the buyer's bank has asked its customer. */
export interface Start {
  readonly may: 'yes' | 'wait' | 'no';
  readonly mustAsk: boolean;
}

/**
 * What is asked of everybody as a try is about to be made or counted. To be looked up before a transaction begins: it asks
 * the pool, and whoever holds a connection of it would wait for others who do the same.
 */
export function stageFor(ctx: DomainContext, origin: TryOrigin | null): Promise<Stage> | Stage {
  return origin ? stageNow(ctx) : 0;
}

/** Looked at again where the try is counted, one after the other per address: however many came at once. */
export async function guardStart(
  ctx: DomainContext,
  trx: Db,
  origin: TryOrigin | null,
  { stage, isKept = false, asksOnDemand = false }: TryManner & { readonly stage: Stage },
): Promise<Start> {
  if (!origin) return { may: 'yes', mustAsk: false };
  const now = ctx.clock.now();
  const counts = await countTries(trx, origin, now);
  const standing = await standingOf(trx, { stage, isKept, origin, counts, now });
  const may = isShut(stage, standing, asksOnDemand) ? 'no' : mayStart(counts);
  const mustAsk = asksOnDemand && standing !== 'known' && stage >= defenceLimits.alarm.asksFrom;
  // What a bank has to ask about first tells a thief nothing, and counts towards no alarm.
  if (may === 'yes' && !mustAsk) noteStart(ctx);
  return { may, mustAsk };
}

/** In quiet times nobody has to be known. */
async function standingOf(
  trx: Db,
  from: {
    readonly stage: Stage;
    readonly isKept: boolean;
    readonly origin: TryOrigin;
    readonly counts: readonly TryCount[];
    readonly now: Date;
    readonly visitor?: string | undefined;
  },
): Promise<Standing> {
  const { stage, isKept, origin, counts, now, visitor } = from;
  if (stage === 0 || isKept) return 'known';
  return standingNow(await buyerStanding(trx, origin.sessionId, now, visitor), counts);
}

/** The last stage shuts a way to pay for whom nobody knows and no bank can be made to ask. */
function isShut(stage: Stage, standing: Standing, asksOnDemand: boolean): boolean {
  return stage === 3 && standing === 'unknown' && !asksOnDemand;
}

/** What is written with a counted try. */
export function originColumns(origin: TryOrigin | null) {
  return {
    address_key: origin?.addressKey ?? null,
    network_key: origin?.networkKey ?? null,
    buyer_key: origin?.buyerKey ?? null,
    browser_key: origin ? browserOfSession(origin.sessionId) : null,
  };
}
