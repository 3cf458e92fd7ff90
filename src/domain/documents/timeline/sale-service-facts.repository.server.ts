import { sql } from 'kysely';
import type { Db } from '../../base-context.server.ts';
import type {
  AccessFacts,
  DocumentFacts,
  EmailFacts,
  MessageFacts,
  RelatedSale,
  StaffFacts,
  SubscriptionFacts,
  WebhookFacts,
} from './service-facts.types.ts';

/** Reads of what follows a purchase, a statement each, all by keys of the order. They name no buyer. */

export async function emailFacts(db: Db, orderId: string): Promise<readonly EmailFacts[]> {
  const { rows } = await sql<EmailFacts>`
    select id, kind, state, tries, created_at as "createdAt", sent_at as "sentAt", outcome, smtp_code as "smtpCode",
      refusal, template_version as "templateVersion"
    from emails where order_id = ${orderId} order by created_at, id`.execute(db);
  return rows;
}

export async function webhookFacts(db: Db, orderId: string): Promise<readonly WebhookFacts[]> {
  const { rows } = await sql<WebhookFacts>`
    select v.id as "eventId", v.type, v.created_at as "createdAt", d.endpoint_id as endpoint, d.state,
      coalesce(d.tries, 0) as tries, d.last_status as "lastStatus", d.last_failure as "lastFailure",
      d.last_try_at as "lastTryAt", d.next_try_at as "nextTryAt", d.delivered_at as "deliveredAt",
      d.replayed_at as "replayedAt",
      coalesce((select jsonb_agg(jsonb_build_object('n', t.n, 'at', t.at, 'status', t.status, 'failure', t.failure,
          'ms', t.ms) order by t.n) from webhook_tries t where t.endpoint_id = d.endpoint_id and t.event_id = d.event_id),
        '[]') as requests
    from outbox_events v left join webhook_deliveries d on d.event_id = v.id
    where v.order_id = ${orderId} order by v.id, d.endpoint_id`.execute(db);
  return rows;
}

/** Changes of the access grant, and its links. Grants from before changes were recorded have their opening only. */
export async function accessFacts(db: Db, orderId: string): Promise<readonly AccessFacts[]> {
  const { rows } = await sql<AccessFacts>`
    with own as (select id, state, granted_at from access_grants where order_id = ${orderId})
    select own.id as "grantId", own.state, e.change as step, e.cause, e.at, null::timestamptz as "expiresAt"
      from own join access_events e on e.order_id = ${orderId} and e.grant_id = own.id
    union all
    select own.id, own.state, 'opened', null, own.granted_at, null
      from own where not exists (select 1 from access_events e where e.order_id = ${orderId} and e.grant_id = own.id)
    union all
    select own.id, own.state, 'link-made', t.purpose, t.created_at, t.expires_at
      from own join access_tokens t on t.grant_id = own.id
    union all
    select own.id, own.state, 'link-used', t.purpose, t.used_at, null
      from own join access_tokens t on t.grant_id = own.id where t.used_at is not null
    order by at`.execute(db);
  return rows;
}

/** Contract, consents, fiscal notes; and messages that are no e-mails of the order, in one statement. */
export async function documentFacts(
  db: Db,
  orderId: string,
): Promise<{ readonly documents: readonly DocumentFacts[]; readonly messages: readonly MessageFacts[] }> {
  interface Row {
    readonly id: string;
    readonly kind: DocumentFacts['kind'] | MessageFacts['kind'];
    readonly state: string;
    readonly at: Date;
    readonly endedAt: Date | null;
    readonly number: string | null;
    readonly refusal: string | null;
    readonly channel: string | null;
    readonly detail: string | null;
  }
  const { rows } = await sql<Row>`
    with own as (
      select session_id, quote_id, subscription_id, billing_period_number from orders where id = ${orderId})
    select c.id, 'contract-accepted' as kind, 'accepted' as state, c.accepted_at as at, null::timestamptz as "endedAt",
      null as number, null as refusal, null as channel, null as detail
      from own join contract_acceptances c on c.quote_id = own.quote_id
    union all
    select c.id, 'consent', c.kind, c.at, null, null, null, null, null
      from own join consents c on c.session_id = own.session_id where c.accepted
    union all
    select n.id, 'fiscal-note', n.state, n.created_at, coalesce(n.canceled_at, n.issued_at), n.note_number, n.refusal,
      null, null
      from fiscal_notes n where n.order_id = ${orderId}
    union all
    select r.id, 'resume-link', r.state, r.requested_at, r.completed_at, null, null, r.channel, ''
      from own join resume_requests r on r.session_id = own.session_id
    union all
    select m.abandonment_id || '/' || m.step, 'recovery', m.state, m.created_at, m.completed_at, null, null, m.channel,
      m.step::text
      from own join abandonments b on b.session_id = own.session_id join reminders m on m.abandonment_id = b.id
    union all
    select n.id, 'notice', n.state, n.created_at, n.completed_at, null, null, n.channel, n.kind
      from own join subscription_notices n on n.subscription_id = own.subscription_id
        and n.period_number = own.billing_period_number
    order by at, id`.execute(db);
  const documents: DocumentFacts[] = [];
  const messages: MessageFacts[] = [];
  for (const { id, kind, state, at, endedAt, number, refusal, channel, detail } of rows) {
    if (kind === 'contract-accepted' || kind === 'consent' || kind === 'fiscal-note')
      documents.push({ id, kind, state, at, endedAt, number, refusal });
    else messages.push({ id, kind, channel: channel ?? '', state, detail: detail ?? '', at, completedAt: endedAt });
  }
  return { documents, messages };
}

/** The subscription that the order began, or whose billing period it pays; null: none. */
export async function subscriptionFacts(db: Db, orderId: string): Promise<SubscriptionFacts | null> {
  type Row = Omit<SubscriptionFacts, 'owed' | 'dunning'> & {
    readonly owedNumber: number | null;
    readonly owedOrderId: string | null;
    readonly owedDueOn: string;
    readonly owedState: string;
    readonly owedTries: number;
    readonly dunningPeriod: number | null;
    readonly dunningStartedOn: string;
    readonly dunningRetries: number;
    readonly dunningRetryAt: Date | null;
    readonly dunningNeedsInstrument: boolean;
    readonly dunningOutcome: string | null;
  };
  const { rows } = await sql<Row>`
    select s.id, s.state, s.plan_id as plan, s.amount, s.instrument, s.period_end as "periodEnd",
      s.next_charge_on as "nextChargeOn", s.trial_until as "trialUntil", s.cancels_on as "cancelsOn",
      s.cancel_reason as "cancelReason", s.past_due_since as "pastDueSince", s.canceled_at as "canceledAt",
      p.number as "owedNumber", p.order_id as "owedOrderId", p.due_on as "owedDueOn", p.state as "owedState",
      p.tries as "owedTries", d.period_number as "dunningPeriod", d.started_on as "dunningStartedOn",
      d.retries as "dunningRetries", d.retry_at as "dunningRetryAt", d.needs_instrument as "dunningNeedsInstrument",
      d.outcome as "dunningOutcome",
      coalesce((select jsonb_agg(jsonb_build_object('id', e.id::text, 'event', e.event, 'from', e.from_state,
          'to', e.to_state, 'at', e.at) order by e.id)
        from (select * from subscription_events x where x.subscription_id = s.id order by x.id desc limit 100) e),
        '[]') as events
    from subscriptions s
    left join billing_periods p on p.subscription_id = s.id and p.state in ('due', 'charging', 'failed')
    left join lateral (select * from dunnings x where x.subscription_id = s.id order by x.period_number desc limit 1) d on true
    where s.id = (
      select coalesce(o.subscription_id, (select x.id from subscriptions x where x.lead_id = o.lead_id and x.order_id = o.id))
      from orders o where o.id = ${orderId})`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { owedNumber, owedOrderId, owedDueOn, owedState, owedTries, ...rest } = row;
  const { dunningPeriod, dunningStartedOn, dunningRetries, dunningRetryAt, ...more } = rest;
  const { dunningNeedsInstrument, dunningOutcome, ...subscription } = more;
  return {
    ...subscription,
    owed:
      owedNumber === null
        ? null
        : { number: owedNumber, orderId: owedOrderId, dueOn: owedDueOn, state: owedState, tries: owedTries },
    dunning:
      dunningPeriod === null
        ? null
        : {
            ...{ periodNumber: dunningPeriod, startedOn: dunningStartedOn, retries: dunningRetries },
            ...{ retryAt: dunningRetryAt, needsInstrument: dunningNeedsInstrument, outcome: dunningOutcome },
          },
  };
}

/** The newest of them, oldest first. */
const mostStaffEvents = 200;

/** What staff did to the order, looked at and wrote about it. */
export async function staffFacts(db: Db, orderId: string): Promise<readonly StaffFacts[]> {
  const { rows } = await sql<StaffFacts>`
    select * from (
      select l.id::text as id, case l.outcome when 'seen' then 'seen' else 'act' end as kind, l.actor, l.action,
        l.reason ->> 'text' as reason, l.outcome, l.at
        from audit_log l where l.subject_kind = 'order' and l.subject_id = ${orderId}
      union all
      select n.id, 'note', n.written_by, 'note', n.text, 'done', n.at from sale_notes n where n.order_id = ${orderId}
      order by at desc limit ${mostStaffEvents}) as newest
    order by at, id`.execute(db);
  return rows;
}

/** The most that a sale page lists. */
const mostRelated = 60;

/** Sales that belong to this one: before and after it, of its checkout and its subscription, and others of its buyer. */
export async function relatedSales(db: Db, orderId: string): Promise<readonly RelatedSale[]> {
  const { rows } = await sql<RelatedSale>`
    with own as (
      select o.*, coalesce(o.subscription_id,
        (select x.id from subscriptions x where x.lead_id = o.lead_id and x.order_id = o.id)) as subscription
      from orders o where o.id = ${orderId}),
    found as (
      select p.id, 1 as rank, 'before' as relation from own join orders p on p.id = own.parent_order_id
      union all
      select c.id, 2, 'after' from own join orders c on c.parent_order_id = own.id
      union all
      select c.id, 3, 'same-checkout' from own join orders c on c.session_id = own.session_id
      union all
      select c.id, 4, 'same-subscription' from own join orders c on c.subscription_id = own.subscription
      union all
      select s.order_id, 4, 'same-subscription' from own join subscriptions s on s.id = own.subscription
        where s.order_id is not null
      union all
      select c.id, 5, 'same-buyer' from own join orders c on c.lead_id = own.lead_id),
    closest as (select id, min(rank) as rank, (array_agg(relation order by rank))[1] as relation from found group by id)
    select o.id, o.number, closest.relation, o.state, o.product_code as product, o.plan_id as plan, o.currency, o.total,
      o.received, o.created_at as "createdAt", o.billing_period_number as "billingPeriodNumber"
    from closest join orders o on o.id = closest.id
    where o.id <> ${orderId}
    order by o.created_at desc, o.id limit ${mostRelated}`.execute(db);
  return rows.toReversed();
}
