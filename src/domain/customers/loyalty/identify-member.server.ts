import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { CustomersContext } from '../context.server.ts';
import { orderById } from '../../orders/index.server.ts';
import type { CheckoutSession } from '../../checkout/sessions/index.ts';
import { spendLookup } from './points-rate-limit.repository.server.ts';
import { startPointsLink } from './points-link.repository.server.ts';
import type { PointsKind } from './points-link.types.ts';
import type { PointsProgramme, ProgrammeFailure } from './programme.port.ts';

export type IdentifyFailure = ProgrammeFailure | 'too-many' | 'order-paid';

/** The programme that serves a session's market; null where there is none. */
export function programmeFor(ctx: CustomersContext, { market }: CheckoutSession): PointsProgramme | null {
  return ctx.points?.markets.includes(market) ? ctx.points : null;
}

/**
 * Finds the buyer among the programme's members by their CPF (digits). The document is told to the programme and kept
 * nowhere by this; nothing of the member is known afterwards but their masked devices. `too-many`: this browser or its
 * network has asked for enough documents for this hour.
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
