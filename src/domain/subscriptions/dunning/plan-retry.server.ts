import type { LocalDate } from '#src/kernel/time/local-date.ts';
import { marketZone } from '#src/kernel/time/zones.ts';
import type { Db } from '../../base-context.server.ts';
import type { SubscriptionsContext } from '../context.server.ts';
import { nextRetryOfOrder, type RetryDecision } from '../../payments/decline-policy/index.server.ts';
import type { Subscription, BillingPeriod } from '../subscriptions/index.server.ts';
import { nextRetry, type RetryVerdict } from './next-retry.ts';

export interface RetryPlan {
  /** When the term is charged again by itself; null when it is not. */
  readonly at: Date | null;
  /** What the buyer gave cannot be charged again: they are asked for another means. */
  readonly needsInstrument: boolean;
  /** The plan was ended at the bank. */
  readonly isStopped: boolean;
}

/** What no try without the buyer mends, where no scheme was asked: the means is gone. */
const permanentDeclineCodes: ReadonlySet<string> = new Set(['profile-unknown', 'card-not-again']);

/**
 * Plans the next charge of a failed term. Only a kept means is charged again by us: the tries of a standing consent are its
 * scheme's and over by now, and a bill waits for its buyer.
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
  const last = await lastDecline(trx, period.orderId);
  const isPermanent = last !== null && last.code !== null && permanentDeclineCodes.has(last.code);
  const verdictAt = (at: Date): RetryVerdict =>
    isPermanent ? { kind: 'never' } : declinePolicy ? verdictOf(declinePolicy.verdictAt(at)) : { kind: 'allowed' };
  const charge = { startedOn, lastTriedAt: last?.at ?? now, retriesMade: retries, verdictAt };
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

async function lastDecline(
  trx: Db,
  orderId: string,
): Promise<{ readonly code: string | null; readonly at: Date } | null> {
  const row = await trx
    .selectFrom('attempts')
    .select(['decline_code', 'created_at'])
    .where('order_id', '=', orderId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? { code: row.decline_code, at: row.created_at } : null;
}
