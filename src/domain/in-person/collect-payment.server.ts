import { unitsToJson } from '#src/kernel/money/money-json.ts';
import { newId } from '#src/kernel/ids/ids.server.ts';
import { isCountry } from '#src/kernel/locale/markets.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import type { Db } from '../base-context.server.ts';
import type { InPersonContext } from './context.server.ts';
import { pollAttempt } from '../payments/index.server.ts';
import { inTransaction } from '../transaction.server.ts';
import type { InPersonPayment, StaffMember } from './in-person-payment.types.ts';
import { findInPersonPayment, recordInPersonEvent } from './in-person-payment.repository.server.ts';
import { type ProofErrors, readProof } from './read-proof.ts';
import { encryptProof } from './encrypted-proof.server.ts';

/** What a person at a unit writes down about money that they took. Amount in minor units. */
export interface CollectedMoney {
  readonly inPersonPaymentId: string;
  readonly amount: bigint;
  readonly fields: Readonly<Record<string, string>>;
  readonly ip: string;
}

/** `proof-used`: the same paper stands with another claim. */
export type CollectFailure =
  | { readonly code: 'claim-unknown' | 'claim-taken' | 'claim-over' | 'proof-used' | 'amount-invalid' }
  | { readonly code: 'proof-invalid'; readonly fields: ProofErrors };

/** Whether a claim is one of this person's unit. */
export function belongsToUnit(staffMember: Pick<StaffMember, 'brand' | 'unitId'>, payment: InPersonPayment): boolean {
  return payment.brand === staffMember.brand && payment.unitId === staffMember.unitId;
}

/** More than this many times what is asked for was mistyped. */
const mostTimes = 2n;

/**
 * Money was handed over. It is written down as it came, less or more than was asked for; the rules of all ways to pay then
 * say what is missing or goes back. Once for each claim. The checkout hears of it by asking, as it asks any bank.
 */
export async function collectInPersonPayment(
  ctx: InPersonContext,
  staffMember: StaffMember,
  collected: CollectedMoney,
): Promise<Result<InPersonPayment, CollectFailure>> {
  const collectedResult = await inTransaction(ctx.db, async (trx): Promise<Result<InPersonPayment, CollectFailure>> => {
    const payment = await findInPersonPayment(trx, 'id', collected.inPersonPaymentId, true);
    if (!payment || staffMember.isRevoked || !belongsToUnit(staffMember, payment))
      return err({ code: 'claim-unknown' });
    if (payment.state === 'collected') return err({ code: 'claim-taken' });
    const now = ctx.clock.now();
    if (payment.state === 'canceled' || payment.expiresAt <= now) return err({ code: 'claim-over' });
    if (collected.amount <= 0n || collected.amount > payment.amount * mostTimes) return err({ code: 'amount-invalid' });
    const unit = `${payment.brand}/${payment.unitId}`;
    const proof = readProof(payment.proofKind, collected.fields, { unit, today: await dayOf(trx, payment, now) });
    if (!proof.ok) return err({ code: 'proof-invalid', fields: proof.error });
    const sealed = encryptProof(ctx, proof.value);
    if (await isTaken(trx, sealed.keys)) return err({ code: 'proof-used' });
    const id = newId('mov');
    const written = await trx
      .insertInto('in_person_movements')
      .values({
        id,
        in_person_payment_id: payment.id,
        kind: 'capture',
        amount: collected.amount,
        currency: payment.currency,
        proof: JSON.stringify(sealed.proof),
        proof_key: sealed.key,
        staff_member_id: staffMember.id,
        at: now,
      })
      .onConflict((conflict) => conflict.column('proof_key').doNothing())
      .executeTakeFirst();
    if (written.numInsertedOrUpdatedRows !== 1n) return err({ code: 'proof-used' });
    await trx.updateTable('in_person_payments').set({ state: 'collected' }).where('id', '=', payment.id).execute();
    const detail = { amount: unitsToJson(collected.amount), movement: id };
    await recordInPersonEvent(trx, {
      inPersonPaymentId: payment.id,
      staffMemberId: staffMember.id,
      kind: 'collected',
      detail,
      ip: collected.ip,
      at: now,
    });
    return ok({ ...payment, state: 'collected' });
  });
  if (collectedResult.ok) await pollAttempt(ctx, collectedResult.value.attemptId, 'operator');
  return collectedResult;
}

/** Under a key of before nothing is written any more: the table's own rule sees to that of today, whoever comes at once. */
async function isTaken(trx: Db, keys: readonly string[]): Promise<boolean> {
  const row = trx.selectFrom('in_person_movements').select('id').where('proof_key', 'in', keys);
  return (await row.executeTakeFirst()) !== undefined;
}

/** The day at the unit: that of the order's market. */
async function dayOf(trx: Parameters<typeof findInPersonPayment>[0], payment: InPersonPayment, now: Date) {
  const { market } = await trx
    .selectFrom('orders')
    .select('market')
    .where('id', '=', payment.orderId)
    .executeTakeFirstOrThrow();
  if (!isCountry(market)) throw new Error(`Order ${payment.orderId} is of no market`);
  return marketDate(now, market);
}
