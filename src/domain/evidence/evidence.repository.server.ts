import type { Selectable } from 'kysely';
import type { JsonObject } from '#src/kernel/json/json.ts';
import { randomText } from '#src/kernel/ids/ids.server.ts';
import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { Db, DomainContext } from '../context.server.ts';
import type { Database } from '../database/index.server.ts';
import { type Disclosure, type Fact, firstPrevious, type Link, type LinkContent } from './evidence.types.ts';
import { gatherFacts } from './gather-facts.server.ts';
import { linkHash, linkText, personalHash } from './link-hash.server.ts';

/** An order's chain with what of it is not erased. */
export interface Chain {
  readonly links: readonly Link[];
  readonly disclosures: readonly Disclosure[];
}

/**
 * Writes the facts of a paid sale that its chain does not hold yet. Once per fact, on however many workers: the order's
 * row is locked, and what the chain holds is never written again. Gives how many links were added.
 */
export async function recordEvidence(ctx: DomainContext, orderId: string): Promise<number> {
  return transaction(ctx.db, async (trx) => {
    const order = await trx
      .selectFrom('orders')
      .select('paid_at')
      .where('id', '=', orderId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!order || order.paid_at === null) return 0;
    const now = ctx.clock.now();
    const last = await lastLink(trx, orderId);
    const known = new Set(
      (await trx.selectFrom('evidence_links').select('source').where('order_id', '=', orderId).execute()).map(
        ({ source }) => source,
      ),
    );
    const fresh = (await gatherFacts(trx, orderId, now)).filter(({ source }) => !known.has(source));
    if (fresh.length === 0) return 0;
    const rows: (Link & { disclosed: JsonObject | null })[] = [];
    let position = (last?.position ?? -1) + 1;
    let previous = last?.hash ?? firstPrevious;
    for (const fact of fresh) {
      const made = toLink(fact, { position, previous, now });
      rows.push(made);
      position += 1;
      previous = made.hash;
    }
    await trx
      .insertInto('evidence_links')
      .values(
        rows.map(({ disclosed, ...link }) => ({
          order_id: orderId,
          position: link.position,
          kind: link.kind,
          source: link.source,
          occurred_at: new Date(link.occurredAt),
          recorded_at: new Date(link.recordedAt),
          body: linkText(link),
          previous_hash: link.previous,
          hash: link.hash,
          disclosed: disclosed && JSON.stringify(disclosed),
        })),
      )
      .execute();
    return rows.length;
  });
}

function toLink(
  { kind, source, occurredAt, body, personal = {} }: Fact,
  { position, previous, now }: { readonly position: number; readonly previous: string; readonly now: Date },
): Link & { disclosed: JsonObject | null } {
  const salted = Object.entries(personal).map(([field, value]) => ({ field, value, salt: randomText(16) }));
  const content: LinkContent = {
    position,
    kind,
    source,
    occurredAt: occurredAt.toISOString(),
    recordedAt: now.toISOString(),
    body,
    personal: Object.fromEntries(salted.map((one) => [one.field, personalHash(one)])),
    previous,
  };
  const disclosed = Object.fromEntries(salted.map(({ field, salt, value }) => [field, { salt, value }]));
  return { ...content, hash: linkHash(content), disclosed: salted.length > 0 ? disclosed : null };
}

async function lastLink(
  db: Db,
  orderId: string,
): Promise<Pick<Selectable<Database['evidence_links']>, 'position' | 'hash'> | null> {
  const row = await db
    .selectFrom('evidence_links')
    .select(['position', 'hash'])
    .where('order_id', '=', orderId)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** The chain as it stands; null when nothing was written for the order. */
export async function chainOf(db: Db, orderId: string): Promise<Chain | null> {
  const rows = await db
    .selectFrom('evidence_links')
    .select(['position', 'body', 'hash', 'disclosed'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute();
  if (rows.length === 0) return null;
  return {
    links: rows.map(({ body, hash }): Link => ({ ...(JSON.parse(body) as LinkContent), hash })),
    disclosures: rows.flatMap(({ position, disclosed }) =>
      Object.entries(disclosed ?? {})
        .map(([field, one]) => ({ position, field, ...(one as { salt: string; value: string }) }))
        .sort((one, other) => (one.field < other.field ? -1 : 1)),
    ),
  };
}
