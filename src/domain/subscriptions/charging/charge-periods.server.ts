import { transaction } from '#src/kernel/db/transaction.server.ts';
import { endOfLocalDate, marketZone } from '#src/kernel/time/zones.ts';
import type { Db } from '../../base-context.server.ts';
import type { SubscriptionsContext } from '../context.server.ts';
import { mandateById } from '../../payments/index.server.ts';
import {
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

/** So long a term belongs to the worker that took it; then another looks at it. */
const leaseMs = 5 * 60_000;
/** A charge that is under way is looked at again so much later; its own jobs find out before. */
const recheckMs = 30 * 60_000;
/** A gateway that could not be reached is asked again so much later, for a day; no try was made meanwhile. */
const unreachableRetryMs = 15 * 60_000;
const giveUpAfterMs = 86_400_000;
/** Terms that one fetch takes, and how many of them are charged side by side: what is in memory never grows. */
const batch = 200;
const concurrency = 32;

/** How much one round does at most, how much of it side by side, and when it ends early: between two terms. */
export interface ChargeRound {
  readonly limit?: number;
  readonly lanes?: number;
  readonly isStopping?: () => boolean;
}

/** What became of one term. `asked`: a bill was written, or a consent has it. */
export type PeriodOutcome = 'paid' | 'failed' | 'under-way' | 'asked' | 'nothing';

/**
 * Charges the terms that are due by now, each once, on however many workers this runs: a term is taken by its row. Works
 * until nothing is due, `limit` terms were taken, or the worker stops; answers how many. What dies or is left in between is
 * found again when its lease is over. Whoever is done with a term goes on with the next: nobody waits for the slowest of a batch.
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

/** Hands out due terms one by one, from one fetch after the other; null when there are no more, or nobody wants them. */
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

/** Does for one term what its subscription's means wants: charges it, or asks the buyer. */
export async function chargePeriod(ctx: SubscriptionsContext, snapshot: PeriodSnapshot): Promise<PeriodOutcome> {
  const decision = await transaction(ctx.db, (trx) => decide(ctx, trx, snapshot));
  if (decision.kind === 'done') return decision.outcome;
  ctx.crashPoint('renewal-before-gateway');
  const applied = await submitCharge(ctx, decision.charge);
  ctx.crashPoint('renewal-after-gateway');
  if (applied.state === 'captured') return 'paid';
  // Refusals are written with the fact that tells them. What nobody was asked is no refusal.
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
 * A bill is written and a letter asks for it, ahead of its day; when its day has passed, the term has failed. One that failed
 * before is not asked for again here: its reminders are another's.
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

/** Its own job sends the charge in the days that its scheme wants; one that sent none in time makes room for a bill. */
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

/** The gateway was never asked: the term is tried again soon, and has failed when that went on for a day. */
async function handleUnreachable(ctx: SubscriptionsContext, key: BillingPeriodKey): Promise<PeriodOutcome> {
  return transaction(ctx.db, async (trx) => {
    const subscription = await lockSubscription(trx, key.subscriptionId);
    const row = await trx
      .selectFrom('billing_periods')
      .innerJoin('orders', 'orders.id', 'billing_periods.order_id')
      .select('orders.created_at')
      .where('billing_periods.subscription_id', '=', key.subscriptionId)
      .where('billing_periods.number', '=', key.number)
      .where('billing_periods.state', '=', 'charging')
      .executeTakeFirst();
    if (!subscription || !row) return 'nothing';
    const now = ctx.clock.now();
    if (subscription.pastDueSince !== null || now.getTime() - row.created_at.getTime() > giveUpAfterMs) {
      await failPeriod(trx, key, 'gateway-unreachable', now);
      return 'failed';
    }
    await updatePeriod(trx, key, { next_try_at: new Date(now.getTime() + unreachableRetryMs) });
    return 'under-way';
  });
}

/** `nothing-due`: no term is owed yet. */
export type ChargeNowResult = PeriodOutcome | 'nothing-due';

/**
 * Charges the term that is owed at once, by the means that the subscription has now: a new card was given, or the buyer
 * asked for it. A term that is not due yet is left alone. The same term is charged at most once, whoever else tries.
 */
export async function chargePeriodNow(ctx: SubscriptionsContext, subscriptionId: string): Promise<ChargeNowResult> {
  const period = await owedPeriod(ctx.db, subscriptionId);
  const now = ctx.clock.now();
  if (!period || (period.state === 'due' && (period.nextTryAt === null || period.nextTryAt > now)))
    return 'nothing-due';
  return chargePeriod(ctx, period);
}
