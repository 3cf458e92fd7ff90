import { sql } from 'kysely';
import { deferred } from '#src/kernel/db/pipeline.server.ts';
import { newId } from '#src/kernel/ids/ids.server.ts';
import type { Db } from '../../base-context.server.ts';
import type { MessagingContext } from '../context.server.ts';

/** The letters that an order can send. */
export const emailKinds = [
  'order-paid',
  'payment-instructions',
  'order-underpaid',
  'surplus-returned',
  'order-refunded',
  'order-undone',
  'order-withdrawn',
  'payout-account-wanted',
  'payout-account-given',
  'renewal-due',
] as const;
export type EmailKind = (typeof emailKinds)[number];

/**
 * Queues a letter in the transaction of its cause: the row is all there is of it, and the next round of any worker takes it.
 * At most once per order, kind and `dedup` (an attempt, an amount), so that a fact told three times sends one letter.
 */
export async function queueEmail(
  ctx: MessagingContext,
  db: Db,
  orderId: string,
  kind: EmailKind,
  dedup: string,
): Promise<void> {
  const id = newId('msg');
  const created = { state: 'waiting', created_at: ctx.clock.now(), sent_at: null };
  await deferred(
    db,
    db
      .insertInto('emails')
      .values({ id, order_id: orderId, kind, dedup, ...created })
      .onConflict((conflict) => conflict.columns(['order_id', 'kind', 'dedup']).doNothing()),
  );
}

export interface PendingEmail {
  readonly id: string;
  readonly orderId: string;
  readonly kind: EmailKind;
  readonly dedup: string;
  /** How often it was taken, this time included. */
  readonly tries: number;
  readonly createdAt: Date;
}

/** Longer than any letter takes to go out: whoever holds one longer has died. */
const lockSeconds = 100;
/** After so long another try of the same will not help, and an old letter only confuses. */
const maxAgeMs = 3 * 86_400_000;

/**
 * Takes the oldest letters that have to go out now, or those of `only` that do, and holds them: of several workers one has
 * each in hand. However old one is: whoever cannot send it gives it up in time.
 */
export async function acquireEmails(
  db: Db,
  now: Date,
  options: { readonly limit: number; readonly only?: readonly string[] },
): Promise<PendingEmail[]> {
  const rows = await db
    .with('due', (cte) => {
      const due = cte
        .selectFrom('emails')
        .select('id')
        // As a word, not a parameter: only so a plan that is kept uses the index of what waits.
        .where('state', '=', sql.lit('waiting'))
        .where((eb) => eb.or([eb('locked_until', 'is', null), eb('locked_until', '<=', now)]))
        .orderBy('created_at')
        .limit(options.limit)
        .forUpdate()
        .skipLocked();
      return options.only === undefined ? due : due.where('id', '=', sql<string>`any(${options.only}::text[])`);
    })
    .updateTable('emails')
    .set((eb) => ({ locked_until: new Date(now.getTime() + lockSeconds * 1000), tries: eb('tries', '+', 1) }))
    .where('id', 'in', (eb) => eb.selectFrom('due').select('due.id'))
    .returning(['id', 'order_id', 'kind', 'dedup', 'tries', 'created_at'])
    .execute();
  return rows.map(({ id, order_id: orderId, kind, dedup, tries, created_at: createdAt }) => {
    return { id, orderId, kind: kind as EmailKind, dedup, tries, createdAt };
  });
}

/** Seconds until a letter that could not be sent is tried again: 10, 20, 40 … 300; after the twelfth try every hour. */
function pauseSeconds(tries: number): number {
  return tries > 12 ? 3_600 : Math.min(300, 10 * 2 ** (tries - 1));
}

/**
 * Puts a letter that certainly did not go out back for whoever takes it after a pause, which grows with its tries; false
 * when it is given up instead, because nobody would be helped by it any more.
 */
export async function retryEmailLater(db: Db, { id, tries, createdAt }: PendingEmail, now: Date): Promise<boolean> {
  const until = new Date(now.getTime() + pauseSeconds(tries) * 1000);
  const isInTime = until.getTime() < createdAt.getTime() + maxAgeMs;
  const change = isInTime ? { locked_until: until } : { state: 'given-up', locked_until: null };
  await db.updateTable('emails').set(change).where('id', '=', id).where('state', '=', 'waiting').execute();
  return isInTime;
}

/** Notes letters that went out, in one statement. */
export async function markEmailsSent(db: Db, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await sql`update emails set state = 'sent', sent_at = ${now} where id = any(${ids}::text[])`.execute(db);
}

/** A letter that came too late to be of use, e.g. how to pay what is paid: it is kept, and nobody is told. */
export async function markEmailNotNeeded(db: Db, id: string): Promise<void> {
  await db.updateTable('emails').set({ state: 'not-needed' }).where('id', '=', id).execute();
}

/** Cancels the e-mails of these orders that did not go out yet. */
export async function cancelEmailsOfOrders(db: Db, orderIds: readonly string[]): Promise<void> {
  await db
    .updateTable('emails')
    .set({ state: 'not-needed' })
    .where('order_id', 'in', orderIds)
    .where('state', '=', 'waiting')
    .execute();
}
