import { type Selectable, sql } from 'kysely';
import { deferred } from '#src/kernel/db/pipeline.server.ts';
import { newId } from '#src/kernel/ids/ids.server.ts';
import type { Db } from '../base-context.server.ts';
import type { Database } from '../database/index.server.ts';
import type { Lead } from '../checkout/leads/index.ts';
import type { Quote } from '../checkout/quotes/index.ts';
import { type CheckoutSession, withSessionOrder } from '../checkout/sessions/index.server.ts';
import type { Order } from './order.types.ts';

/** A reference as it is shown, in two groups. */
export function formatOrderReference(reference: string): string {
  return `${reference.slice(0, 3)}-${reference.slice(3)}`;
}

export function toOrder(row: Selectable<Database['orders']>): Order {
  return {
    id: row.id,
    number: row.number,
    reference: formatOrderReference(row.reference),
    sessionId: row.session_id,
    leadId: row.lead_id,
    quoteId: row.quote_id,
    brand: row.brand,
    variant: row.variant,
    business: row.business,
    productCode: row.product_code,
    planId: row.plan_id,
    market: row.market,
    locale: row.locale,
    currency: row.currency,
    total: row.total,
    received: row.received,
    returned: row.returned,
    state: row.state,
    createdAt: row.created_at,
    paidAt: row.paid_at,
    analyticsClientId: row.analytics_client_id,
    holdExpiresAt: row.hold_expires_at,
    subscriptionId: row.subscription_id,
  };
}

/**
 * Writes the order with its lines from a quote, and with the points programme that the buyer joined, and makes it the one
 * that its session is about. The price is frozen here; nothing changes it afterwards.
 */
export async function createOrder(
  db: Db,
  from: {
    readonly session: CheckoutSession;
    readonly lead: Lead;
    readonly quote: Quote;
    readonly planId: string;
    /** The billing period that it pays. */
    readonly term?: { readonly subscriptionId: string; readonly number: number };
  },
  now: Date,
): Promise<Order> {
  const { session, lead, quote, term } = from;
  const id = newId('ord');
  const lines = lineRows(id, quote);
  // One statement, one round trip; keys that point from one part to the other are checked at its end.
  const row = await withSessionOrder(db, session.id, id)
    .with('lines', (part) => part.insertInto('order_lines').values(lines))
    .with('membership', (part) =>
      part
        .insertInto('order_memberships')
        .columns(['order_id', 'programme', 'kind', 'member_id', 'points'])
        .expression((eb) =>
          eb
            .selectFrom('points_links')
            .select([sql.val(id).as('order_id'), 'programme', 'kind', 'member_id', 'points'])
            .where('session_id', '=', session.id)
            .where('joined_at', 'is not', null),
        ),
    )
    .insertInto('orders')
    .values({
      id,
      session_id: session.id,
      lead_id: lead.id,
      quote_id: quote.id,
      brand: session.brand,
      variant: session.variant,
      business: session.business,
      product_code: session.productCode,
      plan_id: from.planId,
      market: session.market,
      locale: session.locale,
      seller: session.seller,
      source: session.source,
      currency: quote.currency,
      total: quote.total,
      state: 'open',
      created_at: now,
      paid_at: null,
      parent_order_id: session.upsell?.orderId ?? null,
      ...(term ? { subscription_id: term.subscriptionId, billing_period_number: term.number } : {}),
      analytics_client_id: session.analyticsClientId ?? null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toOrder(row);
}

function lineRows(orderId: string, { lines }: Pick<Quote, 'lines'>) {
  return lines.map((line, position) => ({
    order_id: orderId,
    position,
    kind: line.kind,
    product_code: line.productCode,
    plan_id: line.planId,
    title: line.title,
    standard_amount: line.standardAmount,
    amount: line.amount,
  }));
}

/** Gives an order the price and the lines of another quote. The caller holds its lock, and has seen that nothing was paid. */
export async function repriceOrder(trx: Db, id: string, quote: Pick<Quote, 'id' | 'total' | 'lines'>): Promise<void> {
  await trx.updateTable('orders').set({ quote_id: quote.id, total: quote.total }).where('id', '=', id).execute();
  await trx.deleteFrom('order_lines').where('order_id', '=', id).execute();
  await trx.insertInto('order_lines').values(lineRows(id, quote)).execute();
}

/** Reads and locks the order of an attempt, in one round trip. */
export async function lockOrderOfAttempt(db: Db, attemptId: string): Promise<Order | null> {
  const row = await db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', (eb) =>
      eb.selectFrom('attempts').select('attempts.order_id').where('attempts.id', '=', attemptId),
    )
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ? toOrder(row) : null;
}

/** Reads and locks an order. Everything that changes an order, its attempts or its money holds this lock. */
export async function lockOrder(db: Db, id: string): Promise<Order | null> {
  const row = await db.selectFrom('orders').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  return row ? toOrder(row) : null;
}

export async function orderById(db: Db, id: string): Promise<Order | null> {
  const row = await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toOrder(row) : null;
}

/** The orders of these leads, in the order of their ids. */
export async function ordersOfLeads(db: Db, leadIds: readonly string[]): Promise<readonly { readonly id: string }[]> {
  return db.selectFrom('orders').select('id').where('lead_id', 'in', leadIds).orderBy('id').execute();
}

/** Reads and locks the order that replaced this one in its session; null when there is none. */
export async function lockSuccessorOrder(db: Db, order: Order): Promise<Order | null> {
  const row = await db
    .selectFrom('orders')
    .selectAll()
    .where('session_id', '=', order.sessionId)
    .where('id', '<>', order.id)
    .where('state', '<>', 'closed')
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ? toOrder(row) : null;
}

/**
 * Makes an order pay the billing period of the order that it replaces, and returns it so; unchanged where that one pays none.
 * The caller holds both locks.
 */
export async function copyBillingPeriod(trx: Db, replaced: Order, order: Order): Promise<Order> {
  const { subscriptionId } = replaced;
  if (!subscriptionId) return order;
  const copy = trx
    .updateTable('orders')
    .from('orders as earlier')
    .set((eb) => ({
      subscription_id: eb.ref('earlier.subscription_id'),
      billing_period_number: eb.ref('earlier.billing_period_number'),
    }))
    .where('orders.id', '=', order.id)
    .where('earlier.id', '=', replaced.id);
  await deferred(trx, copy);
  return { ...order, subscriptionId };
}
