import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { Db, DomainContext } from '../context.server.ts';
import type { Order } from '../orders/index.ts';
import { type ChosenPlace, keepPlaces } from '../places/index.server.ts';
import type { Quote } from '../quotes/index.ts';
import { canRetakeSeats, releaseSeats, retakeSeats } from '../seats/index.server.ts';
import { takeTickets } from '../tickets/index.server.ts';
import { releaseVoucher, reserveVoucher, retakeVoucher } from '../vouchers/index.server.ts';

/** What an order keeps from others while it is open: a use of its voucher, and its seats. */

/** Takes all of it for an order that is just being written; the failure says what is gone. */
export async function takeHoldings(
  ctx: DomainContext,
  trx: Db,
  order: Order,
  quote: Quote,
  places: readonly ChosenPlace[],
): Promise<Result<null, { readonly code: 'voucher-used-up' | 'place-full' | 'tickets-sold-out' }>> {
  const now = ctx.clock.now();
  if (!(await reserveVoucher(ctx, trx, order, quote.voucher, now))) return err({ code: 'voucher-used-up' });
  if (!(await keepPlaces(ctx, trx, order, places, now))) return err({ code: 'place-full' });
  if (!(await takeTickets(ctx, trx, order, quote.lines, now))) return err({ code: 'tickets-sold-out' });
  return ok(null);
}

/** Gives it back when an order is given up without money. A second call changes nothing. */
export async function giveBackHoldings(trx: Db, orderId: string, now: Date): Promise<void> {
  await releaseVoucher(trx, orderId, now);
  await releaseSeats(trx, orderId, now);
}

/**
 * Takes it again for a given-up order, because money came for it after all; what its successor holds passes to it.
 * False, with nothing changed, when others have it now.
 */
export async function retakeHoldings(
  ctx: DomainContext,
  trx: Db,
  order: Order,
  successor: Order | null,
): Promise<boolean> {
  if (!(await canRetakeSeats(trx, order.id, successor?.id ?? null))) return false;
  if (!(await retakeVoucher(ctx, trx, order, successor))) return false;
  await retakeSeats(trx, order.id, successor?.id ?? null, ctx.clock.now());
  return true;
}
