import { sql } from 'kysely';
import type { JsonObject } from '#src/kernel/json/json.ts';
import type { Db } from '../../base-context.server.ts';

/** An event with the rows that it is about, as they are now. Personal data are read when a message is sent, never stored with it. */
export interface EventFacts {
  readonly id: bigint;
  readonly type: string;
  readonly payload: JsonObject;
  readonly at: Date;
  readonly order: Awaited<ReturnType<typeof orders>>[number] | null;
  readonly subscription: Awaited<ReturnType<typeof subscriptions>>[number] | null;
  readonly lead: Awaited<ReturnType<typeof leads>>[number] | null;
  /** Of an erased lead: its orders and subscriptions. Empty for every other event. */
  readonly orders: readonly Omit<ErasedOrder, 'lead_id'>[];
  readonly subscriptions: readonly string[];
}

/** The facts of these events, by id; an event that is not there is left out. */
export async function factsOf(db: Db, eventIds: readonly bigint[]): Promise<ReadonlyMap<bigint, EventFacts>> {
  const events = await db
    .selectFrom('outbox_events')
    .select(['id', 'type', 'payload', 'created_at', 'order_id', 'subscription_id', 'lead_id'])
    .where(isOneOf('id', eventIds, 'bigint'))
    .execute();
  const erased = known(events.map((event) => (event.type === 'person-erased' ? event.lead_id : null)));
  const [ofOrders, ofSubscriptions, ofLeads, erasedOrders, erasedSubscriptions] = await Promise.all([
    orders(db, known(events.map((event) => event.order_id))),
    subscriptions(db, known(events.map((event) => event.subscription_id))),
    leads(db, known(events.map((event) => event.lead_id))),
    ordersOfErased(db, erased),
    subscriptionsOfErased(db, erased),
  ]);
  return new Map(
    events.map((event) => [
      event.id,
      {
        id: event.id,
        type: event.type,
        payload: event.payload,
        at: event.created_at,
        order: ofOrders.find(({ id }) => id === event.order_id) ?? null,
        subscription: ofSubscriptions.find(({ id }) => id === event.subscription_id) ?? null,
        lead: ofLeads.find(({ id }) => id === event.lead_id) ?? null,
        orders: erasedOrders.filter((order) => order.lead_id === event.lead_id && event.type === 'person-erased'),
        subscriptions: erasedSubscriptions
          .filter((one) => one.lead_id === event.lead_id && event.type === 'person-erased')
          .map(({ id }) => id),
      },
    ]),
  );
}

interface ErasedOrder {
  readonly id: string;
  readonly lead_id: string;
  readonly paid_at: Date | null;
  readonly access_id: string | null;
}

async function ordersOfErased(db: Db, leadIds: readonly string[]): Promise<readonly ErasedOrder[]> {
  if (leadIds.length === 0) return [];
  return db
    .selectFrom('orders')
    .leftJoin('access_grants', 'access_grants.order_id', 'orders.id')
    .select(['orders.id', 'orders.lead_id', 'orders.paid_at', 'access_grants.id as access_id'])
    .where(isOneOf('orders.lead_id', leadIds, 'text'))
    .orderBy('orders.number')
    .execute();
}

async function subscriptionsOfErased(db: Db, leadIds: readonly string[]) {
  if (leadIds.length === 0) return [];
  return db
    .selectFrom('subscriptions')
    .select(['id', 'lead_id'])
    .where(isOneOf('lead_id', leadIds, 'text'))
    .orderBy('id')
    .execute();
}

/** A list as one value: as many parameters would be another statement, and another plan, for each number of ids. */
function isOneOf(column: string, ids: readonly (bigint | string)[], type: 'bigint' | 'text') {
  return sql<boolean>`${sql.ref(column)} = any(${ids}::${sql.raw(type)}[])`;
}

const known = (ids: readonly (string | null)[]): string[] => [...new Set(ids.filter((id) => id !== null))];

async function orders(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('orders')
    .innerJoin('leads', 'leads.id', 'orders.lead_id')
    .leftJoin('access_grants', 'access_grants.order_id', 'orders.id')
    .leftJoin('billing_periods', 'billing_periods.order_id', 'orders.id')
    .select([
      'orders.id',
      'orders.number',
      'orders.brand',
      'orders.variant',
      'orders.business',
      'orders.product_code',
      'orders.plan_id',
      'orders.market',
      'orders.seller',
      'orders.source',
      'orders.currency',
      'orders.total',
      'orders.parent_order_id',
      'orders.lead_id',
      'leads.name',
      'leads.email',
      'leads.document_type',
      'leads.document_number',
      'access_grants.id as access_id',
      'billing_periods.subscription_id',
    ])
    .select((eb) =>
      // The payer's document comes with the payment; the lead has one only where a form asked for it before.
      eb
        .selectFrom('attempts')
        .select('attempts.payer')
        .whereRef('attempts.order_id', '=', 'orders.id')
        .orderBy('attempts.serial', 'desc')
        .limit(1)
        .as('payer'),
    )
    .where(isOneOf('orders.id', ids, 'text'))
    .execute();
}

async function subscriptions(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('subscriptions')
    .select(['id', 'order_id', 'brand', 'variant', 'business', 'product_code', 'plan_id', 'market', 'currency'])
    .select(['amount', 'period_start', 'period_end'])
    .where(isOneOf('id', ids, 'text'))
    .execute();
}

async function leads(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('leads')
    .innerJoin('checkout_sessions', 'checkout_sessions.id', 'leads.session_id')
    .select(['leads.id', 'leads.brand', 'checkout_sessions.variant', 'leads.business', 'leads.product_code'])
    .select([
      'leads.market',
      'leads.locale',
      'leads.seller',
      'leads.source',
      'leads.name',
      'leads.email',
      'leads.phone',
    ])
    .where(isOneOf('leads.id', ids, 'text'))
    .execute();
}
