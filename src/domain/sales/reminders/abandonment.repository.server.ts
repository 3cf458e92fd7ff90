import { sql } from 'kysely';
import { newId, sha256 } from '#src/kernel/ids/ids.server.ts';
import type { Country } from '#src/kernel/locale/locale.ts';
import type { Db } from '../../base-context.server.ts';
import type { SalesContext } from '../context.server.ts';
import { keyedHashesOf, type EncryptionKeys } from '../../long-term-encryption.server.ts';
import type { AbandonedSession } from './abandoned-session.repository.server.ts';

/** What two tabs, two devices and two links of one buyer have in common. */
export interface PurchaseIdentity {
  readonly brand: string;
  readonly variant: string | null;
  readonly productCode: string;
  readonly market: Country;
  readonly email: string;
}

/** Keyed hashes by which a purchase is known again without its buyer's address: the first is written down. */
export function purchaseKeys(
  encryptionKeys: EncryptionKeys,
  { brand, variant, productCode, market, email }: PurchaseIdentity,
): readonly string[] {
  const words = [brand, variant ?? '', productCode, market, email.toLowerCase()];
  return keyedHashesOf(encryptionKeys, 'purchases that were left', words.join('\n'));
}

/** Keyed hashes by which an address is known again: whoever said stop is not written to, and cannot be guessed. */
export function emailHashes(encryptionKeys: EncryptionKeys, email: string): readonly string[] {
  return keyedHashesOf(encryptionKeys, 'addresses of reminders', email.toLowerCase());
}

/** The same with the hash without a key by which stops were written down once: what was said then holds. */
export function stopHashes(encryptionKeys: EncryptionKeys, email: string): readonly string[] {
  return [...emailHashes(encryptionKeys, email), sha256(email.toLowerCase())];
}

export type AbandonmentOutcome = 'bought' | 'stopped' | 'not-wanted' | 'already-reminded' | 'done';

/** Writes how a session that was left is followed up; nothing when another worker did, or the same purchase is followed already. */
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

/** Whether a purchase is followed up, or was less than so long ago. */
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

/** Ends what follows one that was left. */
export async function endAbandonment(db: Db, id: string, by: AbandonmentOutcome, now: Date): Promise<void> {
  await db
    .updateTable('abandonments')
    .set({ ended_at: now, ended_by: by, next_at: null })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
}

/** Ids of those whose next reminder is due. */
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

/** A purchase that was left, with whose it is. */
export interface Abandonment extends PurchaseIdentity {
  readonly id: string;
  readonly sessionId: string;
  readonly beganAt: Date;
  readonly nextStep: number;
  readonly nextAt: Date | null;
  readonly endedBy: AbandonmentOutcome | null;
}

/** Reads one that was left; `lock` holds it until the transaction ends, and gives null while another worker has it. */
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
    market: string;
    email: string;
    began_at: Date;
    next_step: number;
    next_at: Date | null;
    ended_by: string | null;
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
    market: row.market as Country,
    email: row.email,
    beganAt: row.began_at,
    nextStep: row.next_step,
    nextAt: row.next_at,
    endedBy: row.ended_by as AbandonmentOutcome | null,
  };
}

/** Deletes how these sessions were followed up, with their reminders. */
export async function eraseAbandonments(trx: Db, sessionIds: readonly string[]): Promise<void> {
  await trx
    .deleteFrom('reminders')
    .where('abandonment_id', 'in', (eb) =>
      eb.selectFrom('abandonments').select('abandonments.id').where('abandonments.session_id', 'in', sessionIds),
    )
    .execute();
  await trx.deleteFrom('abandonments').where('session_id', 'in', sessionIds).execute();
}
