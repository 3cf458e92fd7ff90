import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { CustomersContext } from '../context.server.ts';
import type { CheckoutSession } from '../../checkout/sessions/index.ts';
import { pointsLinkOf } from './points-link.repository.server.ts';
import { isInRange, pointsRange, splitPrice } from './points-value.ts';
import type { PointsProgramme } from './programme.port.ts';
import { pointsAccountOf, type MemberVerificationFailure } from './verify-member.server.ts';

/** `points-changed`: none were chosen, or the account or the price no longer allows those that were. */
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
  /** What is left for another way to pay; 0 when the points pay everything. */
  readonly inMoney: bigint;
  /** As `pay` takes it. Names points and rate, so that a rate which changes meanwhile is seen and charged by nobody. */
  readonly request: PointsTenderRequest;
}

/** The points that the buyer chose, as a tender of a price; what they have is asked of the programme again. */
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
