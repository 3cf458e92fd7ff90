import { unitsToJson } from '#src/kernel/money/money-json.ts';
import { newId } from '#src/kernel/ids/ids.server.ts';
import { isCountry } from '#src/kernel/locale/markets.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import type { Db, DomainContext } from '../context.server.ts';
import { checkAttempt } from '../payments/index.server.ts';
import { inTransaction } from '../transaction.server.ts';
import type { Claim, UnitPerson } from './claim.types.ts';
import { claimBy, noteEvent } from './claim.repository.server.ts';
import { type ProofErrors, readProof } from './read-proof.ts';
import { sealProof } from './sealed-proof.server.ts';

/** What a person at a unit writes down about money that they took. Amount in minor units. */
export interface Taking {
  readonly claimId: string;
  readonly amount: bigint;
  readonly fields: Readonly<Record<string, string>>;
  readonly ip: string;
}

/** `proof-used`: the same paper stands with another claim. */
export type TakingFailure =
  | { readonly code: 'claim-unknown' | 'claim-taken' | 'claim-over' | 'proof-used' | 'amount-invalid' }
  | { readonly code: 'proof-invalid'; readonly fields: ProofErrors };

/** Whether a claim is one of this person's unit. */
export function isOfUnit(person: Pick<UnitPerson, 'brand' | 'unitId'>, claim: Claim): boolean {
  return claim.brand === person.brand && claim.unitId === person.unitId;
}

/** More than this many times what is asked for was mistyped. */
const mostTimes = 2n;

/**
 * Money was handed over. It is written down as it came, less or more than was asked for; the rules of all ways to pay then
 * say what is missing or goes back. Once for each claim. The checkout hears of it by asking, as it asks any bank.
 */
export async function takeClaim(
  ctx: DomainContext,
  person: UnitPerson,
  taking: Taking,
): Promise<Result<Claim, TakingFailure>> {
  const taken = await inTransaction(ctx.db, async (trx): Promise<Result<Claim, TakingFailure>> => {
    const claim = await claimBy(trx, 'id', taking.claimId, true);
    if (!claim || person.isRevoked || !isOfUnit(person, claim)) return err({ code: 'claim-unknown' });
    if (claim.state === 'taken') return err({ code: 'claim-taken' });
    const now = ctx.clock.now();
    if (claim.state === 'withdrawn' || claim.expiresAt <= now) return err({ code: 'claim-over' });
    if (taking.amount <= 0n || taking.amount > claim.amount * mostTimes) return err({ code: 'amount-invalid' });
    const unit = `${claim.brand}/${claim.unitId}`;
    const proof = readProof(claim.proofKind, taking.fields, { unit, today: await dayOf(trx, claim, now) });
    if (!proof.ok) return err({ code: 'proof-invalid', fields: proof.error });
    const sealed = sealProof(ctx, proof.value);
    if (await isTaken(trx, sealed.keys)) return err({ code: 'proof-used' });
    const id = newId('mov');
    const written = await trx
      .insertInto('claim_movements')
      .values({
        id,
        claim_id: claim.id,
        kind: 'capture',
        amount: taking.amount,
        currency: claim.currency,
        proof: JSON.stringify(sealed.proof),
        proof_key: sealed.key,
        person_id: person.id,
        at: now,
      })
      .onConflict((conflict) => conflict.column('proof_key').doNothing())
      .executeTakeFirst();
    if (written.numInsertedOrUpdatedRows !== 1n) return err({ code: 'proof-used' });
    await trx.updateTable('claims').set({ state: 'taken' }).where('id', '=', claim.id).execute();
    const detail = { amount: unitsToJson(taking.amount), movement: id };
    await noteEvent(trx, { claimId: claim.id, personId: person.id, kind: 'taken', detail, ip: taking.ip, at: now });
    return ok({ ...claim, state: 'taken' });
  });
  if (taken.ok) await checkAttempt(ctx, taken.value.attemptId, 'operator');
  return taken;
}

/** Under a key of before nothing is written any more: the table's own rule sees to that of today, whoever comes at once. */
async function isTaken(trx: Db, keys: readonly string[]): Promise<boolean> {
  const row = trx.selectFrom('claim_movements').select('id').where('proof_key', 'in', keys);
  return (await row.executeTakeFirst()) !== undefined;
}

/** The day at the unit: that of the order's market. */
async function dayOf(trx: Parameters<typeof claimBy>[0], claim: Claim, now: Date) {
  const { market } = await trx
    .selectFrom('orders')
    .select('market')
    .where('id', '=', claim.orderId)
    .executeTakeFirstOrThrow();
  if (!isCountry(market)) throw new Error(`Order ${claim.orderId} is of no market`);
  return marketDate(now, market);
}
