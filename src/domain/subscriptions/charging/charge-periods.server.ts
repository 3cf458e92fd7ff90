import { transaction } from '#src/kernel/db/transaction.server.ts';
import { endOfLocalDate, marketZone } from '#src/kernel/time/zones.ts';
import type { Db } from '../../base-context.server.ts';
import type { SubscriptionsContext } from '../context.server.ts';
import { mandateById } from '../../payments/index.server.ts';
import {
  chargeStartedAt,
  failPeriod,
  lockSubscription,
  owedPeriod,
  owedPrice,
  setInstrumentIn,
  type BillingPeriod,
  acquireDuePeriods,
  updatePeriod,
} from '../subscriptions/index.server.ts';
import { submitCharge, type CreatedCharge, createCharge } from './charge-profile.server.ts';
import {
  type LockedPeriod,
  lockPeriod,
  hasOpenAttempt,
  orderOfPeriod,
  type BillingPeriodKey,
  type PeriodSnapshot,
  queueInvoiceEmail,
} from './lock-period.server.ts';

/** How long a billing period is left to the worker that took it. */
const leaseMs = 5 * 60_000;
/** When a charge that is under way is checked again; its own jobs find its end before. */
const recheckMs = 30 * 60_000;
/** Pause before an unreachable gateway is asked again, for a day at most; no attempt was made meanwhile. */
const unreachableRetryMs = 15 * 60_000;
const giveUpAfterMs = 86_400_000;
/** Billing periods of one fetch, and how many of them are charged at the same time. */
const batch = 200;
const concurrency = 32;

/** Most periods of one round, how many are charged at the same time, and when the round ends early, between two periods. */
export interface ChargeRound {
  readonly limit?: number;
  readonly lanes?: number;
  readonly isStopping?: () => boolean;
}

/** The outcome of one billing period. `asked`: an invoice was sent, or a mandate charges it. */
export type PeriodOutcome = 'paid' | 'failed' | 'under-way' | 'asked' | 'nothing';

/**
 * Charges the billing periods that are due by now, each once, on any number of workers: a period is taken by its row. Works
 * until nothing is due, `limit` periods were taken, or the worker stops; returns how many. What a crash leaves is found again
 * when its lease is over. Each lane takes the next period as soon as it is free, so that none waits for the slowest of a batch.
 */
export async function chargeDuePeriods(
  ctx: SubscriptionsContext,
  { limit = 100_000, lanes = concurrency, isStopping = () => false }: ChargeRound = {},
): Promise<number> {
  const next = duePeriods(ctx, limit, isStopping);
  let taken = 0;
  const lane = async (): Promise<void> => {
    for (let period = await next(); period; period = await next()) {
      taken += 1;
      try {
        await chargePeriod(ctx, period);
      } catch (thrown) {
        ctx.log.error('renewal-failed', { subscriptionId: period.subscriptionId, error: thrown });
      }
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return taken;
}

/** Returns due billing periods one by one, fetched in batches; null when there are no more, or the worker stops. */
function duePeriods(
  ctx: SubscriptionsContext,
  limit: number,
  isStopping: () => boolean,
): () => Promise<BillingPeriod | null> {
  const waiting: BillingPeriod[] = [];
  let left = limit;
  let fetching: Promise<void> | null = null;
  const fetchMore = async (): Promise<void> => {
    const now = ctx.clock.now();
    const wanted = Math.min(batch, left);
    const due = wanted > 0 ? await acquireDuePeriods(ctx.db, now, new Date(now.getTime() + leaseMs), wanted) : [];
    left = due.length === 0 ? 0 : left - due.length;
    waiting.push(...due);
    fetching = null;
  };
  return async () => {
    while (waiting.length === 0 && left > 0 && !isStopping()) await (fetching ??= fetchMore());
    return isStopping() ? null : (waiting.shift() ?? null);
  };
}

type Decision =
  | { readonly kind: 'done'; readonly outcome: PeriodOutcome }
  | { readonly kind: 'charge'; readonly charge: CreatedCharge };

/** Charges one billing period by its subscription's instrument, or sends an invoice. */
export async function chargePeriod(ctx: SubscriptionsContext, snapshot: PeriodSnapshot): Promise<PeriodOutcome> {
  const decision = await transaction(ctx.db, (trx) => decide(ctx, trx, snapshot));
  if (decision.kind === 'done') return decision.outcome;
  ctx.crashPoint('renewal-before-gateway');
  const applied = await submitCharge(ctx, decision.charge);
  ctx.crashPoint('renewal-after-gateway');
  if (applied.state === 'captured') return 'paid';
  // A decline was written with its fact. `failed`: the gateway was never asked, so nothing was declined.
  if (applied.state === 'failed') return handleUnreachable(ctx, snapshot);
  return applied.state === 'declined' || applied.state === 'voided' || applied.state === 'expired'
    ? 'failed'
    : 'under-way';
}

async function decide(ctx: SubscriptionsContext, trx: Db, snapshot: PeriodSnapshot): Promise<Decision> {
  const locked = await lockPeriod(trx, snapshot);
  if (!locked) return done('nothing');
  const { subscription, period } = locked;
  const now = ctx.clock.now();
  if (subscription.state === 'paused' || subscription.state === 'canceled') {
    await updatePeriod(trx, period, { next_try_at: null });
    return done('nothing');
  }
  if (hasOpenAttempt(locked)) {
    await updatePeriod(trx, period, { next_try_at: new Date(now.getTime() + recheckMs) });
    return done('under-way');
  }
  switch (subscription.instrument.kind) {
    case 'profile':
      return chargeProfile(ctx, trx, locked, now);
    case 'mandate':
      return deferToMandate(ctx, trx, locked, now);
    case 'invoice':
      return requestByInvoice(ctx, trx, locked, now);
  }
}

const done = (outcome: PeriodOutcome): Decision => ({ kind: 'done', outcome });

async function chargeProfile(ctx: SubscriptionsContext, trx: Db, locked: LockedPeriod, now: Date): Promise<Decision> {
  const { subscription, period, attempts } = locked;
  const order = await orderOfPeriod(ctx, trx, locked);
  if (!order) return defer(trx, locked, now);
  const written = await createCharge(ctx, trx, { order, subscription, period, tried: attempts.length });
  if (!written.ok) {
    await setInstrumentIn(ctx, trx, subscription, { kind: 'invoice' });
    return requestByInvoice(ctx, trx, { ...locked, order }, now);
  }
  await updatePeriod(trx, period, {
    state: 'charging',
    tries: period.tries + 1,
    next_try_at: new Date(now.getTime() + recheckMs),
  });
  return { kind: 'charge', charge: written.value };
}

/**
 * Sends an invoice by e-mail, ahead of the period's day; when the day has passed, the period has failed. A period that failed
 * before is not announced again here: dunning sends its reminders.
 */
async function requestByInvoice(
  ctx: SubscriptionsContext,
  trx: Db,
  locked: LockedPeriod,
  now: Date,
): Promise<Decision> {
  const { subscription, period } = locked;
  const until = endOfLocalDate(period.dueOn, marketZone(subscription.market));
  const order = await orderOfPeriod(ctx, trx, locked);
  if (!order) return defer(trx, locked, now);
  await queueInvoiceEmail(ctx, trx, order);
  if (period.state === 'failed') {
    await updatePeriod(trx, period, { next_try_at: null });
    return done('asked');
  }
  const isOver = now > until;
  await updatePeriod(trx, period, { state: 'charging', next_try_at: new Date(until.getTime() + 1) });
  if (isOver) await failPeriod(trx, period, 'not-paid', now);
  return done(isOver ? 'failed' : 'asked');
}

/** Leaves the charge to the mandate's own job, which sends it on the scheme's days; without one in time an invoice is sent. */
async function deferToMandate(ctx: SubscriptionsContext, trx: Db, locked: LockedPeriod, now: Date): Promise<Decision> {
  const { subscription, period } = locked;
  if (subscription.instrument.kind !== 'mandate') return done('nothing');
  const mandate = await mandateById(trx, subscription.instrument.mandateId);
  const endOfDay = endOfLocalDate(period.dueOn, marketZone(subscription.market));
  const stands = mandate?.state === 'approved' && mandate.terms.price.amount === owedPrice(subscription).amount;
  if (stands && period.state === 'due' && now <= endOfDay) {
    await updatePeriod(trx, period, { next_try_at: new Date(endOfDay.getTime() + 1) });
    return done('asked');
  }
  if (period.state === 'charging') {
    await failPeriod(trx, period, 'not-paid', now);
    return done('failed');
  }
  if (!stands) await setInstrumentIn(ctx, trx, subscription, { kind: 'invoice' });
  return requestByInvoice(ctx, trx, locked, now);
}

async function defer(trx: Db, { period }: LockedPeriod, now: Date): Promise<Decision> {
  await updatePeriod(trx, period, { next_try_at: new Date(now.getTime() + giveUpAfterMs) });
  return done('nothing');
}

/** Retries soon where the gateway was never asked; after a day the period has failed. */
async function handleUnreachable(ctx: SubscriptionsContext, key: BillingPeriodKey): Promise<PeriodOutcome> {
  return transaction(ctx.db, async (trx) => {
    const subscription = await lockSubscription(trx, key.subscriptionId);
    const startedAt = await chargeStartedAt(trx, key);
    if (!subscription || !startedAt) return 'nothing';
    const now = ctx.clock.now();
    if (subscription.pastDueSince !== null || now.getTime() - startedAt.getTime() > giveUpAfterMs) {
      await failPeriod(trx, key, 'gateway-unreachable', now);
      return 'failed';
    }
    await updatePeriod(trx, key, { next_try_at: new Date(now.getTime() + unreachableRetryMs) });
    return 'under-way';
  });
}

/** `nothing-due`: no billing period is due yet. */
export type ChargeNowResult = PeriodOutcome | 'nothing-due';

/**
 * Charges the owed billing period at once, by the subscription's current instrument: a new card was given, or the buyer asked
 * for it. Does nothing for a period that is not due yet. A period is charged at most once, however many callers try.
 */
export async function chargePeriodNow(ctx: SubscriptionsContext, subscriptionId: string): Promise<ChargeNowResult> {
  const period = await owedPeriod(ctx.db, subscriptionId);
  const now = ctx.clock.now();
  if (!period || (period.state === 'due' && (period.nextTryAt === null || period.nextTryAt > now)))
    return 'nothing-due';
  return chargePeriod(ctx, period);
}
