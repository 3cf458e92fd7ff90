import type { Db } from '../../base-context.server.ts';
import { isReservedPart, type SplitPartRow } from './split-parts.server.ts';

/** All attempts of an order with their parts of its price, oldest first. Read under the order's lock before deciding. */
export async function splitPartRows(db: Db, orderId: string): Promise<SplitPartRow[]> {
  return db
    .selectFrom('attempts')
    .innerJoin('tenders', 'tenders.id', 'attempts.tender_id')
    .selectAll('attempts')
    .select('tenders.principal')
    .where('attempts.order_id', '=', orderId)
    .orderBy('attempts.number')
    .execute();
}

export interface ReservedParts {
  readonly rows: readonly SplitPartRow[];
  /** How much of the price is reserved, minor units. */
  readonly reserved: bigint;
}

/** The attempts of an order that is tried again, and what of its price is reserved; nothing for a new one. */
export async function reservedParts(trx: Db, order: { readonly id: string } | null): Promise<ReservedParts> {
  if (!order) return { rows: [], reserved: 0n };
  const rows = await splitPartRows(trx, order.id);
  return { rows, reserved: rows.reduce((sum, row) => sum + (isReservedPart(row) ? row.principal : 0n), 0n) };
}
