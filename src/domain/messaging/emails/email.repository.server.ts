import { type Selectable, sql } from 'kysely';
import { deferred } from '#src/kernel/db/pipeline.server.ts';
import { newId } from '#src/kernel/ids/ids.server.ts';
import type { Db } from '../../base-context.server.ts';
import type { Database } from '../../database/index.server.ts';
import type { MessagingContext } from '../context.server.ts';
import { type EmailFailure, isRefusedForGood } from './email-outcome.ts';

/** The kinds of e-mails about an order. */
const emailKinds = [
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
type EmailKind = (typeof emailKinds)[number];

/**
 * Queues an e-mail in the transaction of its cause; the next round of any worker sends it. At most once per order, kind and
 * `dedup` (an attempt, an amount), so that a repeated fact sends one e-mail.
 */
export async function queueEmail(
  ctx: MessagingContext,
  db: Db,
  orderId: string,
  kind: EmailKind,
  dedup: string,
): Promise<void> {
  const id = newId('msg');
  const created = { state: 'waiting', created_at: ctx.clock.now(), sent_at: null } as const;
  await deferred(
    db,
    db
      .insertInto('emails')
      .values({ id, order_id: orderId, kind, dedup, ...created })
      .onConflict((conflict) => conflict.columns(['order_id', 'kind', 'dedup']).doNothing()),
  );
}

/** Whether an e-mail of this kind and `dedup` was queued before, whatever became of it. */
export async function isEmailQueued(db: Db, orderId: string, kind: EmailKind, dedup: string): Promise<boolean> {
  const row = await db
    .selectFrom('emails')
    .select('id')
    .where('order_id', '=', orderId)
    .where('kind', '=', kind)
    .where('dedup', '=', dedup)
    .executeTakeFirst();
  return row !== undefined;
}

type EmailRow = Pick<Selectable<Database['emails']>, 'id' | 'order_id' | 'kind' | 'dedup' | 'tries' | 'created_at'>;

/** An e-mail that a worker has acquired. */
export interface PendingEmail {
  readonly id: string;
  readonly orderId: string;
  readonly kind: EmailKind;
  readonly dedup: string;
  /** How often it was acquired, this time included. */
  readonly tries: number;
  readonly createdAt: Date;
}

/** An e-mail about an order, whatever became of it; null when there is none. */
export async function emailById(db: Db, id: string): Promise<PendingEmail | null> {
  const row = await db
    .selectFrom('emails')
    .select(['id', 'order_id', 'kind', 'dedup', 'tries', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? toPending(row) : null;
}

/** Longer than any e-mail takes to be sent: a worker that holds one longer has died. */
const lockSeconds = 100;
/** After so long an e-mail is given up: another try will not help, and its content is out of date. */
const maxAgeMs = 3 * 86_400_000;

/**
 * Acquires the oldest e-mails that are due now, or those of `only` that are; only one worker gets each. Their age does not
 * matter here: `retryEmailLater` gives up what could not be sent in time.
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
        // A literal, not a parameter: only then does a cached plan use the partial index of waiting e-mails.
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
  return rows.map(toPending);
}

function toPending({ id, order_id: orderId, kind, dedup, tries, created_at: createdAt }: EmailRow): PendingEmail {
  return { id, orderId, kind: kind as EmailKind, dedup, tries, createdAt };
}

/** Seconds until an e-mail that could not be sent is tried again: 10, 20, 40 … 300; after the twelfth try every hour. */
function pauseSeconds(tries: number): number {
  return tries > 12 ? 3_600 : Math.min(300, 10 * 2 ** (tries - 1));
}

/**
 * Makes an e-mail that was not sent due again after a pause that grows with its tries, and stores why it was not sent; false
 * when it is given up instead, because it is too old or its address is refused for good. `failure` null: it could not be
 * composed.
 */
export async function retryEmailLater(
  db: Db,
  { id, tries, createdAt }: PendingEmail,
  failure: EmailFailure | null,
  now: Date,
): Promise<boolean> {
  const until = new Date(now.getTime() + pauseSeconds(tries) * 1000);
  const isDueAgain = until.getTime() < createdAt.getTime() + maxAgeMs && !isRefusedForGood(failure);
  const change = isDueAgain ? { locked_until: until } : ({ state: 'given-up', locked_until: null } as const);
  const refused = failure?.outcome === 'refused' ? failure : null;
  const { smtpCode = null, refusal = null } = refused ?? {};
  await db
    .updateTable('emails')
    .set({ ...change, ...(failure && { outcome: failure.outcome, smtp_code: smtpCode, refusal }) })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
  return isDueAgain;
}

/** An e-mail that a mail server accepted. */
export interface SentEmail {
  readonly id: string;
  /** Of the template that composed it: 16 hexadecimal digits. */
  readonly templateVersion: string;
}

/** Marks e-mails as sent, in one statement. */
export async function markEmailsSent(db: Db, sent: readonly SentEmail[], now: Date): Promise<void> {
  if (sent.length === 0) return;
  await sql`
    update emails
    set state = 'sent', sent_at = ${now}, outcome = 'accepted', smtp_code = null, refusal = null,
      template_version = accepted.version
    from unnest(${sent.map(({ id }) => id)}::text[], ${sent.map((one) => one.templateVersion)}::text[])
      as accepted (id, version)
    where emails.id = accepted.id
  `.execute(db);
}

/** Marks an e-mail that is out of date, e.g. how to pay what is paid: it is kept and not sent. */
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
