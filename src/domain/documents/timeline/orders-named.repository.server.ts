import { sql } from 'kysely';
import type { Db } from '../../base-context.server.ts';

/**
 * The orders that a word names: order id, reference (with or without its hyphen), attempt id, a company's reference of a
 * charge, a movement (a Pix end-to-end id), or a buyer's e-mail. Oldest first.
 */
export async function ordersNamed(db: Db, name: string): Promise<string[]> {
  const reference = name.replace('-', '').toUpperCase();
  const { rows } = await sql<{ id: string }>`
    select id from orders
    where id = ${name} or reference = ${reference}
      or id in (select order_id from attempts where id = ${name} or reference = ${name})
      or id in (select order_id from ledger_transfers where movement_id = ${name})
      or lead_id in (select id from leads where lower(email) = lower(${name}))
    order by created_at, id`.execute(db);
  return rows.map(({ id }) => id);
}
