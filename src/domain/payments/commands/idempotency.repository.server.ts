import { sql } from 'kysely';
import { z } from 'zod';
import { deferred } from '#src/kernel/db/pipeline.server.ts';
import type { JsonObject } from '#src/kernel/json/json.ts';
import type { Db } from '../../base-context.server.ts';
import { keyedHashesOf, type EncryptionKeys } from '../../long-term-encryption.server.ts';
import type { PayAnswer, PayRequest } from '../ports/pay.types.ts';

/** A payment that was requested with this key. A key belongs to its session: another buyer's key finds nothing. */
export interface IdempotencyRecord {
  /** Null once its buyer was erased. */
  readonly fingerprint: string | null;
  readonly orderId: string | null;
  readonly attemptId: string | null;
  /** The answer that was given; null while the first call is still running, or when it died. */
  readonly answer: PayAnswer | null;
}

const scope = 'pay:';

function scopeOf(sessionId: string): string {
  return `${scope}${sessionId}`;
}

/**
 * Keyed hashes of a request, which show whether the same key is used for another one: the first is stored, the others
 * are by earlier encryption keys. Without a key the buyer's document could be guessed from the hash. The order of
 * fields does not matter.
 */
export function fingerprintsOf(
  encryptionKeys: EncryptionKeys,
  request: Pick<PayRequest, 'quoteId' | 'asked' | 'tenders'>,
): readonly string[] {
  const tenders = request.tenders.map((tender) => [
    tender.method,
    tender.installments,
    tender.amount === undefined ? null : String(tender.amount),
    Object.keys(tender.fields)
      .sort()
      .map((field) => [field, tender.fields[field]]),
  ]);
  return keyedHashesOf(
    encryptionKeys,
    'payments that were asked for',
    JSON.stringify([request.asked ?? request.quoteId, tenders]),
  );
}

/** Whether a key was used for this request; true where the request was erased. */
export function isSameRequest({ fingerprint }: IdempotencyRecord, fingerprints: readonly string[]): boolean {
  return fingerprint === null || fingerprints.includes(fingerprint);
}

const answerSchema = z.object({
  orderId: z.string(),
  attemptId: z.string(),
  state: z.string(),
  declineCode: z.string().nullable(),
  split: z
    .object({
      standing: z.enum(['paid', 'under-way', 'waits-for-buyer', 'held', 'declined', 'undone']),
      held: z.int(),
      owed: z.int(),
      heldUntil: z.string().nullable(),
    })
    .exactOptional(),
});

/** Null where there is none yet, or none in a known form: then the caller gets the current state. */
function readAnswer(body: JsonObject | null): PayAnswer | null {
  return answerSchema.safeParse(body).data ?? null;
}

export async function findIdempotencyKey(db: Db, sessionId: string, key: string): Promise<IdempotencyRecord | null> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'order_id', 'attempt_id', 'body'])
    .where('scope', '=', scopeOf(sessionId))
    .where('key', '=', key)
    .executeTakeFirst();
  return row
    ? { fingerprint: row.fingerprint, orderId: row.order_id, attemptId: row.attempt_id, answer: readAnswer(row.body) }
    : null;
}

/**
 * Reserves a key for an attempt, or for an order that needs none, in the transaction that writes it. It never expires.
 */
export async function reserveIdempotencyKey(
  db: Db,
  reservation: {
    sessionId: string;
    key: string;
    fingerprints: readonly string[];
    orderId: string;
    attemptId: string | null;
    now: Date;
  },
): Promise<void> {
  await deferred(
    db,
    db.insertInto('idempotency_keys').values({
      scope: scopeOf(reservation.sessionId),
      key: reservation.key,
      fingerprint: reservation.fingerprints[0] ?? null,
      order_id: reservation.orderId,
      attempt_id: reservation.attemptId,
      body: null,
      created_at: reservation.now,
    }),
  );
}

/** Stores the answer to a key, once: each repetition gets the same. Returns the stored one. */
export async function storeAnswer(db: Db, sessionId: string, key: string, answer: PayAnswer): Promise<PayAnswer> {
  const row = await db
    .updateTable('idempotency_keys')
    .set({ body: sql<string>`coalesce(body, ${JSON.stringify(answer)}::jsonb)` })
    .where('scope', '=', scopeOf(sessionId))
    .where('key', '=', key)
    .returning('body')
    .executeTakeFirst();
  return readAnswer(row?.body ?? null) ?? answer;
}

/**
 * Erases requests and answers about these orders: a repetition gets the order's current state. By the keys of their
 * sessions.
 */
export async function eraseAnswers(db: Db, orderIds: readonly string[]): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set({ body: null, fingerprint: null })
    .where('scope', 'in', (eb) =>
      eb
        .selectFrom('orders')
        .select(sql<string>`${scope}::text || session_id`.as('scope'))
        .where('id', 'in', orderIds),
    )
    .where('order_id', 'in', orderIds)
    .execute();
}

/** Deletes at most `limit` keys that were used before an instant, the oldest first; returns how many. */
export async function deleteOldKeys(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from idempotency_keys where (scope, key) in (
      select scope, key from idempotency_keys where created_at < ${before}
      order by created_at limit ${limit} for update skip locked)`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
