import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { type Refusal, refusal } from '../../runtime/responses.server.ts';
import { findFault, type FaultRule } from '../../faults/faults.server.ts';
import type { SandboxContext } from '../../runtime/sandbox-context.server.ts';
import type { Member } from './members.ts';
import { type PointsBook, returnedAmount, returnedPoints } from './points-book.server.ts';
import type { Redemption } from './redemption.types.ts';

/** How long points stay reserved: longer than the slowest method for the rest takes. */
export const holdSeconds = 15 * 86_400;

const redemptionRequestSchema = z.strictObject({
  reference: z.string().min(1).max(64),
  memberId: z.string().min(1).max(100),
  /** Centavos. */
  amount: z.int().min(1).max(999_999_999),
  currency: z.literal('BRL'),
  points: z.int().min(1).max(1_000_000_000),
  pointsPerReal: z.int().min(1),
  /** Redeems the points at once; else they are reserved. */
  confirm: z.boolean(),
});
const returnSchema = z.strictObject({ amount: z.int().min(1).max(999_999_999) });

/** Points for purchases: reserved, confirmed, released, refunded. */
export interface Redeeming {
  redeem(
    input: unknown,
    opened: Member | undefined,
    terms: { readonly pointsPerReal: number; readonly minimum: number },
    rules: readonly FaultRule[],
  ): Result<Redemption, Refusal>;
  confirm(id: string): Result<Redemption, Refusal>;
  release(id: string): Result<Redemption, Refusal>;
  giveBack(id: string, input: unknown, key: string): Result<Redemption, Refusal>;
}

const unknown = refusal(404, 'redemption-not-found', 'There is no such redemption.');
const malformed = refusal(422, 'malformed', 'The request cannot be read.');

export function createRedeeming(context: SandboxContext, book: PointsBook): Redeeming {
  const taken = (redemption: Redemption): Redemption => {
    const { amount, points } = redemption;
    const movement = {
      id: `ptm_${randomUUID()}`,
      kind: 'redemption' as const,
      amount,
      points,
      at: context.timestamp(),
    };
    return { ...redemption, state: 'confirmed', movements: [...redemption.movements, movement] };
  };
  const kept = (redemption: Redemption): Result<Redemption, Refusal> => {
    book.put(redemption);
    return ok(redemption);
  };

  return {
    redeem(input, opened, { pointsPerReal, minimum }, rules) {
      const read = redemptionRequestSchema.safeParse(input);
      if (!read.success) return err(malformed);
      const redemptionRequest = read.data;
      const fingerprint = createHash('sha256').update(JSON.stringify(redemptionRequest)).digest('hex');
      const before = book.byReference(redemptionRequest.reference);
      if (before)
        return before.fingerprint === fingerprint
          ? ok(before)
          : err(refusal(409, 'idempotency-mismatch', 'This reference was used for something else.'));
      if (!opened || opened.id !== redemptionRequest.memberId)
        return err(refusal(410, 'token-expired', 'The member must be proved again.'));
      const { amount, points } = redemptionRequest;
      // A fraction of a point is worth nothing: the fewest points that cover the amount.
      const isFair =
        redemptionRequest.pointsPerReal === pointsPerReal && points === Math.ceil((amount * pointsPerReal) / 100);
      if (!isFair) return err(refusal(409, 'rate-changed', 'These points are not worth that amount.'));
      if (points < minimum) return err(refusal(422, 'below-minimum', 'So few points are not taken.'));
      const now = context.clock.now();
      const fresh: Redemption = {
        id: `red_${randomUUID()}`,
        reference: redemptionRequest.reference,
        fingerprint,
        memberId: opened.id,
        state: 'reserved',
        amount,
        points,
        pointsPerReal,
        reservedUntil: new Date(now.getTime() + holdSeconds * 1000).toISOString(),
        movements: [],
        createdAt: now.toISOString(),
      };
      if (findFault(rules, 'decline')) return kept({ ...fresh, state: 'refused' });
      const available = book.available(opened);
      if (available < points) return err(refusal(409, 'balance-short', `Only ${available} points are left.`));
      return kept(redemptionRequest.confirm ? taken(fresh) : fresh);
    },
    confirm(id) {
      const one = book.redemption(id);
      if (!one) return err(unknown);
      if (one.state === 'confirmed') return ok(one);
      if (one.state !== 'reserved') return err(refusal(409, 'reservation-over', 'The points are not reserved.'));
      return kept(taken(one));
    },
    release(id) {
      const one = book.redemption(id);
      if (!one) return err(unknown);
      if (one.state === 'confirmed') return err(refusal(409, 'points-taken', 'The points were taken: return them.'));
      return kept({ ...one, state: one.state === 'refused' ? 'refused' : 'released' });
    },
    giveBack(id, input, key) {
      const read = returnSchema.safeParse(input);
      const one = book.redemption(id);
      if (!one) return err(unknown);
      if (!read.success || key === '') return err(malformed);
      const { amount } = read.data;
      const before = one.movements.find((movement) => movement.key === key);
      if (before)
        return before.amount === amount ? ok(one) : err(refusal(409, 'idempotency-mismatch', 'Another amount.'));
      const returned = returnedAmount(one) + amount;
      if (one.state !== 'confirmed' || returned > one.amount)
        return err(refusal(422, 'amount-invalid', 'So much was not taken.'));
      // All refunds together return exactly the points that the whole amount took.
      const points = Math.floor((returned * one.points) / one.amount) - returnedPoints(one);
      const movement = {
        id: `ptm_${randomUUID()}`,
        kind: 'return' as const,
        amount,
        points,
        at: context.timestamp(),
        key,
      };
      return kept({ ...one, movements: [...one.movements, movement] });
    },
  };
}
