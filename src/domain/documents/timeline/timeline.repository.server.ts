import { sql } from 'kysely';
import type { Db } from '../../base-context.server.ts';

/** One thing that happened to a sale. `at` is a UTC instant; amounts are minor units. */
export interface TimelineRow {
  readonly at: Date;
  readonly kind:
    | 'order'
    | 'attempt'
    | 'ledger'
    | 'email'
    | 'webhook-in'
    | 'webhook-out'
    | 'access'
    | 'refund'
    | 'exception'
    | 'document';
  /** The id of the thing: attempt, e-mail, event and so on. */
  readonly subject: string;
  readonly detail: Readonly<Record<string, string | number | null>>;
}

/**
 * The orders that a word names: order id, reference (with or without its hyphen), attempt id, a company's reference of a
 * charge, a movement (a Pix end-to-end id), or a buyer's e-mail. Oldest first.
 */
export async function ordersNamed(db: Db, name: string): Promise<string[]> {
  const reference = name.replace('-', '').toUpperCase();
  const { rows } = await sql<{ id: string }>`
    select id from orders
    where id = ${name} or reference = ${reference}
      or id in (select order_id from attempts where id = ${name} or reference = ${name})
      or id in (select order_id from ledger_transfers where movement_id = ${name})
      or lead_id in (select id from leads where lower(email) = lower(${name}))
    order by created_at, id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Everything that is stored of one order, in the order in which it happened. */
export async function timelineOfOrder(db: Db, orderId: string): Promise<TimelineRow[]> {
  const { rows } = await sql<TimelineRow>`
    with own as (select * from orders where id = ${orderId}),
      tried as (select attempts.* from attempts join own on own.id = attempts.order_id)
    select * from (
      select created_at as at, 'order' as kind, id as subject, 0 as place,
        jsonb_build_object('step', 'created', 'total', total, 'currency', currency, 'brand', brand, 'product', product_code,
          'plan', plan_id, 'seller', seller, 'source', source) as detail from own
      union all
      select paid_at, 'order', id, 1, jsonb_build_object('step', 'paid', 'received', received, 'currency', currency)
        from own where paid_at is not null
      union all
      select e.at, 'attempt', e.attempt_id, 0, jsonb_build_object('from', e.from_state, 'to', e.to_state, 'source', e.source,
          'decline', e.decline_code, 'number', tried.number, 'rail', tried.rail, 'gateway', tried.gateway,
          'amount', tried.amount, 'currency', tried.currency, 'event', e.id)
        from attempt_events e join tried on tried.id = e.attempt_id
      union all
      select l.recorded_at, 'ledger', l.movement_id, 1, jsonb_build_object('entry', l.kind, 'amount', l.amount,
          'currency', l.currency, 'gateway', l.gateway, 'debit', l.debit_account, 'credit', l.credit_account)
        from ledger_transfers l join own on own.id = l.order_id
      union all
      select w.received_at, 'webhook-in', w.event_id, 0, jsonb_build_object('gateway', w.gateway, 'state', w.state,
          'reason', w.reason, 'handled', w.handled_at)
        from incoming_webhooks w join tried on w.attempt_id = tried.id
      union all
      select m.created_at, 'email', m.id, 2, jsonb_build_object('template', m.kind, 'state', m.state, 'tries', m.tries,
          'sent', m.sent_at) from emails m join own on own.id = m.order_id
      union all
      select v.created_at, 'webhook-out', v.type, 2, jsonb_build_object('endpoint', d.endpoint_id, 'state', d.state,
          'tries', d.tries, 'status', d.last_status, 'failure', d.last_failure, 'delivered', d.delivered_at)
        from outbox_events v join own on own.id = v.order_id left join webhook_deliveries d on d.event_id = v.id
      union all
      select g.granted_at, 'access', g.id, 2, jsonb_build_object('step', 'granted', 'state', g.state)
        from access_grants g join own on own.id = g.order_id
      union all
      select t.used_at, 'access', g.id, 3, jsonb_build_object('step', 'used', 'purpose', t.purpose)
        from access_grants g join own on own.id = g.order_id join access_tokens t on t.grant_id = g.id
        where t.used_at is not null
      union all
      select r.requested_at, 'refund', r.id, 0, jsonb_build_object('step', 'requested', 'amount', r.amount,
          'currency', r.currency, 'reason', r.reason, 'by', r.requested_by, 'confirmed', r.confirmed_by)
        from refund_requests r join own on own.id = r.order_id
      union all
      select coalesce(p.ended_at, p.requested_at), 'refund', p.id, 1, jsonb_build_object('step', p.state,
          'amount', p.amount, 'movement', p.movement_id)
        from refund_parts p join own on own.id = p.order_id
      union all
      select x.created_at, 'exception', x.id, 2, jsonb_build_object('step', 'opened', 'exception', x.kind, 'task', x.task,
          'amount', x.amount, 'currency', x.currency, 'assigned', x.assigned_to)
        from reconciliation_exceptions x join own on own.id = x.order_id
      union all
      select x.resolved_at, 'exception', x.id, 3, jsonb_build_object('step', 'resolved', 'exception', x.kind,
          'by', x.resolved_by, 'reference', x.reference, 'outcome', x.outcome)
        from reconciliation_exceptions x join own on own.id = x.order_id where x.resolved_at is not null
      union all
      select n.created_at, 'document', n.id, 2, jsonb_build_object('document', 'fiscal note', 'state', n.state,
          'number', n.note_number, 'refusal', n.refusal)
        from fiscal_notes n join own on own.id = n.order_id
    ) as happened
    order by at, place, subject`.execute(db);
  return rows;
}
