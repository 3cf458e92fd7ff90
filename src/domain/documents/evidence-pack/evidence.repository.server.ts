import { sql } from 'kysely';
import type { Db } from '../../base-context.server.ts';
import { type EvidenceElement, type PriorPayment, priorPaymentDays } from './compelling-evidence.ts';

/** No pack names more. */
const mostPayments = 50;

/**
 * Undisputed payments with the instrument of a disputed attempt, at the same business, 120 to 365 days before it, newest first;
 * empty where the instrument is not known.
 */
export async function priorPayments(db: Db, attemptId: string): Promise<readonly PriorPayment[]> {
  const { least, most } = priorPaymentDays;
  // The interval is of whole days: a payment of the 120th day before counts whatever its hour.
  const { rows } = await sql<Omit<PriorPayment, 'matches'> & Record<EvidenceElement, boolean>>`
    with disputed as (
      select paid.instrument_key, attempts.created_at, orders.business, orders.session_id, lower(leads.email) as email,
        sessions.browser_hash
      from attempts
      join approved_instruments as paid on paid.attempt_id = attempts.id
      join orders on orders.id = attempts.order_id
      join leads on leads.id = orders.lead_id
      join checkout_sessions as sessions on sessions.id = orders.session_id
      where attempts.id = ${attemptId}
    )
    select attempts.id as "attemptId", orders.reference as "orderReference", attempts.amount, attempts.currency, prior.at,
      lower(leads.email) = disputed.email as account,
      sessions.browser_hash = disputed.browser_hash as device,
      exists (
        select from (
          select ip from contract_acceptances where session_id = orders.session_id
          union select ip from consents where session_id = orders.session_id
        ) as own
        join (
          select ip from contract_acceptances where session_id = disputed.session_id
          union select ip from consents where session_id = disputed.session_id
        ) as same using (ip)
      ) as ip
    from disputed
    join approved_instruments as prior on prior.instrument_key = disputed.instrument_key
      and prior.at < disputed.created_at - make_interval(days => ${least - 1})
      and prior.at > disputed.created_at - make_interval(days => ${most + 1})
    join attempts on attempts.id = prior.attempt_id and attempts.state = 'captured'
    join orders on orders.id = attempts.order_id and orders.business = disputed.business
    join leads on leads.id = orders.lead_id
    join checkout_sessions as sessions on sessions.id = orders.session_id
    where not exists (select from disputes where disputes.attempt_id = attempts.id)
    order by prior.at desc limit ${mostPayments}
  `.execute(db);
  return rows.map(({ ip, device, account, ...payment }) => {
    const matches = Object.entries({ ip, device, account } as const).flatMap(([element, isSame]): EvidenceElement[] =>
      isSame && isElement(element) ? [element] : [],
    );
    return { ...payment, matches };
  });
}

function isElement(text: string): text is EvidenceElement {
  return text === 'ip' || text === 'device' || text === 'account';
}

/** What shows that the buyer used what they bought. */
export async function useOfOrder(db: Db, orderId: string) {
  const [changes, entries, emails, deliveries] = await Promise.all([
    db
      .selectFrom('access_events')
      .select(['change', 'cause', 'at'])
      .where('order_id', '=', orderId)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('access_tokens')
      .innerJoin('access_grants', 'access_grants.id', 'access_tokens.grant_id')
      .select('access_tokens.used_at as at')
      .where('access_grants.order_id', '=', orderId)
      .where('access_tokens.purpose', '=', 'first-access')
      .where('access_tokens.used_at', 'is not', null)
      .orderBy('access_tokens.used_at')
      .$narrowType<{ at: Date }>()
      .execute(),
    db
      .selectFrom('emails')
      .select(['kind', 'sent_at as at'])
      .where('order_id', '=', orderId)
      .where('state', '=', 'sent')
      .where('outcome', '=', 'accepted')
      .where('sent_at', 'is not', null)
      .orderBy('sent_at')
      .$narrowType<{ at: Date }>()
      .execute(),
    db
      .selectFrom('outbox_events')
      .innerJoin('webhook_deliveries', 'webhook_deliveries.event_id', 'outbox_events.id')
      .select(['webhook_deliveries.endpoint_id as endpoint', 'webhook_deliveries.delivered_at as at'])
      .where('outbox_events.order_id', '=', orderId)
      .where('outbox_events.type', '=', 'access-granted')
      .where('webhook_deliveries.state', '=', 'delivered')
      .where('webhook_deliveries.delivered_at', 'is not', null)
      .orderBy('webhook_deliveries.delivered_at')
      .$narrowType<{ at: Date }>()
      .execute(),
  ]);
  return { changes, entries, emails, deliveries };
}

/** What the buyer agreed to, and from which address; no words of contracts, which the audit trail holds. */
export async function agreementsOfOrder(db: Db, orderId: string) {
  const [acceptances, consents] = await Promise.all([
    db
      .selectFrom('orders')
      .innerJoin('contract_acceptances as accepted', (join) =>
        join.onRef('accepted.quote_id', '=', 'orders.quote_id').onRef('accepted.session_id', '=', 'orders.session_id'),
      )
      .innerJoin('contracts', 'contracts.id', 'accepted.contract_id')
      .select(['accepted.label', 'accepted.text_hash as textHash', 'accepted.ip', 'accepted.accepted_at as at'])
      .select(['contracts.terms_version as termsVersion'])
      .where('orders.id', '=', orderId)
      .orderBy('accepted.accepted_at')
      .execute(),
    db
      .selectFrom('orders')
      .innerJoin('consents', 'consents.session_id', 'orders.session_id')
      .select(['consents.kind', 'consents.accepted', 'consents.label', 'consents.ip', 'consents.at'])
      .where('orders.id', '=', orderId)
      .orderBy('consents.at')
      .execute(),
  ]);
  return { acceptances, consents };
}

/** Earlier orders of the same address at the same brand that were paid, newest first. */
export async function earlierSales(db: Db, orderId: string) {
  return db
    .selectFrom('orders as disputed')
    .innerJoin('leads as own', 'own.id', 'disputed.lead_id')
    .innerJoin('leads', (join) =>
      join.onRef('leads.brand', '=', 'own.brand').on(sql<boolean>`lower(leads.email) = lower(own.email)`),
    )
    .innerJoin('orders', 'orders.lead_id', 'leads.id')
    .select(['orders.id', 'orders.reference', 'orders.total', 'orders.returned', 'orders.currency'])
    .select(['orders.paid_at as paidAt', 'orders.product_code as productCode'])
    .select((eb) =>
      eb
        .exists(eb.selectFrom('disputes').select('disputes.id').whereRef('disputes.order_id', '=', 'orders.id'))
        .as('isDisputed'),
    )
    .where('disputed.id', '=', orderId)
    .whereRef('orders.id', '<>', 'disputed.id')
    .whereRef('orders.created_at', '<', 'disputed.created_at')
    .where('orders.paid_at', 'is not', null)
    .orderBy('orders.paid_at', 'desc')
    .limit(mostPayments)
    .$narrowType<{ paidAt: Date }>()
    .execute();
}
