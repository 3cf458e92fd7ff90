import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import { newId } from '#src/kernel/ids/ids.server.ts';
import type { Clock } from '#src/kernel/time/clock.ts';
import type { Db } from '../context.server.ts';
import type { Database } from '../database/index.server.ts';
import { placeOfKind, placesOfOrder } from '../places/index.server.ts';
import { transaction } from '#src/kernel/db/transaction.server.ts';
import { writersEnded } from '#src/kernel/db/writers-ended.server.ts';
import { makeClaimCode } from './claim-code.ts';
import type { ClaimDesk, ClaimWish } from './claim-desk.port.ts';
import { type Claim, type ClaimReversal, proofKinds } from './claim.types.ts';
import { claimBy, heldBy, noteEvent, reversalsOf, toReversal } from './claim.repository.server.ts';

/** The desk over the product's own tables. */
export function createClaimDesk({ db, clock }: { readonly db: Kysely<Database>; readonly clock: Clock }): ClaimDesk {
  return {
    open: (wish) => transaction(db, (trx) => openClaim(trx, wish, clock.now())),
    find: (attemptId) => claimBy(db, 'attempt_id', attemptId),
    withdraw: (attemptId) => transaction(db, (trx) => withdrawClaim(trx, attemptId, clock.now())),
    askBack: (attemptId, refundId, amount) =>
      transaction(db, (trx) => askBack(trx, { attemptId, refundId, amount }, clock.now())),
    async creditsAfter(place, limit) {
      const credits = db
        .selectFrom('claim_movements')
        .innerJoin('claims', 'claims.id', 'claim_movements.claim_id')
        .select(['claim_movements.place', 'claim_movements.id', 'claims.attempt_id'])
        .where('claim_movements.place', '>', place)
        .orderBy('claim_movements.place');
      const last = (await credits.limit(limit).execute()).at(-1);
      // Nobody looks before the last place again: whoever has one there has to have ended.
      if (!last || !(await writersEnded(db, 'claim_movements'))) return [];
      const rows = await credits.where('claim_movements.place', '<=', last.place).execute();
      return rows.map(({ place: at, id: movementId, attempt_id: attemptId }) => ({ place: at, attemptId, movementId }));
    },
  };
}

async function openClaim(trx: Db, wish: ClaimWish, now: Date): Promise<Claim | null> {
  const before = await claimBy(trx, 'attempt_id', wish.attemptId);
  if (before) return before;
  const order = await trx
    .selectFrom('attempts')
    .innerJoin('orders', 'orders.id', 'attempts.order_id')
    .select(['orders.id', 'orders.brand'])
    .where('attempts.id', '=', wish.attemptId)
    .executeTakeFirst();
  const unit = order && placeOfKind(await placesOfOrder(trx, order.id), 'unit');
  if (!order || !unit || !proofKinds.some((kind) => kind === wish.proofKind)) return null;
  const { name, address, city, region } = unit;
  const id = newId('clm');
  const made = await trx
    .insertInto('claims')
    .values({
      id,
      attempt_id: wish.attemptId,
      order_id: order.id,
      brand: order.brand,
      unit_id: unit.id,
      unit: JSON.stringify({ name, address, city, region }),
      code: await freeCode(trx),
      method: wish.method,
      proof_kind: wish.proofKind,
      amount: wish.amount.amount,
      currency: wish.amount.currency,
      state: 'open',
      expires_at: wish.expiresAt,
      created_at: now,
    })
    // The same attempt twice at once is one claim.
    .onConflict((conflict) => conflict.column('attempt_id').doNothing())
    .executeTakeFirst();
  if (made.numInsertedOrUpdatedRows === 1n)
    await noteEvent(trx, { claimId: id, personId: null, kind: 'opened', detail: {}, ip: '', at: now });
  return claimBy(trx, 'attempt_id', wish.attemptId);
}

/** A code that no claim has. Two that draw the same at once meet the table's own rule, and one begins again. */
async function freeCode(trx: Db): Promise<string> {
  for (;;) {
    const code = makeClaimCode(randomBytes(24));
    if (code !== null && (await claimBy(trx, 'code', code)) === null) return code;
  }
}

async function withdrawClaim(trx: Db, attemptId: string, now: Date): Promise<Claim | null> {
  const claim = await claimBy(trx, 'attempt_id', attemptId, true);
  if (claim?.state !== 'open') return claim;
  await trx.updateTable('claims').set({ state: 'withdrawn' }).where('id', '=', claim.id).execute();
  await noteEvent(trx, { claimId: claim.id, personId: null, kind: 'withdrawn', detail: {}, ip: '', at: now });
  return { ...claim, state: 'withdrawn' };
}

async function askBack(
  trx: Db,
  { attemptId, refundId, amount }: { attemptId: string; refundId: string; amount: bigint },
  now: Date,
): Promise<ClaimReversal | null> {
  const claim = await claimBy(trx, 'attempt_id', attemptId, true);
  if (!claim) return null;
  const reversals = await reversalsOf(trx, [claim.id]);
  const before = reversals.find(({ id }) => id === refundId);
  if (before) return before.amount === amount ? before : null;
  if (amount > heldBy(claim, reversals) || reversals.some(({ state }) => state === 'asked')) return null;
  const row = await trx
    .insertInto('claim_reversals')
    .values({
      id: refundId,
      claim_id: claim.id,
      amount,
      reason: 'checkout',
      state: 'asked',
      asked_by: null,
      asked_at: now,
      decided_by: null,
      decided_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const detail = { amount: unitsToJson(amount) };
  await noteEvent(trx, { claimId: claim.id, personId: null, kind: 'reversal-asked', detail, ip: '', at: now });
  return toReversal(row);
}
