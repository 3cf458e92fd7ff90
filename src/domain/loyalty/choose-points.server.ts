import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { DomainContext } from '../context.server.ts';
import type { CheckoutSession } from '../sessions/index.ts';
import { changeLink } from './points-link.repository.server.ts';
import { fitPoints, isInRange, pointsRange } from './points-value.ts';
import type { PointsProgramme } from './programme.port.ts';
import { pointsAccountOf, type ProofFailure } from './prove-member.server.ts';

/**
 * `too-few`: the account, or the price, is below what the programme takes. `out-of-range`: more than the member has or the
 * price is worth, or less than the programme takes.
 */
export type ChoiceFailure = ProofFailure | 'too-few' | 'out-of-range';

/**
 * Remembers how many points the buyer wants to use for a price (minor units); between two steps, the nearer. What they
 * have is asked of the programme again. Nothing is taken from the account.
 */
export async function choosePoints(
  ctx: DomainContext,
  programme: PointsProgramme,
  session: CheckoutSession,
  wish: { readonly points: number; readonly price: bigint },
): Promise<Result<number, ChoiceFailure>> {
  const account = await pointsAccountOf(ctx, programme, session);
  if (!account.ok) return account;
  const range = pointsRange(account.value, wish.price);
  if (!range) return err('too-few');
  if (!isInRange(wish.points, range)) return err('out-of-range');
  const points = fitPoints(wish.points, range);
  await changeLink(ctx, session, { points: BigInt(points) });
  return ok(points);
}
