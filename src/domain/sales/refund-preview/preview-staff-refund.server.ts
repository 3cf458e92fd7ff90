import { ok, type Result } from '#src/kernel/result/result.ts';
import type { Db } from '../../base-context.server.ts';
import type { SalesContext } from '../context.server.ts';
import { accessStateOf } from '../../customers/access/index.server.ts';
import { accrualStateOf } from '../../customers/loyalty/index.server.ts';
import { noteOfOrder } from '../../documents/fiscal-notes/index.server.ts';
import { previewRefund, type RefundPreview, type RefundPreviewFailure } from '../../payments/index.server.ts';
import { subscriptionEffectOfRefund } from '../../subscriptions/subscriptions/index.server.ts';

/**
 * What a refund changes beside the money, once all of it is back. Every member is `none` where the order has no such thing, or
 * it has ended already, and `stays` where the refund does not touch it.
 */
export interface RefundEffects {
  readonly access: 'ends' | 'stays' | 'none';
  /** `former-plan`: the order changed the plan of a subscription, which has its former plan again. */
  readonly subscription: 'ends' | 'former-plan' | 'stays' | 'none';
  readonly fiscalNote: 'canceled' | 'stays' | 'none';
  /** `reversed`: points that were credited are taken back; `not-credited`: they never will be. */
  readonly earnedPoints: 'reversed' | 'not-credited' | 'stays' | 'none';
}

export interface StaffRefundPreview extends RefundPreview {
  readonly effects: RefundEffects;
}

/**
 * What staff see before they refund `request` minor units of an order, or `all` that is left: the division over its payments,
 * and what ends with it. Reads only.
 */
export async function previewStaffRefund(
  ctx: Pick<SalesContext, 'db' | 'gateways'>,
  orderId: string,
  request: bigint | 'all',
): Promise<Result<StaffRefundPreview, RefundPreviewFailure>> {
  const preview = await previewRefund(ctx, orderId, request);
  if (!preview.ok) return preview;
  return ok({ ...preview.value, effects: await effectsOf(ctx.db, orderId, preview.value.endsSale) });
}

async function effectsOf(db: Db, orderId: string, endsSale: boolean): Promise<RefundEffects> {
  const access = await accessStateOf(db, orderId);
  const subscription = await subscriptionEffectOfRefund(db, orderId);
  const note = await noteOfOrder(db, orderId);
  const hasNote = note?.state === 'issued' || note?.state === 'requested';
  const accrual = await accrualStateOf(db, orderId);
  const points = accrual === 'credited' ? 'reversed' : accrual === 'waiting' ? 'not-credited' : 'none';
  return {
    access: access !== 'active' ? 'none' : endsSale ? 'ends' : 'stays',
    subscription: subscription === 'none' || endsSale ? subscription : 'stays',
    fiscalNote: !hasNote ? 'none' : endsSale ? 'canceled' : 'stays',
    earnedPoints: points === 'none' || endsSale ? points : 'stays',
  };
}
