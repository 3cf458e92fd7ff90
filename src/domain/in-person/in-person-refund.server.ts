import { unitsToJson } from '#src/kernel/money/money-json.ts';
import { newId } from '#src/kernel/ids/ids.server.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { InPersonContext } from './context.server.ts';
import { pollAttempt } from '../payments/index.server.ts';
import { inTransaction } from '../transaction.server.ts';
import { findInPersonPayment, insertMovement, recordInPersonEvent } from './in-person-payment.repository.server.ts';
import {
  type InPersonPayment,
  type InPersonRefund,
  type InPersonRefundReason,
  netCollected,
  type StaffMember,
} from './in-person-payment.types.ts';
import {
  decideRefundRequest,
  inPersonRefundsOf,
  insertInPersonRefund,
  paymentIdOfRefund,
} from './in-person-refund.repository.server.ts';
import { belongsToUnit } from './collect-payment.server.ts';

/**
 * `reversal-open`: a refund waits for a decision already. `too-much`: more than is left. `reason-wrong`: the reason does not fit
 * the proof. `same-person`: the staff member who asked may not approve it.
 */
export type InPersonRefundFailure =
  | 'payment-unknown'
  | 'reversal-unknown'
  | 'reversal-open'
  | 'too-much'
  | 'reason-wrong'
  | 'same-person';

/** Only cheques come back from a clearing house. */
function fits(reason: InPersonRefundReason, proofKind: string): boolean {
  return !reason.startsWith('returned-') || proofKind === 'bank-draft';
}

/** Requests a refund of all or a part (minor units) of a payment. No money moves before another staff member approves it. */
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
      return err('payment-unknown');
    const refunds = await inPersonRefundsOf(trx, [payment.id]);
    if (refunds.some(({ state }) => state === 'requested')) return err('reversal-open');
    if (!fits(request.reason, payment.proofKind)) return err('reason-wrong');
    if (request.amount <= 0n || request.amount > netCollected(payment, refunds)) return err('too-much');
    const now = ctx.clock.now();
    const { amount, reason, ip } = request;
    const asked = { inPersonPaymentId: payment.id, amount, reason, askedBy: staffMember.id, askedAt: now };
    await insertInPersonRefund(trx, { ...asked, id: newId('ref') });
    const detail = { amount: unitsToJson(amount), reason };
    const event = { staffMemberId: staffMember.id, detail, ip, at: now };
    await recordInPersonEvent(trx, payment.id, { ...event, kind: 'reversal-asked' });
    return ok(null);
  });
}

/** Approves or rejects a refund that another staff member requested. After an approval the checkout polls the attempt. */
export async function decideInPersonRefund(
  ctx: InPersonContext,
  staffMember: StaffMember,
  decision: { readonly inPersonRefundId: string; readonly agrees: boolean; readonly ip: string },
): Promise<Result<InPersonRefund, InPersonRefundFailure>> {
  let attemptId: string | null = null;
  const decided = await inTransaction(ctx.db, async (trx): Promise<Result<InPersonRefund, InPersonRefundFailure>> => {
    const paymentId = await paymentIdOfRefund(trx, decision.inPersonRefundId);
    // The payment is always locked first, so that locks are taken in one order.
    const payment = paymentId === null ? null : await findInPersonPayment(trx, 'id', paymentId, true);
    if (!payment || staffMember.isRevoked || !belongsToUnit(staffMember, payment)) return err('reversal-unknown');
    const refund = (await inPersonRefundsOf(trx, [payment.id])).find(({ id }) => id === decision.inPersonRefundId);
    if (refund?.state !== 'requested') return err('reversal-unknown');
    if (refund.askedBy === staffMember.id) return err('same-person');
    const now = ctx.clock.now();
    const state = decision.agrees ? 'approved' : 'refused';
    await decideRefundRequest(trx, refund.id, { state, by: staffMember.id, at: now });
    if (decision.agrees) {
      attemptId = payment.attemptId;
      const proof = { reason: refund.reason, askedBy: refund.askedBy ?? 'checkout' };
      const { id, amount } = refund;
      const movement = { id, kind: 'refund', amount, currency: payment.currency, proof, proofKey: null } as const;
      await insertMovement(trx, payment.id, {
        ...movement,
        staffMemberId: staffMember.id,
        at: notBefore(payment, now),
      });
    }
    const detail = { amount: unitsToJson(refund.amount), reason: refund.reason };
    const event = { staffMemberId: staffMember.id, detail, ip: decision.ip, at: now };
    const kind = decision.agrees ? 'reversal-approved' : 'reversal-refused';
    await recordInPersonEvent(trx, payment.id, { ...event, kind });
    return ok({ ...refund, state, decidedBy: staffMember.id });
  });
  if (attemptId !== null) await pollAttempt(ctx, attemptId, 'operator');
  return decided;
}

/** The time of a refund is never before its capture's, whatever clock recorded that: times order the movements. */
function notBefore({ movements }: InPersonPayment, now: Date): Date {
  return movements.reduce((latest, { at }) => (at > latest ? at : latest), now);
}
