import { transaction } from '#src/kernel/db/transaction.server.ts';
import { addDays, type LocalDate, localDateOf } from '#src/kernel/time/local-date.ts';
import { marketDate, marketZone } from '#src/kernel/time/zones.ts';
import type { Db, DomainContext } from '../context.server.ts';
import { lockSubscription, periodByKey, type Subscription } from '../subscriptions/index.server.ts';
import { lookNextAt, type NextLook, termsToLookAt } from './ahead.repository.server.ts';
import type { TermKey } from './dunning.repository.server.ts';
import type { AheadReminder, DunningSchedule } from './dunning.types.ts';
import { hourOf, isSmsHour } from './next-moves.ts';
import { instantOf } from './next-retry.ts';
import { leaveOutNotice, queueNotice, settledNotices } from './notice.repository.server.ts';

/** While it is paused nothing is charged: whether it goes on is looked at every day. */
const lookAgainMs = 86_400_000;

/**
 * Tells what is told before a charge: the first one after free time, and the next term of a long plan. Each once per term
 * and way, whatever runs twice. Returns how many terms were looked at. Once its worker stops it ends between two terms.
 */
export async function tellAhead(
  ctx: DomainContext,
  limit = 1000,
  isStopping: () => boolean = () => false,
): Promise<number> {
  const now = ctx.clock.now();
  const terms = await termsToLookAt(ctx.db, now, limit);
  const quiet: NextLook[] = [];
  let looked = 0;
  for (const { subscription, number, dueOn } of terms) {
    if (isStopping()) break;
    looked += 1;
    const term = { subscriptionId: subscription.id, number };
    try {
      // Where nothing would be said even if nothing had been said before, only the day of the next look is written.
      const { tell, leaveOut, lookAgainAt } = nextOf(ctx, subscription, dueOn, new Set());
      if (tell.length + leaveOut.length === 0) quiet.push({ ...term, at: lookAgainAt });
      else await transaction(ctx.db, (trx) => tellOne(ctx, trx, term));
    } catch (thrown) {
      ctx.log.error('reminder-failed', { subscriptionId: subscription.id, error: thrown });
    }
  }
  await lookNextAt(ctx.db, quiet, now);
  return looked;
}

async function tellOne(ctx: DomainContext, trx: Db, term: TermKey): Promise<void> {
  const subscription = await lockSubscription(trx, term.subscriptionId);
  const period = subscription && (await periodByKey(trx, term));
  if (!subscription || period?.state !== 'due') return;
  const now = ctx.clock.now();
  const moves = nextOf(ctx, subscription, period.dueOn, await settledNotices(trx, term));
  for (const one of moves.leaveOut) await leaveOutNotice(trx, { ...term, ...one, details: {} }, now);
  for (const one of moves.tell) await queueNotice(ctx, trx, { ...term, ...one, details: {} }, now);
  await lookNextAt(trx, [{ ...term, at: moves.lookAgainAt }], now);
}

/** What is due now for a subscription's next term, and when to look again. */
function nextOf(
  ctx: DomainContext,
  subscription: Subscription,
  dueOn: LocalDate,
  done: ReadonlySet<string>,
): AheadMoves {
  const now = ctx.clock.now();
  const { state, brand, variant, market } = subscription;
  if (state !== 'trialing' && state !== 'active') {
    const lookAgainAt = state === 'paused' ? new Date(now.getTime() + lookAgainMs) : null;
    return { tell: [], leaveOut: [], lookAgainAt };
  }
  const schedule = ctx.catalog.dunning(brand, variant);
  return aheadMoves(schedule, remindersFor(schedule, subscription), { dueOn, done }, now, marketZone(market));
}

/** A reminder whose day lies before the day on which it all began was never meant for this buyer. */
function remindersFor(schedule: DunningSchedule, subscription: Subscription): readonly AheadReminder[] {
  const { state, market, createdAt } = subscription;
  const began = marketDate(createdAt, market);
  if (state === 'trialing') {
    const first = subscription.nextChargeOn;
    return schedule.beforeFirstCharge.filter(({ days }) => first !== null && addDays(first, -days) > began);
  }
  const months = subscription.next?.periodMonths ?? subscription.periodMonths;
  return schedule.beforeRenewal.filter(({ fromMonths }) => months >= fromMonths);
}

interface AheadMoves {
  readonly tell: readonly Told[];
  readonly leaveOut: readonly Told[];
  /** Null: never. */
  readonly lookAgainAt: Date | null;
}

type Told = Pick<AheadReminder, 'kind'> & { readonly channel: AheadReminder['by'][number] };

/** What is told now of a charge that lies ahead: of several that are due the latest only, and nothing on its own day. */
export function aheadMoves(
  schedule: Pick<DunningSchedule, 'smsHours'>,
  reminders: readonly AheadReminder[],
  { dueOn, done }: { readonly dueOn: LocalDate; readonly done: ReadonlySet<string> },
  now: Date,
  timeZone: string,
): AheadMoves {
  const today = localDateOf(now, timeZone);
  const open = reminders
    .flatMap(({ kind, days, by }) => by.map((channel) => ({ kind, channel, on: addDays(dueOn, -days) })))
    .filter(({ kind, channel }) => !done.has(`${kind} ${channel}`));
  const isHour = isSmsHour(schedule, hourOf(now, today, timeZone));
  const isLate = today >= dueOn;
  const due = open.filter(({ on, channel }) => on <= today && (channel === 'email' || isHour || isLate));
  const tell = isLate
    ? []
    : due.filter(({ channel }, index) => due.findLastIndex((other) => other.channel === channel) === index);
  const waiting = open.filter((one) => !due.includes(one));
  const looks = waiting.map(({ on, channel }) => {
    const hour = channel === 'sms' ? schedule.smsHours.from : 0;
    const first = instantOf(on, hour, timeZone);
    return first > now ? first : instantOf(addDays(today, 1), hour, timeZone);
  });
  return {
    tell: tell.map(plain),
    leaveOut: due.filter((one) => !tell.includes(one)).map(plain),
    lookAgainAt: looks.length === 0 ? null : new Date(Math.min(...looks.map((at) => at.getTime()))),
  };
}

function plain({ kind, channel }: Told): Told {
  return { kind, channel };
}
