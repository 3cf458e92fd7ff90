import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { CustomersContext } from '../context.server.ts';
import type { CheckoutSession } from '../../checkout/sessions/index.ts';
import { pointsLinkOf, updatePointsLink } from './points-link.repository.server.ts';
import { isInRange, pointsRange, roundToStep, splitPrice } from './points-value.ts';
import type { PointsProgramme } from './programme.port.ts';
import { pointsAccountOf, type MemberVerificationFailure } from './verify-member.server.ts';

/**
 * `too-few`: the account, or the price, is below what the programme takes. `out-of-range`: more than the member has or the
 * price is worth, or less than the programme takes.
 */
export type PointsChoiceFailure = MemberVerificationFailure | 'too-few' | 'out-of-range';

/**
 * Stores how many points the buyer redeems for a price (minor units), rounded to the nearest step. The programme is asked for
 * their account again. Nothing is redeemed yet.
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

/** `points-changed`: none were chosen, or the account or the price does not allow them any more. */
export type TenderFailure = MemberVerificationFailure | 'points-changed';

/** One tender of a payment, in points. */
export interface PointsTenderRequest {
  readonly method: string;
  readonly installments: number;
  readonly amount: bigint;
  readonly fields: Readonly<Record<string, string>>;
}

/** The buyer's points as a part of a price. Amounts are minor units. */
export interface PointsTender {
  readonly points: number;
  readonly pointsPerUnit: number;
  readonly inPoints: bigint;
  /** The rest, for another payment method; 0 when the points pay everything. */
  readonly inMoney: bigint;
  /** The request of `pay`. It names points and rate, so that a rate which changed meanwhile is refused. */
  readonly request: PointsTenderRequest;
}

/** The chosen points as a tender of a price; the programme is asked for the account again. */
export async function pointsTender(
  ctx: CustomersContext,
  programme: PointsProgramme,
  session: CheckoutSession,
  price: bigint,
): Promise<Result<PointsTender, TenderFailure>> {
  const account = await pointsAccountOf(ctx, programme, session);
  if (!account.ok) return account;
  const points = (await pointsLinkOf(ctx, session))?.points ?? null;
  const range = pointsRange(account.value, price);
  if (points === null || range === null || !isInRange(points, range)) return err('points-changed');
  const { pointsPerUnit } = account.value;
  const split = splitPrice(price, points, pointsPerUnit);
  if (!split) return err('points-changed');
  return ok({
    points,
    pointsPerUnit,
    ...split,
    request: {
      method: programme.method,
      installments: 1,
      amount: split.inPoints,
      fields: { points: String(points), pointsPerUnit: String(pointsPerUnit) },
    },
  });
}
