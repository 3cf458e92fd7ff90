import { z } from 'zod';
import { newId } from '#src/kernel/ids/ids.server.ts';
import type { JsonObject } from '#src/kernel/json/json.ts';
import type { Db } from '../../base-context.server.ts';
import type { SubscriptionsContext } from '../context.server.ts';
import {
  upcomingChargeKinds,
  type NoticeChannel,
  noticeChannels,
  reminderKinds,
} from '../../catalog/brand-data/index.ts';
import { type NoticeKind, outcomeKinds } from './notice-kinds.ts';
import type { BillingPeriodKey } from './dunning.repository.server.ts';

/** How long a notice is leased to one worker. */
const lockMs = 120_000;

/** An e-mail or a text message about a billing period of a subscription. */
export interface SubscriptionNotice extends BillingPeriodKey {
  readonly id: string;
  readonly kind: NoticeKind;
  readonly channel: NoticeChannel;
  readonly details: NoticeDetails;
}

/** The days that a notice names, as they were decided with it; those that its kind does not name are absent. */
export interface NoticeDetails {
  readonly retryOn?: string | undefined;
  readonly graceUntil?: string | undefined;
  readonly cancelOn?: string | undefined;
  readonly needsInstrument?: boolean | undefined;
  /** The plan was ended at the bank. */
  readonly stopped?: boolean | undefined;
}

const detailsSchema = z.object({
  retryOn: z.string().optional(),
  graceUntil: z.string().optional(),
  cancelOn: z.string().optional(),
  needsInstrument: z.boolean().optional(),
  stopped: z.boolean().optional(),
});

/** The notices of a billing period that were queued or skipped, as `<kind> <channel>`. */
export async function handledNotices(
  db: Db,
  { subscriptionId, number }: BillingPeriodKey,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('subscription_notices')
    .select(['kind', 'channel'])
    .where('subscription_id', '=', subscriptionId)
    .where('period_number', '=', number)
    .execute();
  return new Set(rows.map(({ kind, channel }) => `${kind} ${channel}`));
}

/** Queues a notice in the transaction of its cause: once per billing period, kind and channel. */
export async function queueNotice(
  ctx: SubscriptionsContext,
  trx: Db,
  notice: Omit<SubscriptionNotice, 'id'>,
  now: Date,
): Promise<void> {
  const row = await insert(trx, notice, 'waiting', now);
  if (row) await ctx.jobs.send(trx, 'send-subscription-notice', { noticeId: row });
}

/** Records that a notice is never sent: its time was over. */
export async function skipNotice(trx: Db, notice: Omit<SubscriptionNotice, 'id'>, now: Date): Promise<void> {
  await insert(trx, notice, 'skipped', now);
}

async function insert(
  trx: Db,
  { subscriptionId, number, kind, channel, details }: Omit<SubscriptionNotice, 'id'>,
  state: 'waiting' | 'skipped',
  now: Date,
): Promise<string | null> {
  const kept: JsonObject = Object.fromEntries(
    Object.entries(details).filter((entry): entry is [string, string | boolean] => entry[1] !== undefined),
  );
  const row = await trx
    .insertInto('subscription_notices')
    .values({
      id: newId('ntc'),
      subscription_id: subscriptionId,
      period_number: number,
      kind,
      channel,
      state,
      details: JSON.stringify(kept),
      created_at: now,
      completed_at: state === 'waiting' ? null : now,
    })
    .onConflict((conflict) => conflict.columns(['subscription_id', 'period_number', 'kind', 'channel']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Acquires a notice that waits to be sent; null when it was sent already, or while another worker has acquired it. */
export async function acquireNotice(db: Db, id: string, now: Date): Promise<SubscriptionNotice | null> {
  const row = await db
    .updateTable('subscription_notices')
    .set({ locked_until: new Date(now.getTime() + lockMs) })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where((eb) => eb.or([eb('locked_until', 'is', null), eb('locked_until', '<=', now)]))
    .returningAll()
    .executeTakeFirst();
  if (!row) return null;
  const kind = [...reminderKinds, ...upcomingChargeKinds, ...outcomeKinds].find((one) => one === row.kind);
  const channel = noticeChannels.find((one) => one === row.channel);
  if (!kind || !channel) throw new RangeError(`No notice ${row.kind} by ${row.channel}`);
  return {
    id: row.id,
    subscriptionId: row.subscription_id,
    number: row.period_number,
    kind,
    channel,
    details: detailsSchema.parse(row.details),
  };
}

/** For how many seconds a waiting notice is still leased to another worker; null when it is not. */
export async function noticeLeaseSeconds(db: Db, id: string, now: Date): Promise<number | null> {
  const row = await db
    .selectFrom('subscription_notices')
    .select('locked_until')
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('locked_until', '>', now)
    .executeTakeFirst();
  return row?.locked_until ? Math.ceil((row.locked_until.getTime() - now.getTime()) / 1000) : null;
}

/** Releases a notice that could not be sent, so that the next try need not wait. */
export async function releaseNotice(db: Db, id: string): Promise<void> {
  await db.updateTable('subscription_notices').set({ locked_until: null }).where('id', '=', id).execute();
}

/** Records that a notice was sent, or is no longer needed. */
export async function completeNotice(db: Db, id: string, state: 'sent' | 'not-needed', now: Date): Promise<void> {
  await db
    .updateTable('subscription_notices')
    .set({ state, completed_at: now, locked_until: null })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}

/** Notices that still wait although their job is long over. */
export async function stuckNotices(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('subscription_notices')
    .select('id')
    .where('state', '=', 'waiting')
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Cancels the notices of these leads' subscriptions that did not go out yet, and erases what the others said. */
export async function eraseNotices(db: Db, leadIds: readonly string[], now: Date): Promise<void> {
  const ownSubscriptions = db
    .selectFrom('subscriptions')
    .select('subscriptions.id')
    .where('subscriptions.lead_id', 'in', leadIds);
  await db
    .updateTable('subscription_notices')
    .set({ state: 'not-needed', completed_at: now, locked_until: null })
    .where('subscription_id', 'in', ownSubscriptions)
    .where('state', '=', 'waiting')
    .execute();
  await db
    .updateTable('subscription_notices')
    .set({ details: '{}' })
    .where('subscription_id', 'in', ownSubscriptions)
    .execute();
}
