import type { Selectable } from 'kysely';
import type { JsonObject } from '#src/kernel/json/json.ts';
import { deferred } from '#src/kernel/db/pipeline.server.ts';
import type { Db } from '../../base-context.server.ts';
import type { Database } from '../../database/index.server.ts';
import type { AuditEntry, AuditEntryContent, Disclosure } from './audit-trail.types.ts';
import { entryText } from './entry-hash.server.ts';

/** The audit trail of an order, with the personal values that are not erased. */
export interface AuditChain {
  readonly links: readonly AuditEntry[];
  readonly disclosures: readonly Disclosure[];
}

/** An entry that is to be written. `disclosed`: by field, the personal value and its salt. */
export interface NewAuditEntry extends AuditEntry {
  readonly disclosed: JsonObject | null;
}

/** Locks an order's row and reads the positions, hashes and sources of its audit trail. */
export async function lockAuditChain(
  trx: Db,
  orderId: string,
): Promise<{
  readonly order: Selectable<Database['orders']> | undefined;
  readonly chain: readonly { readonly position: number; readonly hash: string; readonly source: string }[];
}> {
  // Sent together, they run one after the other: the chain is read under the lock.
  const [order, chain] = await Promise.all([
    trx.selectFrom('orders').selectAll().where('id', '=', orderId).forNoKeyUpdate().executeTakeFirst(),
    trx
      .selectFrom('audit_entries')
      .select(['position', 'hash', 'source'])
      .where('order_id', '=', orderId)
      .orderBy('position')
      .execute(),
  ]);
  return { order, chain };
}

/** Appends entries to the audit trail of an order. The caller holds the order's lock. */
export async function appendAuditEntries(trx: Db, orderId: string, entries: readonly NewAuditEntry[]): Promise<void> {
  await deferred(
    trx,
    trx.insertInto('audit_entries').values(
      entries.map(({ disclosed, ...entry }) => ({
        order_id: orderId,
        position: entry.position,
        kind: entry.kind,
        source: entry.source,
        occurred_at: new Date(entry.occurredAt),
        recorded_at: new Date(entry.recordedAt),
        body: entryText(entry),
        previous_hash: entry.previous,
        hash: entry.hash,
        disclosed: disclosed && JSON.stringify(disclosed),
      })),
    ),
  );
}

/** The audit trail of an order; null when nothing was recorded. */
export async function auditChainOf(db: Db, orderId: string): Promise<AuditChain | null> {
  const rows = await db
    .selectFrom('audit_entries')
    .select(['position', 'body', 'hash', 'disclosed'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute();
  if (rows.length === 0) return null;
  return {
    links: rows.map(({ body, hash }): AuditEntry => ({ ...(JSON.parse(body) as AuditEntryContent), hash })),
    disclosures: rows.flatMap(({ position, disclosed }) =>
      Object.entries(disclosed ?? {})
        .map(([field, one]) => ({ position, field, ...(one as { salt: string; value: string }) }))
        .sort((one, other) => (one.field < other.field ? -1 : 1)),
    ),
  };
}

/** Erases the disclosed facts of these orders' audit trails; their hashes still prove what stood there. */
export async function eraseDisclosedFacts(trx: Db, orderIds: readonly string[]): Promise<void> {
  await trx
    .updateTable('audit_entries')
    .set({ disclosed: null })
    .where('order_id', 'in', orderIds)
    .where('disclosed', 'is not', null)
    .execute();
}

/** The newest event whose documents are written. */
export async function documentProgress(db: Db): Promise<bigint> {
  const row = await db.selectFrom('document_progress').select('event_id').executeTakeFirstOrThrow();
  return row.event_id;
}

/** Moves the progress forward to an event; never back. */
export async function advanceDocumentProgress(db: Db, eventId: bigint): Promise<void> {
  await db.updateTable('document_progress').set({ event_id: eventId }).where('event_id', '<', eventId).execute();
}

/** The last of the first `limit` events after an event; null when there is none. */
export async function lastEventAfter(db: Db, eventId: bigint, limit: number): Promise<bigint | null> {
  const events = await db
    .selectFrom('outbox_events')
    .select('id')
    .where('id', '>', eventId)
    .orderBy('id')
    .limit(limit)
    .execute();
  return events.at(-1)?.id ?? null;
}

/** The orders of the events of a range (`after` is not in it, `last` is), in the order of the events, with repetitions. */
export async function ordersOfEvents(
  db: Db,
  { after, last }: { readonly after: bigint; readonly last: bigint },
): Promise<readonly { readonly id: string; readonly brand: string; readonly variant: string | null }[]> {
  return db
    .selectFrom('outbox_events')
    .innerJoin('orders', 'orders.id', 'outbox_events.order_id')
    .select(['orders.id', 'orders.brand', 'orders.variant'])
    .where('outbox_events.id', '>', after)
    .where('outbox_events.id', '<=', last)
    .orderBy('outbox_events.id')
    .execute();
}
