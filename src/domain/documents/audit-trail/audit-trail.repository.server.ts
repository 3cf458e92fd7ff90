import type { JsonObject } from '#src/kernel/json/json.ts';
import { randomText } from '#src/kernel/ids/ids.server.ts';
import { deferred } from '#src/kernel/db/pipeline.server.ts';
import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { Db } from '../../base-context.server.ts';
import type { DocumentsContext } from '../context.server.ts';
import {
  type Disclosure,
  type Fact,
  genesisHash,
  type AuditEntry,
  type AuditEntryContent,
} from './audit-trail.types.ts';
import { gatherFacts } from './gather-facts.server.ts';
import { entryHash, entryText, personalFieldHash } from './entry-hash.server.ts';

/** An order's chain with what of it is not erased. */
export interface AuditChain {
  readonly links: readonly AuditEntry[];
  readonly disclosures: readonly Disclosure[];
}

/**
 * Writes the facts of a paid sale that its chain does not hold yet. Once per fact, on however many workers: the order's
 * row is locked, and what the chain holds is never written again. Gives how many links were added.
 */
export async function recordAuditTrail(ctx: DocumentsContext, orderId: string): Promise<number> {
  return transaction(ctx.db, async (trx) => {
    // Asked together, they run one after the other: the chain is read once the lock is there.
    const [order, chain] = await Promise.all([
      trx.selectFrom('orders').selectAll().where('id', '=', orderId).forNoKeyUpdate().executeTakeFirst(),
      trx
        .selectFrom('audit_entries')
        .select(['position', 'hash', 'source'])
        .where('order_id', '=', orderId)
        .orderBy('position')
        .execute(),
    ]);
    if (!order || order.paid_at === null) return 0;
    const now = ctx.clock.now();
    const last = chain.at(-1);
    const known = new Set(chain.map(({ source }) => source));
    const fresh = (await gatherFacts(trx, order, now)).filter(({ source }) => !known.has(source));
    if (fresh.length === 0) return 0;
    const rows: (AuditEntry & { disclosed: JsonObject | null })[] = [];
    let position = (last?.position ?? -1) + 1;
    let previous = last?.hash ?? genesisHash;
    for (const fact of fresh) {
      const made = toLink(fact, { position, previous, now });
      rows.push(made);
      position += 1;
      previous = made.hash;
    }
    await deferred(
      trx,
      trx.insertInto('audit_entries').values(
        rows.map(({ disclosed, ...link }) => ({
          order_id: orderId,
          position: link.position,
          kind: link.kind,
          source: link.source,
          occurred_at: new Date(link.occurredAt),
          recorded_at: new Date(link.recordedAt),
          body: entryText(link),
          previous_hash: link.previous,
          hash: link.hash,
          disclosed: disclosed && JSON.stringify(disclosed),
        })),
      ),
    );
    return rows.length;
  });
}

function toLink(
  { kind, source, occurredAt, body, personal = {} }: Fact,
  { position, previous, now }: { readonly position: number; readonly previous: string; readonly now: Date },
): AuditEntry & { disclosed: JsonObject | null } {
  const salted = Object.entries(personal).map(([field, value]) => ({ field, value, salt: randomText(16) }));
  const content: AuditEntryContent = {
    position,
    kind,
    source,
    occurredAt: occurredAt.toISOString(),
    recordedAt: now.toISOString(),
    body,
    personal: Object.fromEntries(salted.map((one) => [one.field, personalFieldHash(one)])),
    previous,
  };
  const disclosed = Object.fromEntries(salted.map(({ field, salt, value }) => [field, { salt, value }]));
  return { ...content, hash: entryHash(content), disclosed: salted.length > 0 ? disclosed : null };
}

/** The chain as it stands; null when nothing was written for the order. */
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
