import { randomText } from '#src/kernel/ids/ids.server.ts';
import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { DocumentsContext } from '../context.server.ts';
import { appendAuditEntries, lockAuditChain, type NewAuditEntry } from './audit-trail.repository.server.ts';
import { type AuditEntryContent, type Fact, genesisHash } from './audit-trail.types.ts';
import { entryHash, personalFieldHash } from './entry-hash.server.ts';
import { gatherFacts } from './gather-facts.server.ts';

/**
 * Writes the facts of a paid sale that its audit trail does not hold yet. Once per fact, on any number of workers: the order's
 * row is locked, and a recorded fact is never written again. Returns how many entries were added.
 */
export async function recordAuditTrail(ctx: DocumentsContext, orderId: string): Promise<number> {
  return transaction(ctx.db, async (trx) => {
    const { order, chain } = await lockAuditChain(trx, orderId);
    if (!order || order.paid_at === null) return 0;
    const now = ctx.clock.now();
    const last = chain.at(-1);
    const known = new Set(chain.map(({ source }) => source));
    const fresh = (await gatherFacts(trx, order, now)).filter(({ source }) => !known.has(source));
    if (fresh.length === 0) return 0;
    const entries: NewAuditEntry[] = [];
    let position = (last?.position ?? -1) + 1;
    let previous = last?.hash ?? genesisHash;
    for (const fact of fresh) {
      const entry = toEntry(fact, { position, previous, now });
      entries.push(entry);
      position += 1;
      previous = entry.hash;
    }
    await appendAuditEntries(trx, orderId, entries);
    return entries.length;
  });
}

function toEntry(
  { kind, source, occurredAt, body, personal = {} }: Fact,
  { position, previous, now }: { readonly position: number; readonly previous: string; readonly now: Date },
): NewAuditEntry {
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
