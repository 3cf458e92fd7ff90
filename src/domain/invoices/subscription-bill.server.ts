import type { Db } from '../context.server.ts';

/** Whether the order of a session pays a bill of a subscription that there was before: a term, or a change of plan. */
export async function paysForSubscription(db: Db, sessionId: string): Promise<boolean> {
  const row = await db
    .selectFrom('invoices')
    .select('id')
    .where('session_id', '=', sessionId)
    .where('subscription_id', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}
