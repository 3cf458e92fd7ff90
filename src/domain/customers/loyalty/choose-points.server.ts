import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { CustomersContext } from '../context.server.ts';
import type { CheckoutSession } from '../../checkout/sessions/index.ts';
import { updatePointsLink } from './points-link.repository.server.ts';
import { roundToStep, isInRange, pointsRange } from './points-value.ts';
import type { PointsProgramme } from './programme.port.ts';
import { pointsAccountOf, type MemberVerificationFailure } from './verify-member.server.ts';

/**
 * `too-few`: the account, or the price, is below what the programme takes. `out-of-range`: more than the member has or the
 * price is worth, or less than the programme takes.
 */
export type PointsChoiceFailure = MemberVerificationFailure | 'too-few' | 'out-of-range';

/**
 * Remembers how many points the buyer wants to use for a price (minor units); between two steps, the nearer. What they
 * have is asked of the programme again. Nothing is taken from the account.
 */
export async function choosePoints(
  ctx: CustomersContext,
  programme: PointsProgramme,
  session: CheckoutSession,
  request: { readonly points: number; readonly price: bigint },
): Promise<Result<number, PointsChoiceFailure>> {
  const account = await pointsAccountOf(ctx, programme, session);
  if (!account.ok) return account;
  const range = pointsRange(account.value, request.price);
  if (!range) return err('too-few');
  if (!isInRange(request.points, range)) return err('out-of-range');
  const points = roundToStep(request.points, range);
  await updatePointsLink(ctx, session, { points: BigInt(points) });
  return ok(points);
}
