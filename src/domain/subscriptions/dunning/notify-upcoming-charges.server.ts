import { transaction } from '#src/kernel/db/transaction.server.ts';
import { addDays, type LocalDate, localDateOf } from '#src/kernel/time/local-date.ts';
import { marketDate, marketZone } from '#src/kernel/time/zones.ts';
import type { Db } from '../../base-context.server.ts';
import type { SubscriptionsContext } from '../context.server.ts';
import {
  lockSubscription,
  periodByKey,
  scheduleUpcomingChecks,
  type Subscription,
  type UpcomingCheck,
} from '../subscriptions/index.server.ts';
import { upcomingChargesToCheck } from './upcoming-charge.repository.server.ts';
import type { BillingPeriodKey } from './dunning.repository.server.ts';
import type { UpcomingChargeReminder, DunningSchedule } from '../../catalog/brand-data/index.ts';
import { hourOf, isSmsHour } from './decide-dunning-actions.ts';
import { instantOf } from './next-retry.ts';
import { skipNotice, queueNotice, handledNotices } from './notice.repository.server.ts';

/** A paused subscription is not charged: whether it was resumed is checked every day. */
const recheckMs = 86_400_000;

/**
 * Announces upcoming charges: the first one after a trial, and the next billing period of a long plan. Each once per period and
 * channel, whatever runs twice. Returns how many periods were checked. When the worker stops it ends between two periods.
 */
export async function notifyUpcomingCharges(
  ctx: SubscriptionsContext,
  limit = 1000,
  isStopping: () => boolean = () => false,
): Promise<number> {
  const now = ctx.clock.now();
  const charges = await upcomingChargesToCheck(ctx.db, now, limit);
  const nothingDue: UpcomingCheck[] = [];
  let checked = 0;
  for (const { subscription, number, dueOn } of charges) {
    if (isStopping()) break;
    checked += 1;
    const periodKey = { subscriptionId: subscription.id, number };
    try {
      // Where nothing is due even if no notice was sent before, only the next check is written.
      const { notify, skip, nextCheckAt } = actionsFor(ctx, subscription, dueOn, new Set());
      if (notify.length + skip.length === 0) nothingDue.push({ ...periodKey, at: nextCheckAt });
      else await transaction(ctx.db, (trx) => notifyOne(ctx, trx, periodKey));
    } catch (thrown) {
      ctx.log.error('reminder-failed', { subscriptionId: subscription.id, error: thrown });
    }
  }
  await scheduleUpcomingChecks(ctx.db, nothingDue, now);
  return checked;
}

async function notifyOne(ctx: SubscriptionsContext, trx: Db, periodKey: BillingPeriodKey): Promise<void> {
  const subscription = await lockSubscription(trx, periodKey.subscriptionId);
  const period = subscription && (await periodByKey(trx, periodKey));
  if (!subscription || period?.state !== 'due') return;
  const now = ctx.clock.now();
  const actions = actionsFor(ctx, subscription, period.dueOn, await handledNotices(trx, periodKey));
  for (const one of actions.skip) await skipNotice(trx, { ...periodKey, ...one, details: {} }, now);
  for (const one of actions.notify) await queueNotice(ctx, trx, { ...periodKey, ...one, details: {} }, now);
  await scheduleUpcomingChecks(trx, [{ ...periodKey, at: actions.nextCheckAt }], now);
}

/** The notices that are due now for the next billing period, and when to check again. */
function actionsFor(
  ctx: SubscriptionsContext,
  subscription: Subscription,
  dueOn: LocalDate,
  done: ReadonlySet<string>,
): UpcomingChargeActions {
  const now = ctx.clock.now();
  const { state, brand, variant, market } = subscription;
  if (state !== 'trialing' && state !== 'active') {
    const nextCheckAt = state === 'paused' ? new Date(now.getTime() + recheckMs) : null;
    return { notify: [], skip: [], nextCheckAt };
  }
  const schedule = ctx.catalog.dunning(brand, variant);
  return upcomingChargeActions(
    schedule,
    remindersFor(schedule, subscription),
    { dueOn, done },
    now,
    marketZone(market),
  );
}

/** The reminders of a subscription, without those whose day lies before the day on which it began. */
function remindersFor(schedule: DunningSchedule, subscription: Subscription): readonly UpcomingChargeReminder[] {
  const { state, market, createdAt } = subscription;
  const began = marketDate(createdAt, market);
  if (state === 'trialing') {
    const first = subscription.nextChargeOn;
    return schedule.beforeFirstCharge.filter(({ days }) => first !== null && addDays(first, -days) > began);
  }
  const months = subscription.next?.periodMonths ?? subscription.periodMonths;
  return schedule.beforeRenewal.filter(({ fromMonths }) => months >= fromMonths);
}

interface UpcomingChargeActions {
  readonly notify: readonly UpcomingNotice[];
  readonly skip: readonly UpcomingNotice[];
  /** Null: never. */
  readonly nextCheckAt: Date | null;
}

type UpcomingNotice = Pick<UpcomingChargeReminder, 'kind'> & { readonly channel: UpcomingChargeReminder['by'][number] };

/** The notices of an upcoming charge: of several that are due the latest only, and none on the day of the charge. */
export function upcomingChargeActions(
  schedule: Pick<DunningSchedule, 'smsHours'>,
  reminders: readonly UpcomingChargeReminder[],
  { dueOn, done }: { readonly dueOn: LocalDate; readonly done: ReadonlySet<string> },
  now: Date,
  timeZone: string,
): UpcomingChargeActions {
  const today = localDateOf(now, timeZone);
  const open = reminders
    .flatMap(({ kind, days, by }) => by.map((channel) => ({ kind, channel, on: addDays(dueOn, -days) })))
    .filter(({ kind, channel }) => !done.has(`${kind} ${channel}`));
  const isHour = isSmsHour(schedule, hourOf(now, today, timeZone));
  const isLate = today >= dueOn;
  const due = open.filter(({ on, channel }) => on <= today && (channel === 'email' || isHour || isLate));
  const notify = isLate
    ? []
    : due.filter(({ channel }, index) => due.findLastIndex((other) => other.channel === channel) === index);
  const waiting = open.filter((one) => !due.includes(one));
  const checks = waiting.map(({ on, channel }) => {
    const hour = channel === 'sms' ? schedule.smsHours.from : 0;
    const first = instantOf(on, hour, timeZone);
    return first > now ? first : instantOf(addDays(today, 1), hour, timeZone);
  });
  return {
    notify: notify.map(plain),
    skip: due.filter((one) => !notify.includes(one)).map(plain),
    nextCheckAt: checks.length === 0 ? null : new Date(Math.min(...checks.map((at) => at.getTime()))),
  };
}

function plain({ kind, channel }: UpcomingNotice): UpcomingNotice {
  return { kind, channel };
}
