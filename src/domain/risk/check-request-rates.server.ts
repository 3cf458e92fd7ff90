import type { RiskContext } from './context.server.ts';
import { addressRateSubjects, subjectKey } from './attempt-origin.server.ts';
import type { VoucherGuesser } from './check-voucher-guess.server.ts';
import { redeemProofOfWork, spendProofOfWork } from './proof-of-work.server.ts';
import { consumeRate, consumeRates, startWait, takeFinishedWait } from './rate-counter.repository.server.ts';
import { riskLimits } from './risk-limits.data.ts';

const { leads } = riskLimits;

/**
 * Counts one more purchase that an address begins. The caller has checked the request before, and does not ask for a purchase
 * that exists already. False when the address began too many in this hour and proved no work for this one: `token` is a solved
 * challenge, where the caller brings one.
 */
export async function checkNewLead(
  ctx: RiskContext,
  { ip, browserHash }: VoucherGuesser,
  token?: string,
): Promise<boolean> {
  const budgets = addressRateSubjects(ctx, 'leads', ip, leads.freePerAddress);
  if (await consumeRates(ctx.db, budgets, ctx.clock.now())) return true;
  if (token !== undefined) await redeemProofOfWork(ctx, { token, action: 'lead', browserHash });
  return spendProofOfWork(ctx, ctx.db, { action: 'lead', browserHash });
}

/**
 * The wait of a browser that runs no script and so proves no work: once for each purchase that it begins. Gives the seconds
 * that are left, at least one; 0 once they are over, which uses the wait up. Another call does not make it longer.
 */
export async function waitSecondsForLead(ctx: RiskContext, browserHash: string): Promise<number> {
  const now = ctx.clock.now();
  const subject = subjectKey(ctx, 'leads-turn', browserHash);
  const after = (seconds: number): Date => new Date(now.getTime() + seconds * 1000);
  const readyBefore = after(leads.turnLifeSeconds - leads.waitSeconds);
  if (await takeFinishedWait(ctx.db, subject, now, readyBefore)) return 0;
  const endsAt = await startWait(ctx.db, subject, now, after(leads.turnLifeSeconds));
  return Math.max(1, Math.ceil((endsAt.getTime() - readyBefore.getTime()) / 1000));
}

/** Counts one more contract that a browser has filled; false when it, or its address, filled too many in this hour. */
export async function checkContractRate(ctx: RiskContext, { ip, browserHash }: VoucherGuesser): Promise<boolean> {
  if (!ctx.config.risk) return true;
  const { address, browser } = riskLimits.contracts;
  const now = ctx.clock.now();
  if (!(await consumeRate(ctx.db, subjectKey(ctx, 'contracts-browser', browserHash), browser, now))) return false;
  return consumeRates(ctx.db, addressRateSubjects(ctx, 'contracts', ip, address), now);
}
