import type { Db } from '../../base-context.server.ts';

/** Whether a session's order pays an invoice of an existing subscription: a billing period, or a plan change. */
export async function paysSubscriptionInvoice(db: Db, sessionId: string): Promise<boolean> {
  const row = await db
    .selectFrom('invoices')
    .select('id')
    .where('session_id', '=', sessionId)
    .where('subscription_id', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** State of the invoice that a session's order pays. The caller holds the order's lock. */
export async function invoiceStateOfSession(trx: Db, sessionId: string): Promise<'none' | 'active' | 'canceled'> {
  const row = await trx
    .selectFrom('invoices')
    .select('canceled_at')
    .where('session_id', '=', sessionId)
    .executeTakeFirst();
  if (!row) return 'none';
  return row.canceled_at === null ? 'active' : 'canceled';
}

/** Whether a session pays an invoice, canceled or not. */
export async function hasInvoice(trx: Db, sessionId: string): Promise<boolean> {
  return (await invoiceStateOfSession(trx, sessionId)) !== 'none';
}

/**
 * The session of the purchase that began a subscription, for the session of an invoice of one of its billing periods; null
 * where the invoice belongs to no subscription, or there is none.
 */
export async function sessionBehindInvoice(db: Db, sessionId: string): Promise<string | null> {
  const row = await db
    .selectFrom('invoices')
    .innerJoin('subscriptions', 'subscriptions.id', 'invoices.subscription_id')
    .innerJoin('leads', 'leads.id', 'subscriptions.lead_id')
    .select('leads.session_id')
    .where('invoices.session_id', '=', sessionId)
    .executeTakeFirst();
  return row?.session_id ?? null;
}

/** Whether the order of a session pays an invoice of something sold before: of a subscription, a renewal or an upgrade. */
export async function paysExistingInvoice(db: Db, sessionId: string): Promise<boolean> {
  const row = await db
    .selectFrom('invoices')
    .select('id')
    .where('session_id', '=', sessionId)
    .where((eb) => eb.or([eb('subscription_id', 'is not', null), eb('kind', 'in', ['invoice', 'renew', 'upgrade'])]))
    .executeTakeFirst();
  return row !== undefined;
}
