import { later } from '#src/kernel/db/pipeline.server.ts';
import { newId } from '#src/kernel/ids/ids.server.ts';
import type { Db, DomainContext } from '../context.server.ts';

/** The letters that an order can send. */
export const messageKinds = [
  'order-paid',
  'payment-instructions',
  'order-underpaid',
  'surplus-returned',
  'order-refunded',
  'order-undone',
  'order-withdrawn',
  'renewal-due',
] as const;
export type MessageKind = (typeof messageKinds)[number];

/**
 * Queues a letter in the transaction of its cause. At most once per order, kind and `dedup` (an attempt, an amount),
 * so that a fact told three times sends one letter.
 */
export async function queueMessage(
  ctx: DomainContext,
  db: Db,
  orderId: string,
  kind: MessageKind,
  dedup: string,
): Promise<void> {
  const id = newId('msg');
  const created = { state: 'waiting', created_at: ctx.clock.now(), sent_at: null };
  await later(
    db,
    db
      .insertInto('messages')
      .values({ id, order_id: orderId, kind, dedup, ...created })
      .onConflict((conflict) => conflict.columns(['order_id', 'kind', 'dedup']).doNothing()),
  );
  // Nobody waits to hear whether it is a new one: the job of a message that was not written finds none, and ends.
  await ctx.jobs.send(db, 'send-message', { messageId: id });
}

export interface WaitingMessage {
  readonly id: string;
  readonly orderId: string;
  readonly kind: MessageKind;
  readonly dedup: string;
}

/** Longer than any letter takes to go out, and shorter than a job that died waits for its next run. */
const holdSeconds = 100;

/**
 * Takes a message that still has to go out; null when it went already, or when another worker has it in hand: two of them
 * would send it twice.
 */
export async function takeMessage(db: Db, id: string, now: Date): Promise<WaitingMessage | null> {
  const row = await db
    .updateTable('messages')
    .set({ held_until: new Date(now.getTime() + holdSeconds * 1000) })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where((eb) => eb.or([eb('held_until', 'is', null), eb('held_until', '<=', now)]))
    .returning(['id', 'order_id', 'kind', 'dedup'])
    .executeTakeFirst();
  return row ? { id: row.id, orderId: row.order_id, kind: row.kind as MessageKind, dedup: row.dedup } : null;
}

/** Puts a message that certainly did not go out back for the next who takes it. */
export async function putMessageBack(db: Db, id: string): Promise<void> {
  await db.updateTable('messages').set({ held_until: null }).where('id', '=', id).execute();
}

/** Letters of a span of time that still have to go out. */
export async function unsentMessages(db: Db, since: Date, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('messages')
    .select('id')
    .where('state', '=', 'waiting')
    .where('created_at', '>=', since)
    .where('created_at', '<', before)
    .execute();
  return rows.map((row) => row.id);
}

export async function markSent(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('messages').set({ state: 'sent', sent_at: now }).where('id', '=', id).execute();
}

/** A letter that came too late to be of use, e.g. how to pay what is paid: it is kept, and nobody is told. */
export async function markNotNeeded(db: Db, id: string): Promise<void> {
  await db.updateTable('messages').set({ state: 'not-needed' }).where('id', '=', id).execute();
}
