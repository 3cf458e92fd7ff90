import { transaction } from '#src/kernel/db/transaction.server.ts';
import { unreportedPurchases } from '../../orders/index.server.ts';
import type { PaymentsContext } from '../context.server.ts';
import { queueEmail } from '../../messaging/emails/index.server.ts';
import { closeExpiredDisputes } from '../refunds/close-dispute.server.ts';

/** A queue tries a job again for an hour and a half at most; what is still owed after this was given up by it. */
const queueSeconds = 2 * 3600;
/**
 * After so long another try of the same will not help: a person is needed, and analytics takes no older event (GA4 Measurement Protocol, `timestamp_micros`: 72 hours).
 */
const handOverAfterSeconds = 3 * 86_400;

/**
 * Sends the jobs of work that is owed and whose job gave up or was lost: attempts to take back at their gateways,
 * surplus and parts of refunds to give back, purchases to tell of. All of them may run twice. Returns how many were sent.
 */
export async function requeueStuckWork(ctx: PaymentsContext): Promise<number> {
  const now = ctx.clock.now().getTime();
  const before = new Date(now - queueSeconds * 1000);
  const since = new Date(now - handOverAfterSeconds * 1000);
  await handOverToStaff(ctx, since);
  await closeExpiredDisputes(ctx);
  const [releases, surpluses, parts, purchases] = await Promise.all([
    pendingVoids(ctx, before),
    openSurpluses(ctx, before),
    pendingRefundParts(ctx, before),
    unreportedPurchases(ctx, since, before),
  ]);
  for (const attemptId of releases) await ctx.jobs.send(ctx.db, 'void-attempt', { attemptId });
  for (const exceptionId of surpluses) await ctx.jobs.send(ctx.db, 'refund-surplus', { exceptionId });
  for (const partId of parts) await ctx.jobs.send(ctx.db, 'refund-part', { partId });
  for (const orderId of purchases) await ctx.jobs.send(ctx.db, 'report-sale', { orderId, event: 'purchase' });
  return releases.length + surpluses.length + parts.length + purchases.length;
}

async function pendingVoids({ db }: PaymentsContext, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('attempts')
    .select('id')
    .where('void_state', '=', 'requested')
    .where('updated_at', '<', before)
    .execute();
  return rows.map((row) => row.id);
}

async function openSurpluses({ db }: PaymentsContext, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('reconciliation_exceptions')
    .select('id')
    .where('state', '=', 'open')
    .where('task', '=', 'give-back')
    .where('created_at', '<', before)
    .execute();
  return rows.map((row) => row.id);
}

async function pendingRefundParts({ db }: PaymentsContext, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('refund_parts')
    .select('id')
    .where('state', '=', 'wanted')
    .where('requested_at', '<', before)
    .execute();
  return rows.map((row) => row.id);
}

/** What the gateway would not give back in all this time becomes a person's task, and its buyer is asked where to. */
async function handOverToStaff(ctx: PaymentsContext, since: Date): Promise<void> {
  await transaction(ctx.db, async (trx) => {
    const rows = await trx
      .updateTable('reconciliation_exceptions')
      .set({ task: 'give-back-by-hand' })
      .where('state', '=', 'open')
      .where('task', '=', 'give-back')
      .where('created_at', '<', since)
      .returning(['id', 'attempt_id', 'order_id'])
      .execute();
    for (const row of rows) {
      await queueEmail(ctx, trx, row.order_id, 'payout-account-wanted', row.id);
      ctx.log.error('surplus-needs-staff', { attemptId: row.attempt_id, orderId: row.order_id });
    }
    const parts = await trx
      .updateTable('refund_parts')
      .set({ state: 'by-hand' })
      .where('state', '=', 'wanted')
      .where('requested_at', '<', since)
      .returning(['id', 'attempt_id', 'order_id'])
      .execute();
    for (const part of parts) {
      await queueEmail(ctx, trx, part.order_id, 'payout-account-wanted', part.id);
      ctx.log.error('refund-needs-staff', { attemptId: part.attempt_id, orderId: part.order_id });
    }
  });
}
