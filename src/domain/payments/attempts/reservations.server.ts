import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { Db } from '../../base-context.server.ts';
import type { PaymentsContext } from '../context.server.ts';
import type { Order } from '../../orders/index.ts';
import type { ChosenLocation } from '../../checkout/test-locations/index.server.ts';
import { saveOrderLocations } from '../../orders/index.server.ts';
import type { Quote } from '../../checkout/quotes/index.ts';
import { canReserveSeatsAgain, releaseSeats, reserveSeatsAgain } from '../../checkout/seats/index.server.ts';
import { reserveTickets } from '../../checkout/tickets/index.server.ts';
import { releaseVoucher, reserveVoucher, reserveVoucherAgain } from '../../catalog/vouchers/index.server.ts';

/** Reservations of an open order: a use of its voucher, and its seats. */

/** Reserves for a new order; the failure names what is gone. */
export async function reserveForOrder(
  ctx: PaymentsContext,
  trx: Db,
  order: Order,
  quote: Quote,
  places: readonly ChosenLocation[],
): Promise<Result<null, { readonly code: 'voucher-used-up' | 'place-full' | 'tickets-sold-out' }>> {
  const now = ctx.clock.now();
  if (!(await reserveVoucher(ctx, trx, order, quote.voucher, now))) return err({ code: 'voucher-used-up' });
  if (!(await saveOrderLocations(ctx, trx, order, places, now))) return err({ code: 'place-full' });
  if (!(await reserveTickets(ctx, trx, order, quote.lines, now))) return err({ code: 'tickets-sold-out' });
  return ok(null);
}

/** Releases the reservations of an order that is closed without money. A second call changes nothing. */
export async function releaseReservations(trx: Db, orderId: string, now: Date): Promise<void> {
  await releaseVoucher(trx, orderId, now);
  await releaseSeats(trx, orderId, now);
}

/**
 * Reserves again for a closed order that money came for; what its successor holds passes to it. False, with nothing
 * changed, when others have it now.
 */
export async function reacquireReservations(
  ctx: PaymentsContext,
  trx: Db,
  order: Order,
  successor: Order | null,
): Promise<boolean> {
  if (!(await canReserveSeatsAgain(trx, order.id, successor?.id ?? null))) return false;
  if (!(await reserveVoucherAgain(ctx, trx, order, successor))) return false;
  await reserveSeatsAgain(trx, order.id, successor?.id ?? null, ctx.clock.now());
  return true;
}
