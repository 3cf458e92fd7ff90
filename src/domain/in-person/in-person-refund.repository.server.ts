import type { Selectable } from 'kysely';
import type { Db } from '../base-context.server.ts';
import type { Database } from '../database/index.server.ts';
import type { InPersonRefund } from './in-person-payment.types.ts';

function toInPersonRefund(row: Selectable<Database['in_person_refunds']>): InPersonRefund {
  return {
    id: row.id,
    inPersonPaymentId: row.in_person_payment_id,
    amount: row.amount,
    reason: row.reason,
    state: row.state,
    askedBy: row.requested_by,
    askedAt: row.requested_at,
    decidedBy: row.decided_by,
  };
}

/** Refunds of some in-person payments, in whatever state, oldest first. */
export async function inPersonRefundsOf(db: Db, paymentIds: readonly string[]): Promise<readonly InPersonRefund[]> {
  if (paymentIds.length === 0) return [];
  const rows = await db
    .selectFrom('in_person_refunds')
    .selectAll()
    .where('in_person_payment_id', 'in', paymentIds)
    .orderBy('requested_at')
    .execute();
  return rows.map(toInPersonRefund);
}

/** The in-person payment that a refund is of; null when there is no such refund. */
export async function paymentIdOfRefund(db: Db, refundId: string): Promise<string | null> {
  const row = await db
    .selectFrom('in_person_refunds')
    .select('in_person_payment_id')
    .where('id', '=', refundId)
    .executeTakeFirst();
  return row?.in_person_payment_id ?? null;
}

/** Writes the request for a refund, which waits for a decision. The caller holds the payment's lock. */
export async function insertInPersonRefund(
  trx: Db,
  refund: Pick<InPersonRefund, 'id' | 'inPersonPaymentId' | 'amount' | 'reason' | 'askedBy' | 'askedAt'>,
): Promise<InPersonRefund> {
  const row = await trx
    .insertInto('in_person_refunds')
    .values({
      id: refund.id,
      in_person_payment_id: refund.inPersonPaymentId,
      amount: refund.amount,
      reason: refund.reason,
      state: 'requested',
      requested_by: refund.askedBy,
      requested_at: refund.askedAt,
      decided_by: null,
      decided_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toInPersonRefund(row);
}

/** Writes the decision on a refund. The caller holds the payment's lock. */
export async function decideRefundRequest(
  trx: Db,
  id: string,
  decision: { readonly state: 'approved' | 'refused'; readonly by: string; readonly at: Date },
): Promise<void> {
  const { state, by, at } = decision;
  await trx
    .updateTable('in_person_refunds')
    .set({ state, decided_by: by, decided_at: at })
    .where('id', '=', id)
    .execute();
}
