import { pipelinedReads } from '#src/kernel/db/pipeline.server.ts';
import type { Brand, BrandRegistry } from '#src/branding/index.server.ts';
import { brandOf } from '#src/branding/index.server.ts';
import type { DomainContext } from '#src/domain/context.server.ts';
import { type Lead, leadById } from '#src/domain/checkout/leads/index.server.ts';
import { transfersOfOrder } from '#src/domain/payments/ledger/index.server.ts';
import type { PendingEmail } from '#src/domain/messaging/emails/index.server.ts';
import { type AttemptView, type Order, orderView, type SplitView } from '#src/domain/orders/index.server.ts';
import { type ChosenLocation, locationsOfOrder } from '#src/domain/checkout/test-locations/index.server.ts';
import { type Quote, quoteById } from '#src/domain/checkout/quotes/index.server.ts';
import { type CheckoutSession, sessionById } from '#src/domain/checkout/sessions/index.server.ts';

/** The data of any order e-mail. */
export interface OrderEmailData {
  readonly message: PendingEmail;
  readonly brand: Brand;
  readonly order: Order;
  /** Newest first. */
  readonly attempts: readonly AttemptView[];
  /** Present when several tenders pay the order. */
  readonly split?: SplitView;
  readonly session: CheckoutSession;
  readonly lead: Lead;
  /** The order's frozen price: lines, voucher, installments. */
  readonly quote: Quote;
  readonly locations: readonly ChosenLocation[];
  /** What each attempt brought in for this order (price and interest, no surplus), in minor units. */
  readonly received: ReadonlyMap<string, bigint>;
}

/** Reads what a message is about. Throws when a row or the brand is missing: none of them is ever deleted. */
export async function readOrderEmailData(
  ctx: DomainContext,
  brands: BrandRegistry,
  message: PendingEmail,
): Promise<OrderEmailData> {
  const view = await orderView(ctx, message.orderId);
  if (!view) throw missing(message, 'order');
  const { order, attempts, split } = view;
  const [session, lead, quote, transfers, locations] = await pipelinedReads(ctx.db, (db) =>
    Promise.all([
      sessionById(db, order.sessionId),
      leadById(db, order.leadId),
      quoteById(db, order.sessionId, order.quoteId),
      transfersOfOrder(db, order.id),
      locationsOfOrder(db, order.id),
    ]),
  );
  const brand = brandOf(brands, order.brand, order.variant);
  if (!session) throw missing(message, 'session');
  if (!lead) throw missing(message, 'lead');
  if (!quote) throw missing(message, 'quote');
  if (!brand) throw missing(message, 'brand');
  const received = new Map<string, bigint>();
  for (const { kind, attemptId, amount } of transfers) {
    if (kind !== 'capture-principal' && kind !== 'capture-interest') continue;
    received.set(attemptId, (received.get(attemptId) ?? 0n) + amount);
  }
  return { message, brand, order, attempts, ...(split ? { split } : {}), session, lead, quote, locations, received };
}

function missing({ id }: PendingEmail, what: string): Error {
  return new Error(`Message ${id} has no ${what}`);
}
