import { deferred } from '#src/kernel/db/pipeline.server.ts';
import { newId } from '#src/kernel/ids/ids.server.ts';
import type { Db } from '../../base-context.server.ts';

/** What one tender pays of an order's price. Amounts are minor units of the order's currency. */
export interface Tender {
  readonly principal: bigint;
  /** What the buyer pays on top for installments. */
  readonly interest: bigint;
  readonly installments: number;
}

/** Inserts a tender of an order and returns its id. */
export async function insertTender(
  trx: Db,
  order: { readonly id: string },
  tender: Tender & { readonly method: string; readonly rail: { readonly id: string } },
  now: Date,
): Promise<string> {
  const id = newId('ten');
  await deferred(
    trx,
    trx.insertInto('tenders').values({
      id,
      order_id: order.id,
      method: tender.method,
      rail: tender.rail.id,
      principal: tender.principal,
      interest: tender.interest,
      installments: tender.installments,
      created_at: now,
    }),
  );
  return id;
}

/** The tender of an attempt. Throws when there is none. */
export async function tenderById(db: Db, id: string): Promise<Tender> {
  return db
    .selectFrom('tenders')
    .select(['principal', 'interest', 'installments'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}
