import { sql } from 'kysely';
import type { Db } from '../../base-context.server.ts';

/**
 * The session in which a call with this key paid for a subscription before; null when none did. A key is looked for before
 * anything is opened: the term that it paid is not the one that is owed now.
 */
export async function sessionOfIdempotencyKey(db: Db, subscriptionId: string, key: string): Promise<string | null> {
  const row = await db
    .selectFrom('invoices')
    .innerJoin('idempotency_keys', (join) =>
      join.on('idempotency_keys.scope', '=', sql<string>`'pay:' || invoices.session_id`),
    )
    .select('invoices.session_id')
    .where('invoices.subscription_id', '=', subscriptionId)
    .where('idempotency_keys.key', '=', key)
    .executeTakeFirst();
  return row?.session_id ?? null;
}
