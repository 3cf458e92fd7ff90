import type { Db } from '../context.server.ts';
import { isHeldPart, type LegRow } from './legs.server.ts';

/** All attempts of an order with their parts of its price, oldest first. Read under the order's lock before deciding. */
export async function legRows(db: Db, orderId: string): Promise<LegRow[]> {
  return db
    .selectFrom('attempts')
    .innerJoin('tenders', 'tenders.id', 'attempts.tender_id')
    .selectAll('attempts')
    .select('tenders.principal')
    .where('attempts.order_id', '=', orderId)
    .orderBy('attempts.number')
    .execute();
}

export interface StandingParts {
  readonly rows: readonly LegRow[];
  /** How much of the price is reserved, minor units. */
  readonly reserved: bigint;
}

/** The attempts of an order that is tried again, and what of its price is reserved; nothing for a new one. */
export async function standingParts(trx: Db, order: { readonly id: string } | null): Promise<StandingParts> {
  if (!order) return { rows: [], reserved: 0n };
  const rows = await legRows(trx, order.id);
  return { rows, reserved: rows.reduce((sum, row) => sum + (isHeldPart(row) ? row.principal : 0n), 0n) };
}
