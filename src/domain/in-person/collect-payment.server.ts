import { unitsToJson } from '#src/kernel/money/money-json.ts';
import { newId } from '#src/kernel/ids/ids.server.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { LocalDate } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import type { Db } from '../base-context.server.ts';
import type { InPersonContext } from './context.server.ts';
import { orderById } from '../orders/index.server.ts';
import { pollAttempt } from '../payments/index.server.ts';
import { inTransaction } from '../transaction.server.ts';
import type { InPersonPayment, StaffMember } from './in-person-payment.types.ts';
import {
  endInPersonPayment,
  findInPersonPayment,
  insertMovement,
  isProofUsed,
  recordInPersonEvent,
} from './in-person-payment.repository.server.ts';
import { type ProofErrors, readProof } from './read-proof.ts';
import { encryptProof } from './encrypted-proof.server.ts';

/** Money that a staff member collected, as they enter it. Amount in minor units. */
export interface CollectedMoney {
  readonly inPersonPaymentId: string;
  readonly amount: bigint;
  readonly fields: Readonly<Record<string, string>>;
  readonly ip: string;
}

/** `proof-used`: another payment was collected with the same proof. */
export type CollectFailure =
  | { readonly code: 'payment-unknown' | 'payment-collected' | 'payment-closed' | 'proof-used' | 'amount-invalid' }
  | { readonly code: 'proof-invalid'; readonly fields: ProofErrors };

/** Whether a payment is to be collected at the staff member's unit. */
export function belongsToUnit(staffMember: Pick<StaffMember, 'brand' | 'unitId'>, payment: InPersonPayment): boolean {
  return payment.brand === staffMember.brand && payment.unitId === staffMember.unitId;
}

/** An amount of more than so many times the owed one is a typing error. */
const mostTimes = 2n;

/**
 * Records money that was collected for a payment, once, as it came: less or more than owed. The same rules as for every other
 * method then decide what is missing or is refunded. The checkout polls the attempt, as it polls any gateway.
 */
export async function collectInPersonPayment(
  ctx: InPersonContext,
  staffMember: StaffMember,
  collected: CollectedMoney,
): Promise<Result<InPersonPayment, CollectFailure>> {
  const done = await inTransaction(ctx.db, async (trx): Promise<Result<InPersonPayment, CollectFailure>> => {
    const payment = await findInPersonPayment(trx, 'id', collected.inPersonPaymentId, true);
    if (!payment || staffMember.isRevoked || !belongsToUnit(staffMember, payment))
      return err({ code: 'payment-unknown' });
    if (payment.state === 'collected') return err({ code: 'payment-collected' });
    const now = ctx.clock.now();
    if (payment.state === 'canceled' || payment.expiresAt <= now) return err({ code: 'payment-closed' });
    if (collected.amount <= 0n || collected.amount > payment.amount * mostTimes) return err({ code: 'amount-invalid' });
    const unit = `${payment.brand}/${payment.unitId}`;
    const proof = readProof(payment.proofKind, collected.fields, { unit, today: await todayAt(trx, payment, now) });
    if (!proof.ok) return err({ code: 'proof-invalid', fields: proof.error });
    const sealed = encryptProof(ctx, proof.value);
    // The table refuses a second movement under today's key; keys by earlier secrets are only looked up.
    if (await isProofUsed(trx, sealed.keys)) return err({ code: 'proof-used' });
    const id = newId('mov');
    const { amount, ip } = collected;
    const staffMemberId = staffMember.id;
    const movement = { id, kind: 'capture', amount, currency: payment.currency, staffMemberId, at: now } as const;
    const isNew = await insertMovement(trx, payment.id, { ...movement, proof: sealed.proof, proofKey: sealed.key });
    if (!isNew) return err({ code: 'proof-used' });
    await endInPersonPayment(trx, payment.id, 'collected');
    const detail = { amount: unitsToJson(amount), movement: id };
    await recordInPersonEvent(trx, payment.id, { kind: 'collected', staffMemberId, detail, ip, at: now });
    return ok({ ...payment, state: 'collected' });
  });
  if (done.ok) await pollAttempt(ctx, done.value.attemptId, 'operator');
  return done;
}

/** Today at the unit, by the market of the order. */
async function todayAt(trx: Db, { orderId }: InPersonPayment, now: Date): Promise<LocalDate> {
  const order = await orderById(trx, orderId);
  if (!order) throw new Error(`There is no order ${orderId}`);
  return marketDate(now, order.market);
}
