import { sql } from 'kysely';
import type { Db } from '../../base-context.server.ts';
import { erasedDomain } from '../../checkout/leads/index.server.ts';
import { formatOrderReference } from '../../orders/index.server.ts';
import type {
  AttemptEventFacts,
  AttemptFacts,
  DisputeFacts,
  ExceptionFacts,
  IncomingWebhookFacts,
  LedgerFacts,
  OrderFacts,
  PendingRefundFacts,
  RefundFacts,
  TenderFacts,
} from './sale-facts.types.ts';

/** Reads of one order's payments, a statement each, all by keys of the order. They name no buyer. */

/** The order with its tenders and all that there is once per order; null when there is no such order. */
export async function orderFacts(
  db: Db,
  orderId: string,
): Promise<{ readonly order: OrderFacts; readonly tenders: readonly TenderFacts[] } | null> {
  type Row = Omit<OrderFacts, 'coolingOff' | 'points'> & {
    readonly tenders: readonly (Omit<TenderFacts, 'principal' | 'interest'> & {
      readonly principal: string;
      readonly interest: string;
    })[];
    readonly coolingAt: Date | null;
    readonly coolingAmount: bigint;
    readonly coolingLastDay: string;
    readonly pointsState: string | null;
    readonly pointsCreditedAt: Date | null;
    readonly pointsDueAt: Date;
  };
  const { rows } = await sql<Row>`
    select o.id, o.number, o.reference, o.session_id as "sessionId", o.lead_id as "leadId", o.brand, o.variant, o.business,
      o.product_code as product, o.plan_id as plan, o.market, o.locale, o.seller, o.source, o.currency, o.total, o.received,
      o.returned, o.state, s.created_at as "sessionAt", l.created_at as "leadAt", o.created_at as "createdAt",
      o.paid_at as "paidAt", o.hold_expires_at as "holdExpiresAt", o.parent_order_id as "parentOrderId",
      o.subscription_id as "subscriptionId", o.billing_period_number as "billingPeriodNumber",
      l.email like ${`%@${erasedDomain}`} as "isErased", v.code as voucher, v.released_at as "voucherReleasedAt",
      t.first_charge_on as "trialFirstChargeOn", p.given_at as "payoutGivenAt",
      c.requested_at as "coolingAt", c.amount as "coolingAmount", c.last_day as "coolingLastDay",
      a.state as "pointsState", a.credited_at as "pointsCreditedAt", a.due_at as "pointsDueAt",
      coalesce((select jsonb_agg(jsonb_build_object('kind', x.kind, 'title', x.title, 'amount', x.amount::text)
          order by x.position) from order_lines x where x.order_id = o.id), '[]') as lines,
      coalesce((select jsonb_agg(jsonb_build_object('id', x.id, 'method', x.method, 'rail', x.rail,
          'principal', x.principal::text, 'interest', x.interest::text, 'installments', x.installments)
          order by x.created_at, x.id) from tenders x where x.order_id = o.id), '[]') as tenders
    from orders o
    join checkout_sessions s on s.id = o.session_id
    join leads l on l.id = o.lead_id
    left join voucher_uses v on v.order_id = o.id
    left join trials t on t.order_id = o.id
    left join payout_details p on p.order_id = o.id
    left join cooling_off_requests c on c.order_id = o.id
    left join points_accruals a on a.order_id = o.id
    where o.id = ${orderId}`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { tenders, coolingAt, coolingAmount, coolingLastDay, pointsState, pointsCreditedAt, pointsDueAt, ...order } =
    row;
  return {
    order: {
      ...order,
      reference: formatOrderReference(order.reference),
      coolingOff: coolingAt && { at: coolingAt, amount: coolingAmount, lastDay: coolingLastDay },
      points: pointsState === null ? null : { state: pointsState, creditedAt: pointsCreditedAt, dueAt: pointsDueAt },
    },
    tenders: tenders.map((one) => ({
      ...one,
      principal: BigInt(one.principal),
      interest: BigInt(one.interest),
    })),
  };
}

export async function attemptFacts(db: Db, orderId: string): Promise<readonly AttemptFacts[]> {
  const { rows } = await sql<AttemptFacts>`
    select a.id, a.number, a.tender_id as "tenderId", a.rail, a.gateway, a.method, a.amount, a.installments, a.state,
      a.reference, a.decline_code as "declineCode", a.decline_raw as "declineRaw", a.superseded,
      a.void_state as "voidState", a.checks, a.not_found as "notFound", a.contradictions, a.part,
      a.sealed_request is not null as "isPending", a.next_action ->> 'kind' as "nextAction",
      a.instructions is not null as "hasInstructions", a.kept ->> 'brand' as "cardBrand", a.kept ->> 'last4' as last4,
      a.expires_at as "expiresAt", a.deadline_at as "deadlineAt", a.next_check_at as "nextCheckAt",
      a.created_at as "createdAt", a.updated_at as "updatedAt", u.code as "inPersonCode", u.state as "inPersonState"
    from attempts a left join in_person_payments u on u.attempt_id = a.id
    where a.order_id = ${orderId} order by a.number`.execute(db);
  return rows;
}

/** The moves of the order's attempts, and the webhooks that its gateways sent about them. */
export async function attemptHistory(
  db: Db,
  orderId: string,
): Promise<{
  readonly attemptEvents: readonly AttemptEventFacts[];
  readonly incomingWebhooks: readonly IncomingWebhookFacts[];
}> {
  type Row = AttemptEventFacts & Omit<IncomingWebhookFacts, 'state'> & { readonly state: string | null };
  const { rows } = await sql<Row>`
    select e.attempt_id as "attemptId", e.id::text as id, e.from_state as "from", e.to_state as "to", e.source,
      e.decline_code as "declineCode", coalesce(e.movements, '[]') as movements, e.at,
      null as gateway, null as "eventId", null as state, null as reason, e.at as "receivedAt", null::timestamptz as "handledAt"
      from attempts a join attempt_events e on e.attempt_id = a.id where a.order_id = ${orderId}
    union all
    select w.attempt_id, w.id, null, null, null, null, null, w.received_at, w.gateway, w.event_id, w.state, w.reason,
      w.received_at, w.handled_at
      from attempts a join incoming_webhooks w on w.attempt_id = a.id where a.order_id = ${orderId}
    order by at, id`.execute(db);
  const incomingWebhooks: IncomingWebhookFacts[] = [];
  const attemptEvents: AttemptEventFacts[] = [];
  for (const { id, attemptId, gateway, eventId, state, reason, receivedAt, handledAt, ...move } of rows) {
    if (state === null) attemptEvents.push({ id, attemptId, ...move });
    else incomingWebhooks.push({ id, attemptId, gateway, eventId, state, reason, receivedAt, handledAt });
  }
  // Moves of one instant keep the order in which they were written.
  attemptEvents.sort((one, other) => Number(one.id) - Number(other.id));
  return { attemptEvents, incomingWebhooks };
}

export async function ledgerFacts(db: Db, orderId: string): Promise<readonly LedgerFacts[]> {
  const { rows } = await sql<LedgerFacts>`
    select id, kind, gateway, movement_id as "movementId", attempt_id as "attemptId", debit_account as debit,
      credit_account as credit, amount, occurred_at as "occurredAt", recorded_at as "recordedAt"
    from ledger_transfers where order_id = ${orderId} order by id`.execute(db);
  return rows;
}

export async function refundFacts(db: Db, orderId: string): Promise<readonly RefundFacts[]> {
  const { rows } = await sql<RefundFacts>`
    select r.id as "requestId", r.reason, r.requested_by as "requestedBy", r.confirmed_by as "confirmedBy",
      r.requested_at as "requestedAt", r.amount as total, p.id as "partId", p.attempt_id as "attemptId",
      coalesce(p.amount, r.amount) as amount, p.state, p.movement_id as "movementId", p.ended_at as "endedAt"
    from refund_requests r left join refund_parts p on p.request_id = r.id
    where r.order_id = ${orderId} order by r.requested_at, r.id, p.id`.execute(db);
  return rows;
}

/** What else became of the money: pending refunds, disputes and reconciliation exceptions, in one statement. */
export async function moneyCaseFacts(
  db: Db,
  orderId: string,
): Promise<{
  readonly pendingRefunds: readonly PendingRefundFacts[];
  readonly disputes: readonly DisputeFacts[];
  readonly exceptions: readonly ExceptionFacts[];
}> {
  interface Row {
    readonly source: 'pending' | 'dispute' | 'exception';
    readonly id: string;
    readonly at: Date;
    readonly amount: bigint;
    readonly state: string;
    readonly kind: string;
    readonly about: string;
    readonly by: string | null;
    readonly ended_by: string | null;
    readonly ended_at: Date | null;
    readonly until: Date | null;
    readonly words: string | null;
    readonly outcome: 'won' | 'lost' | 'expired' | null;
    readonly moved_at: Date | null;
  }
  const { rows } = await sql<Row>`
    select 'pending' as source, id, requested_at as at, amount, state, '' as kind, '' as about, requested_by as by,
      decided_by as ended_by, decided_at as ended_at, expires_at as until, reason as words, null as outcome,
      null::timestamptz as moved_at
      from pending_refunds where order_id = ${orderId}
    union all
    select 'dispute', id, recorded_at, amount, stage, movement_id, attempt_id, null, null, decided_at, evidence_due, reason,
      outcome, occurred_at
      from disputes where order_id = ${orderId}
    union all
    select 'exception', id, created_at, amount, state, kind, attempt_id || ' ' || task, assigned_to, resolved_by,
      resolved_at, null, reference, outcome, null
      from reconciliation_exceptions where order_id = ${orderId}
    order by at, id`.execute(db);
  const pendingRefunds: PendingRefundFacts[] = [];
  const disputes: DisputeFacts[] = [];
  const exceptions: ExceptionFacts[] = [];
  for (const { source, id, at, amount, state, kind, about, outcome, ...row } of rows) {
    if (source === 'pending')
      pendingRefunds.push({
        ...{ id, amount, requestedAt: at, requestedBy: row.by ?? '', reason: row.words ?? '' },
        ...{ decidedBy: row.ended_by, decidedAt: row.ended_at, expiresAt: row.until ?? at },
        state: state === 'confirmed' || state === 'turned-down' ? state : 'waiting',
      });
    else if (source === 'dispute')
      disputes.push({
        ...{ id, amount, attemptId: about, movementId: kind, reason: row.words, stage: state, evidenceDue: row.until },
        ...{ outcome, decidedAt: row.ended_at, occurredAt: row.moved_at ?? at, recordedAt: at },
      });
    else {
      const [attemptId = '', task = ''] = about.split(' ');
      exceptions.push({
        ...{ id, kind, task, attemptId, amount, outcome, assignedTo: row.by, resolvedBy: row.ended_by },
        ...{ reference: row.words, createdAt: at, resolvedAt: row.ended_at },
        state: state === 'resolved' ? 'resolved' : 'open',
      });
    }
  }
  return { pendingRefunds, disputes, exceptions };
}
