import { type Selectable, sql } from 'kysely';
import { newId, sha256 } from '#src/kernel/ids/ids.server.ts';
import type { Country } from '#src/kernel/locale/locale.ts';
import type { Db } from '../../base-context.server.ts';
import type { Database } from '../../database/index.server.ts';
import type { SalesContext } from '../context.server.ts';
import { keyedHashesOf, type EncryptionKeys } from '../../long-term-encryption.server.ts';
import type { AbandonedSession } from './abandoned-session.repository.server.ts';

/** What identifies one purchase across tabs, devices and links of a buyer. */
export interface PurchaseIdentity {
  readonly brand: string;
  readonly variant: string | null;
  readonly productCode: string;
  readonly market: Country;
  readonly email: string;
}

/** Keyed hashes that identify a purchase without its buyer's address: the first one is stored. */
export function purchaseKeys(
  encryptionKeys: EncryptionKeys,
  { brand, variant, productCode, market, email }: PurchaseIdentity,
): readonly string[] {
  const words = [brand, variant ?? '', productCode, market, email.toLowerCase()];
  return keyedHashesOf(encryptionKeys, 'purchases that were left', words.join('\n'));
}

/** Keyed hashes that identify an e-mail address that opted out, which cannot be guessed from them. */
export function emailHashes(encryptionKeys: EncryptionKeys, email: string): readonly string[] {
  return keyedHashesOf(encryptionKeys, 'addresses of reminders', email.toLowerCase());
}

/** The hashes of an opt-out, also the one without a key that was stored once: such an opt-out is still valid. */
export function optOutHashes(encryptionKeys: EncryptionKeys, email: string): readonly string[] {
  return [...emailHashes(encryptionKeys, email), sha256(email.toLowerCase())];
}

export type AbandonmentOutcome = NonNullable<Selectable<Database['abandonments']>['ended_by']>;

/** Writes the reminders of an abandoned session; nothing when another worker did, or the same purchase has some already. */
export async function insertAbandonment(
  { config, clock }: Pick<SalesContext, 'config' | 'clock'>,
  trx: Db,
  session: AbandonedSession,
  next: { readonly step: number; readonly at: Date } | AbandonmentOutcome,
): Promise<void> {
  const now = clock.now();
  const [purchaseKey = ''] = purchaseKeys(config, session);
  const [emailHash = ''] = emailHashes(config, session.email);
  const isOver = typeof next === 'string';
  await trx
    .insertInto('abandonments')
    .values({
      id: newId('abd'),
      session_id: session.sessionId,
      purchase_key: purchaseKey,
      brand: session.brand,
      email_hash: emailHash,
      began_at: session.lastSeenAt,
      ...(isOver
        ? { next_at: null, ended_at: now, ended_by: next }
        : { next_step: next.step, next_at: next.at, ended_at: null, ended_by: null }),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Whether a purchase has reminders now, or had some after an instant. */
export async function wasRemindedBefore(db: Db, keys: readonly string[], since: Date): Promise<boolean> {
  const row = await db
    .selectFrom('abandonments')
    .select('id')
    .where('purchase_key', 'in', keys)
    .where((eb) =>
      eb.or([
        eb('ended_at', 'is', null),
        eb.and([eb('began_at', '>', since), eb('ended_by', 'in', ['done', 'stopped'])]),
      ]),
    )
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends the reminders of an abandonment. */
export async function endAbandonment(db: Db, id: string, by: AbandonmentOutcome, now: Date): Promise<void> {
  await db
    .updateTable('abandonments')
    .set({ ended_at: now, ended_by: by, next_at: null })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
}

/** Ids of the abandonments whose next reminder is due. */
export async function dueAbandonments(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('abandonments')
    .select('id')
    .where('next_at', '<=', now)
    .orderBy('next_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** An abandoned purchase, with its buyer's address. */
export interface Abandonment extends PurchaseIdentity {
  readonly id: string;
  readonly sessionId: string;
  readonly beganAt: Date;
  readonly nextStep: number;
  readonly nextAt: Date | null;
  readonly endedBy: AbandonmentOutcome | null;
}

/** Reads an abandonment. `lock`: `skip` returns null while another worker holds it, `wait` waits for it. */
export async function abandonmentById(
  db: Db,
  id: string,
  lock: 'no' | 'skip' | 'wait' = 'no',
): Promise<Abandonment | null> {
  const held =
    lock === 'no' ? sql`` : lock === 'skip' ? sql`for no key update of a skip locked` : sql`for no key update of a`;
  const { rows } = await sql<{
    id: string;
    session_id: string;
    brand: string;
    variant: string | null;
    product_code: string;
    market: Country;
    email: string;
    began_at: Date;
    next_step: number;
    next_at: Date | null;
    ended_by: AbandonmentOutcome | null;
  }>`
    select a.id, a.session_id, s.brand, s.variant, s.product_code, s.market, l.email, a.began_at, a.next_step, a.next_at, a.ended_by
    from abandonments a join checkout_sessions s on s.id = a.session_id join leads l on l.id = s.lead_id
    where a.id = ${id} ${held}`.execute(db);
  const [row] = rows;
  if (!row) return null;
  return {
    id: row.id,
    sessionId: row.session_id,
    brand: row.brand,
    variant: row.variant,
    productCode: row.product_code,
    market: row.market,
    email: row.email,
    beganAt: row.began_at,
    nextStep: row.next_step,
    nextAt: row.next_at,
    endedBy: row.ended_by,
  };
}

/** Deletes the abandonments of these sessions, with their reminders. */
export async function eraseAbandonments(trx: Db, sessionIds: readonly string[]): Promise<void> {
  await trx
    .deleteFrom('reminders')
    .where('abandonment_id', 'in', (eb) =>
      eb.selectFrom('abandonments').select('abandonments.id').where('abandonments.session_id', 'in', sessionIds),
    )
    .execute();
  await trx.deleteFrom('abandonments').where('session_id', 'in', sessionIds).execute();
}

/** Postpones the next reminder of an abandonment; `step`: the reminder that comes then, absent: the same. */
export async function setNextReminder(
  trx: Db,
  id: string,
  { at, step }: { readonly at: Date; readonly step?: number },
): Promise<void> {
  await trx
    .updateTable('abandonments')
    .set({ next_at: at, ...(step === undefined ? {} : { next_step: step }) })
    .where('id', '=', id)
    .execute();
}

/** Ends every abandonment of a brand and address, because its owner opted out. */
export async function endAbandonmentsOfAddress(
  trx: Db,
  { brand, hashes }: { readonly brand: string; readonly hashes: readonly string[] },
  now: Date,
): Promise<void> {
  await trx
    .updateTable('abandonments')
    .set({ ended_at: now, ended_by: 'stopped', next_at: null })
    .where('brand', '=', brand)
    .where('email_hash', 'in', hashes)
    .where('ended_at', 'is', null)
    .execute();
}
