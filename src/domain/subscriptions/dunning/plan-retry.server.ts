import type { LocalDate } from '#src/kernel/time/local-date.ts';
import { marketZone } from '#src/kernel/time/zones.ts';
import type { Db } from '../../base-context.server.ts';
import type { SubscriptionsContext } from '../context.server.ts';
import { nextRetryOfOrder, type RetryDecision } from '../../payments/decline-policy/index.server.ts';
import { lastAttemptOfOrder } from '../../payments/index.server.ts';
import type { Subscription, BillingPeriod } from '../subscriptions/index.server.ts';
import { nextRetry, type RetryVerdict } from './next-retry.ts';

export interface RetryPlan {
  /** When the billing period is charged again without the buyer; null when it is not. */
  readonly at: Date | null;
  /** The payment profile cannot be charged again: the buyer is asked for another instrument. */
  readonly needsInstrument: boolean;
  /** The plan was ended at the bank. */
  readonly isStopped: boolean;
}

/** Decline codes after which no off-session charge succeeds, where no scheme was asked: the profile is gone. */
const permanentDeclineCodes: ReadonlySet<string> = new Set(['profile-unknown', 'card-not-again']);

/**
 * Plans the next charge of a failed billing period. Only a payment profile is charged again by us: the retries of a mandate
 * are its scheme's and over by now, and an invoice waits for its buyer.
 */
export async function planRetry(
  ctx: SubscriptionsContext,
  trx: Db,
  of: {
    readonly subscription: Subscription;
    readonly period: BillingPeriod;
    readonly startedOn: LocalDate;
    readonly retries: number;
  },
  now: Date,
): Promise<RetryPlan> {
  const { subscription, period, startedOn, retries } = of;
  const { brand, variant, market, instrument } = subscription;
  if (instrument.kind !== 'profile' || period.orderId === null)
    return { at: null, needsInstrument: instrument.kind === 'profile', isStopped: false };
  const declinePolicy = await nextRetryOfOrder(trx, period.orderId, now);
  const last = await lastAttemptOfOrder(trx, period.orderId);
  const code = last?.decline_code ?? null;
  const isPermanent = code !== null && permanentDeclineCodes.has(code);
  const verdictAt = (at: Date): RetryVerdict =>
    isPermanent ? { kind: 'never' } : declinePolicy ? verdictOf(declinePolicy.verdictAt(at)) : { kind: 'allowed' };
  const charge = { startedOn, lastTriedAt: last?.created_at ?? now, retriesMade: retries, verdictAt };
  const at = nextRetry(ctx.catalog.dunning(brand, variant), charge, marketZone(market));
  return {
    at,
    needsInstrument: at === null && (isPermanent || verdictAt(now).kind === 'never'),
    isStopped: declinePolicy?.isStopped ?? false,
  };
}

function verdictOf(verdict: RetryDecision): RetryVerdict {
  if (verdict.allowed) return { kind: 'allowed' };
  if (verdict.code === 'card-not-again') return { kind: 'never' };
  return { kind: 'not-now', notBefore: verdict.notBefore ?? null };
}
