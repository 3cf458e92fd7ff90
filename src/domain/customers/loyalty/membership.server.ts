import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { Db } from '../../base-context.server.ts';
import type { CustomersContext } from '../context.server.ts';
import {
  deleteOrderMembership,
  lockOrder,
  type Order,
  orderById,
  saveOrderMembership,
} from '../../orders/index.server.ts';
import { type CheckoutSession, lockSession } from '../../checkout/sessions/index.server.ts';
import { inTransaction } from '../../transaction.server.ts';
import {
  deletePointsLink,
  membershipOfSession,
  startPointsLink,
  updatePointsLink,
} from './points-link.repository.server.ts';
import type { PointsKind } from './points-link.types.ts';
import { spendLookup } from './points-rate-limit.repository.server.ts';
import type { PointsProgramme, ProgrammeFailure } from './programme.port.ts';

export type IdentifyFailure = ProgrammeFailure | 'too-many' | 'order-paid';

/** The programme that serves a session's market; null where there is none. */
export function programmeFor(ctx: CustomersContext, { market }: CheckoutSession): PointsProgramme | null {
  return ctx.points?.markets.includes(market) ? ctx.points : null;
}

/**
 * Finds the buyer among the programme's members by their CPF (digits), which is sent to the programme and not stored. Only the
 * member's id and masked devices are. `too-many`: this browser or its network has reached the limit of this hour.
 */
export async function identifyMember(
  ctx: CustomersContext,
  programme: PointsProgramme,
  session: CheckoutSession,
  request: { readonly document: string; readonly kind: PointsKind; readonly ip: string },
): Promise<Result<null, IdentifyFailure>> {
  const order = session.orderId ? await orderById(ctx.db, session.orderId) : null;
  if (order?.state === 'paid' || order?.state === 'refunded') return err('order-paid');
  if (!(await spendLookup(ctx, session.id, request.ip))) return err('too-many');
  const found = await programme.identify(request.document);
  if (!found.ok) return err(found.error);
  await startPointsLink(ctx, session, programme, request.kind, found.value);
  return ok(null);
}

/** The session's order while something may still be changed about it: null without one, a failure when it is paid. */
async function changeableOrder(trx: Db, sessionId: string): Promise<Result<Order | null, 'order-paid'>> {
  // A payment holds the session's lock: its order is there with its membership, or it comes after this.
  const held = await lockSession(trx, sessionId);
  const order = held?.orderId ? await lockOrder(trx, held.orderId) : null;
  return order?.state === 'paid' || order?.state === 'refunded' ? err('order-paid') : ok(order);
}

/** The buyer goes on with the programme: their membership is written to the order, now or when it is made. */
export async function joinProgramme(
  ctx: CustomersContext,
  session: CheckoutSession,
): Promise<Result<null, 'order-paid'>> {
  return inTransaction(ctx.db, async (trx) => {
    const order = await changeableOrder(trx, session.id);
    if (!order.ok) return order;
    await updatePointsLink(ctx, session, { joined_at: ctx.clock.now() }, trx);
    const membership = order.value && (await membershipOfSession(trx, session.id));
    if (order.value && membership) await saveOrderMembership(trx, { order_id: order.value.id, ...membership });
    return ok(null);
  });
}

/** The buyer goes on without the programme: their link is deleted, and the membership of an unpaid order too. */
export async function leaveProgramme(
  ctx: CustomersContext,
  session: CheckoutSession,
): Promise<Result<null, 'order-paid'>> {
  return inTransaction(ctx.db, async (trx) => {
    const order = await changeableOrder(trx, session.id);
    if (!order.ok) return order;
    await deletePointsLink(trx, session.id);
    if (order.value) await deleteOrderMembership(trx, order.value.id);
    return ok(null);
  });
}
