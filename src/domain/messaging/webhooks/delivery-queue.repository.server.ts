import { type FunctionModule, sql } from 'kysely';
import type { Db } from '../../base-context.server.ts';
import type { Database } from '../../database/index.server.ts';

/** The tables that a query for a subject has joined. */
interface JoinedTables extends Database {
  /** The subscription for a billing period of which an order is. */
  readonly charged: Database['subscriptions'];
}

/**
 * What an event is about: the lead from which it all came. A lead, the order that came of it, the subscription that began
 * with that, and the orders of its billing periods are one subject, so that events about two of them have an order too.
 */
function deliverySubject(
  fn: Pick<FunctionModule<JoinedTables, 'charged' | 'orders' | 'subscriptions' | 'leads'>, 'coalesce'>,
) {
  return fn.coalesce('charged.lead_id', 'orders.lead_id', 'subscriptions.lead_id', 'leads.id');
}

/** Takes the right to dispatch events until the transaction ends; false while another worker has it. */
export async function tryLockDispatch(trx: Db): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('outgoing events', 36)) as held
  `.execute(trx);
  return rows[0]?.held === true;
}

/** An event that is not dispatched yet, with whose endpoints it concerns. */
export interface UndispatchedEvent {
  readonly id: bigint;
  readonly type: string;
  readonly brand: string | null;
  readonly variant: string | null;
  readonly subject: string | null;
}

/** Reads and locks the oldest events that are not dispatched yet. */
export async function lockUndispatchedEvents(trx: Db, limit: number): Promise<readonly UndispatchedEvent[]> {
  return trx
    .selectFrom('outbox_events')
    .leftJoin('orders', 'orders.id', 'outbox_events.order_id')
    .leftJoin('subscriptions as charged', 'charged.id', 'orders.subscription_id')
    .leftJoin('subscriptions', 'subscriptions.id', 'outbox_events.subscription_id')
    .leftJoin('leads', 'leads.id', 'outbox_events.lead_id')
    .leftJoin('checkout_sessions', 'checkout_sessions.id', 'leads.session_id')
    .select((eb) => [
      'outbox_events.id',
      'outbox_events.type',
      eb.fn.coalesce('orders.brand', 'subscriptions.brand', 'leads.brand').as('brand'),
      eb.fn.coalesce('orders.variant', 'subscriptions.variant', 'checkout_sessions.variant').as('variant'),
      deliverySubject(eb.fn).as('subject'),
    ])
    .where('outbox_events.dispatched_at', 'is', null)
    .orderBy('outbox_events.id')
    .limit(limit)
    .forUpdate('outbox_events')
    .execute();
}

/** An event for one endpoint. `isEnded`: the endpoint has ended, so nothing is sent. */
export interface NewDelivery {
  readonly endpointId: string;
  readonly eventId: bigint;
  readonly subject: string | null;
  readonly isEnded: boolean;
}

/** Writes deliveries, each once per endpoint and event. */
export async function insertDeliveries(trx: Db, deliveries: readonly NewDelivery[], now: Date): Promise<void> {
  if (deliveries.length === 0) return;
  // As lists in one value each: a statement of its own for each number of events would cost a plan in every connection.
  await sql`
    insert into webhook_deliveries (endpoint_id, event_id, subject, state, next_try_at, created_at)
    select endpoint_id, event_id, subject, case when is_ended then 'ended' else 'waiting' end,
      case when is_ended then null else ${now}::timestamptz end, ${now}::timestamptz
    from unnest(
      ${deliveries.map((one) => one.endpointId)}::text[],
      ${deliveries.map((one) => one.eventId)}::bigint[],
      ${deliveries.map((one) => one.subject)}::text[],
      ${deliveries.map((one) => one.isEnded)}::boolean[]
    ) as delivery (endpoint_id, event_id, subject, is_ended)
    on conflict do nothing
  `.execute(trx);
}

/** Which events an endpoint is sent again: one, or those of a span of time (`from` is in it, `to` is not). */
export type ReplayedEvents =
  | { readonly eventId: bigint }
  | { readonly from: Date; readonly to: Date; readonly onlyMissed: boolean };

/**
 * Makes deliveries of an endpoint wait again, and writes those that it never had. `brands`: `brand` or `brand.variant`;
 * `types`: our own event types. `onlyMissed` leaves out what was delivered. Returns how many.
 */
export async function requeueDeliveries(
  trx: Db,
  endpointId: string,
  events: ReplayedEvents,
  { types, brands, now }: { readonly types: readonly string[]; readonly brands: readonly string[]; readonly now: Date },
): Promise<number> {
  const requeued = await trx
    .with('wanted', (part) => {
      const all = part
        .selectFrom('outbox_events as event')
        .leftJoin('orders', 'orders.id', 'event.order_id')
        .leftJoin('subscriptions as charged', 'charged.id', 'orders.subscription_id')
        .leftJoin('subscriptions', 'subscriptions.id', 'event.subscription_id')
        .leftJoin('leads', 'leads.id', 'event.lead_id')
        .leftJoin('checkout_sessions', 'checkout_sessions.id', 'leads.session_id')
        .select((eb) => ['event.id', deliverySubject(eb.fn).as('subject')])
        .where('event.type', 'in', types)
        .where((eb) => {
          const brand = eb.fn.coalesce('orders.brand', 'subscriptions.brand', 'leads.brand');
          const variant = eb.fn.coalesce('orders.variant', 'subscriptions.variant', 'checkout_sessions.variant');
          const spelled = sql<string>`${brand} || coalesce('.' || ${variant}, '')`;
          return sql<boolean>`${spelled} = any(${brands})`;
        });
      return 'eventId' in events
        ? all.where('event.id', '=', events.eventId)
        : all.where('event.created_at', '>=', events.from).where('event.created_at', '<', events.to);
    })
    .insertInto('webhook_deliveries')
    .columns(['endpoint_id', 'event_id', 'subject', 'state', 'next_try_at', 'created_at', 'replayed_at'])
    .expression((eb) =>
      eb
        .selectFrom('wanted')
        .select([
          sql<string>`${endpointId}::text`.as('endpoint_id'),
          'wanted.id',
          'wanted.subject',
          sql<'waiting'>`'waiting'`.as('state'),
          sql<Date>`${now}::timestamptz`.as('next_try_at'),
          sql<Date>`${now}::timestamptz`.as('created_at'),
          sql<Date>`${now}::timestamptz`.as('replayed_at'),
        ])
        // In the order in which deliveries are recorded.
        .orderBy('wanted.id'),
    )
    .onConflict((conflict) => {
      const again = conflict.columns(['endpoint_id', 'event_id']).doUpdateSet((eb) => ({
        ...{ state: 'waiting', next_try_at: now, round_tries: 0, replayed_at: now },
        subject: eb.ref('excluded.subject'),
      }));
      const isMissedOnly = !('eventId' in events) && events.onlyMissed;
      return isMissedOnly ? again.where('webhook_deliveries.state', '<>', 'delivered') : again;
    })
    .returning('event_id')
    .execute();
  return requeued.length;
}

/** How long deliveries still wait after no brand names their endpoint any more: it may be added again. */
const graceSeconds = 3600;

/**
 * Ends the deliveries that wait for endpoints that have ended, or that no brand has named for an hour; at most `limit`. Returns
 * the endpoint of each. Rows that are locked at that moment, also the endpoint that an operator just opens, are left to the
 * next call, so that it never waits.
 */
export async function endPendingDeliveries(db: Db, now: Date, limit: number): Promise<EndedDelivery[]> {
  const { rows } = await sql<{ endpoint_id: string; is_unlisted: boolean }>`
    with finished as materialized (
      select delivery.endpoint_id, delivery.event_id, endpoint.ended_at is null as is_unlisted
      from webhook_endpoints as endpoint
      join webhook_deliveries as delivery on delivery.endpoint_id = endpoint.id
      where (endpoint.ended_at is not null
          or endpoint.unlisted_at <= ${now}::timestamptz - make_interval(secs => ${graceSeconds}))
        and delivery.state = 'waiting'
      limit ${limit}
      for share of endpoint skip locked
      for update of delivery skip locked
    )
    update webhook_deliveries as delivery
    set state = 'ended', next_try_at = null,
      last_failure = case when finished.is_unlisted then 'endpoint-unlisted' else delivery.last_failure end
    from finished
    where delivery.endpoint_id = finished.endpoint_id and delivery.event_id = finished.event_id
    returning finished.endpoint_id, finished.is_unlisted
  `.execute(db);
  return rows.map((row) => ({ endpointId: row.endpoint_id, isUnlisted: row.is_unlisted }));
}

interface EndedDelivery {
  readonly endpointId: string;
  /** No brand names the endpoint; else the endpoint has ended. */
  readonly isUnlisted: boolean;
}

/** How long a delivery that blocks others waits for its next try, at a receiver that accepts other messages. */
const holdSeconds = 5 * 60;

/**
 * Brings forward the next try of failed deliveries that block later ones about the same subject, at a receiver that accepted
 * another message since, or whose message could not be built. Their tries are over within the hour: they are delivered or
 * given up, and the others go on. A receiver that accepts nothing is left to the schedule.
 */
export async function expediteBlocking(db: Db, now: Date, limit: number): Promise<void> {
  // In the order in which deliveries are recorded; locked rows are left to the next call.
  await sql`
    with holding as materialized (
      select held.endpoint_id, held.event_id
      from webhook_deliveries as held
      join webhook_endpoints as endpoint on endpoint.id = held.endpoint_id
      where held.state = 'waiting' and held.round_tries > 0 and endpoint.ended_at is null
        and held.last_try_at <= ${now}::timestamptz - make_interval(secs => ${holdSeconds})
        and held.next_try_at > ${now}
        and (endpoint.last_success_at > held.last_try_at or held.last_failure = 'unreadable')
        and exists (
          select from webhook_deliveries as later
          where later.endpoint_id = held.endpoint_id and later.subject = held.subject and later.event_id > held.event_id
            and later.state = 'waiting'
        )
      order by held.event_id
      limit ${limit}
      for update of held skip locked
    )
    update webhook_deliveries as delivery
    set next_try_at = ${now}
    from holding
    where delivery.endpoint_id = holding.endpoint_id and delivery.event_id = holding.event_id
  `.execute(db);
}
