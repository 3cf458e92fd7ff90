import { unitsToJson } from '#src/kernel/money/money-json.ts';
import { newId } from '#src/kernel/ids/ids.server.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { InPersonContext } from './context.server.ts';
import { pollAttempt } from '../payments/index.server.ts';
import { inTransaction } from '../transaction.server.ts';
import {
  findInPersonPayment,
  netCollected,
  recordInPersonEvent,
  inPersonRefundsOf,
} from './in-person-payment.repository.server.ts';
import type { InPersonPayment, InPersonRefund, InPersonRefundReason, StaffMember } from './in-person-payment.types.ts';
import { belongsToUnit } from './collect-payment.server.ts';

/**
 * `reversal-open`: somebody has asked already. `too-much`: more than is held. `reason-wrong`: this money cannot have come
 * back that way. `same-person`: who asked does not agree to it themselves.
 */
export type InPersonRefundFailure =
  | 'claim-unknown'
  | 'reversal-unknown'
  | 'reversal-open'
  | 'too-much'
  | 'reason-wrong'
  | 'same-person';

/** Only paper comes back from a clearing house. */
function fits(reason: InPersonRefundReason, proofKind: string): boolean {
  return !reason.startsWith('returned-') || proofKind === 'bank-draft';
}

/** Asks for money to go back, all that is held of it or a part (minor units). Nothing moves before another person agrees. */
export async function requestInPersonRefund(
  ctx: InPersonContext,
  staffMember: StaffMember,
  request: {
    readonly inPersonPaymentId: string;
    readonly amount: bigint;
    readonly reason: InPersonRefundReason;
    readonly ip: string;
  },
): Promise<Result<null, InPersonRefundFailure>> {
  return inTransaction(ctx.db, async (trx): Promise<Result<null, InPersonRefundFailure>> => {
    const payment = await findInPersonPayment(trx, 'id', request.inPersonPaymentId, true);
    if (payment?.state !== 'collected' || staffMember.isRevoked || !belongsToUnit(staffMember, payment))
      return err('claim-unknown');
    const refunds = await inPersonRefundsOf(trx, [payment.id]);
    if (refunds.some(({ state }) => state === 'requested')) return err('reversal-open');
    if (!fits(request.reason, payment.proofKind)) return err('reason-wrong');
    if (request.amount <= 0n || request.amount > netCollected(payment, refunds)) return err('too-much');
    const now = ctx.clock.now();
    await trx
      .insertInto('in_person_refunds')
      .values({
        id: newId('ref'),
        in_person_payment_id: payment.id,
        amount: request.amount,
        reason: request.reason,
        state: 'requested',
        requested_by: staffMember.id,
        requested_at: now,
        decided_by: null,
        decided_at: null,
      })
      .execute();
    const detail = { amount: unitsToJson(request.amount), reason: request.reason };
    const event = { inPersonPaymentId: payment.id, staffMemberId: staffMember.id, detail, ip: request.ip, at: now };
    await recordInPersonEvent(trx, { ...event, kind: 'reversal-asked' });
    return ok(null);
  });
}

/** Somebody else than who asked says yes or no. A yes is money that went back: the checkout hears of it by asking. */
export async function decideInPersonRefund(
  ctx: InPersonContext,
  staffMember: StaffMember,
  decision: { readonly inPersonRefundId: string; readonly agrees: boolean; readonly ip: string },
): Promise<Result<InPersonRefund, InPersonRefundFailure>> {
  let attemptId: string | null = null;
  const decided = await inTransaction(ctx.db, async (trx): Promise<Result<InPersonRefund, InPersonRefundFailure>> => {
    const named = await trx
      .selectFrom('in_person_refunds')
      .select('in_person_payment_id')
      .where('id', '=', decision.inPersonRefundId)
      .executeTakeFirst();
    // The claim first, always: one order of locking.
    const payment = named ? await findInPersonPayment(trx, 'id', named.in_person_payment_id, true) : null;
    if (!payment || staffMember.isRevoked || !belongsToUnit(staffMember, payment)) return err('reversal-unknown');
    const refund = (await inPersonRefundsOf(trx, [payment.id])).find(({ id }) => id === decision.inPersonRefundId);
    if (refund?.state !== 'requested') return err('reversal-unknown');
    if (refund.askedBy === staffMember.id) return err('same-person');
    const now = ctx.clock.now();
    const state = decision.agrees ? 'approved' : 'refused';
    await trx
      .updateTable('in_person_refunds')
      .set({ state, decided_by: staffMember.id, decided_at: now })
      .where('id', '=', refund.id)
      .execute();
    if (decision.agrees) {
      attemptId = payment.attemptId;
      await trx
        .insertInto('in_person_movements')
        .values({
          id: refund.id,
          in_person_payment_id: payment.id,
          kind: 'refund',
          amount: refund.amount,
          currency: payment.currency,
          proof: JSON.stringify({ reason: refund.reason, askedBy: refund.askedBy ?? 'checkout' }),
          proof_key: null,
          staff_member_id: staffMember.id,
          at: notBefore(payment, now),
        })
        .execute();
    }
    const detail = { amount: unitsToJson(refund.amount), reason: refund.reason };
    const event = { inPersonPaymentId: payment.id, staffMemberId: staffMember.id, detail, ip: decision.ip, at: now };
    await recordInPersonEvent(trx, { ...event, kind: decision.agrees ? 'reversal-approved' : 'reversal-refused' });
    return ok({ ...refund, state, decidedBy: staffMember.id });
  });
  if (attemptId !== null) await pollAttempt(ctx, attemptId, 'operator');
  return decided;
}

/** Money is handed back after it was taken, whatever the clock says by which this is written down: its time tells which it was. */
function notBefore({ movements }: InPersonPayment, now: Date): Date {
  return movements.reduce((latest, { at }) => (at > latest ? at : latest), now);
}
