import { unitsToJson } from '#src/kernel/money/money-json.ts';
import { newId } from '#src/kernel/ids/ids.server.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { DomainContext } from '../context.server.ts';
import { checkAttempt } from '../payments/index.server.ts';
import { inTransaction } from '../transaction.server.ts';
import { claimBy, heldBy, noteEvent, reversalsOf } from './claim.repository.server.ts';
import type { Claim, ClaimReversal, ReversalReason, UnitPerson } from './claim.types.ts';
import { isOfUnit } from './take-claim.server.ts';

/**
 * `reversal-open`: somebody has asked already. `too-much`: more than is held. `reason-wrong`: this money cannot have come
 * back that way. `same-person`: who asked does not agree to it themselves.
 */
export type ReversalFailure =
  | 'claim-unknown'
  | 'reversal-unknown'
  | 'reversal-open'
  | 'too-much'
  | 'reason-wrong'
  | 'same-person';

/** Only paper comes back from a clearing house. */
function fits(reason: ReversalReason, proofKind: string): boolean {
  return !reason.startsWith('returned-') || proofKind === 'bank-draft';
}

/** Asks for money to go back, all that is held of it or a part (minor units). Nothing moves before another person agrees. */
export async function askReversal(
  ctx: DomainContext,
  person: UnitPerson,
  wish: { readonly claimId: string; readonly amount: bigint; readonly reason: ReversalReason; readonly ip: string },
): Promise<Result<null, ReversalFailure>> {
  return inTransaction(ctx.db, async (trx): Promise<Result<null, ReversalFailure>> => {
    const claim = await claimBy(trx, 'id', wish.claimId, true);
    if (claim?.state !== 'taken' || person.isRevoked || !isOfUnit(person, claim)) return err('claim-unknown');
    const reversals = await reversalsOf(trx, [claim.id]);
    if (reversals.some(({ state }) => state === 'asked')) return err('reversal-open');
    if (!fits(wish.reason, claim.proofKind)) return err('reason-wrong');
    if (wish.amount <= 0n || wish.amount > heldBy(claim, reversals)) return err('too-much');
    const now = ctx.clock.now();
    await trx
      .insertInto('claim_reversals')
      .values({
        id: newId('ref'),
        claim_id: claim.id,
        amount: wish.amount,
        reason: wish.reason,
        state: 'asked',
        asked_by: person.id,
        asked_at: now,
        decided_by: null,
        decided_at: null,
      })
      .execute();
    const detail = { amount: unitsToJson(wish.amount), reason: wish.reason };
    const event = { claimId: claim.id, personId: person.id, detail, ip: wish.ip, at: now };
    await noteEvent(trx, { ...event, kind: 'reversal-asked' });
    return ok(null);
  });
}

/** Somebody else than who asked says yes or no. A yes is money that went back: the checkout hears of it by asking. */
export async function decideReversal(
  ctx: DomainContext,
  person: UnitPerson,
  decision: { readonly reversalId: string; readonly agrees: boolean; readonly ip: string },
): Promise<Result<ClaimReversal, ReversalFailure>> {
  let attemptId: string | null = null;
  const decided = await inTransaction(ctx.db, async (trx): Promise<Result<ClaimReversal, ReversalFailure>> => {
    const named = await trx
      .selectFrom('claim_reversals')
      .select('claim_id')
      .where('id', '=', decision.reversalId)
      .executeTakeFirst();
    // The claim first, always: one order of locking.
    const claim = named ? await claimBy(trx, 'id', named.claim_id, true) : null;
    if (!claim || person.isRevoked || !isOfUnit(person, claim)) return err('reversal-unknown');
    const reversal = (await reversalsOf(trx, [claim.id])).find(({ id }) => id === decision.reversalId);
    if (reversal?.state !== 'asked') return err('reversal-unknown');
    if (reversal.askedBy === person.id) return err('same-person');
    const now = ctx.clock.now();
    const state = decision.agrees ? 'approved' : 'refused';
    await trx
      .updateTable('claim_reversals')
      .set({ state, decided_by: person.id, decided_at: now })
      .where('id', '=', reversal.id)
      .execute();
    if (decision.agrees) {
      attemptId = claim.attemptId;
      await trx
        .insertInto('claim_movements')
        .values({
          id: reversal.id,
          claim_id: claim.id,
          kind: 'refund',
          amount: reversal.amount,
          currency: claim.currency,
          proof: JSON.stringify({ reason: reversal.reason, askedBy: reversal.askedBy ?? 'checkout' }),
          proof_key: null,
          person_id: person.id,
          at: notBefore(claim, now),
        })
        .execute();
    }
    const detail = { amount: unitsToJson(reversal.amount), reason: reversal.reason };
    const event = { claimId: claim.id, personId: person.id, detail, ip: decision.ip, at: now };
    await noteEvent(trx, { ...event, kind: decision.agrees ? 'reversal-approved' : 'reversal-refused' });
    return ok({ ...reversal, state, decidedBy: person.id });
  });
  if (attemptId !== null) await checkAttempt(ctx, attemptId, 'operator');
  return decided;
}

/** Money is handed back after it was taken, whatever the clock says by which this is written down: its time tells which it was. */
function notBefore({ movements }: Claim, now: Date): Date {
  return movements.reduce((latest, { at }) => (at > latest ? at : latest), now);
}
