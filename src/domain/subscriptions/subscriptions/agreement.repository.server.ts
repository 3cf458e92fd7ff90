import { sql } from 'kysely';
import type { Db } from '../../base-context.server.ts';
import type { Order } from '../../orders/index.ts';
import type { SubscriptionInstrument } from './subscription.types.ts';

/** What the rows of an order say of the plan that was agreed to. Amounts are minor units. */
export interface Agreement {
  /** The subscription that the order began already. */
  readonly begun: string | null;
  /** The order pays an invoice of something that exists already: a billing period, a plan change, a debt. */
  readonly isInvoice: boolean;
  /** What the plan cost in the order, for all people, after the voucher. */
  readonly amount: bigint;
  /** What more people than one added to it. */
  readonly profiles: bigint;
  readonly voucher: string | null;
  readonly discount: bigint;
  readonly instrument: SubscriptionInstrument;
}

interface Row extends Omit<Agreement, 'instrument'> {
  readonly mandate: string | null;
  readonly profile: string | null;
  readonly installments: number | null;
}

/**
 * Reads in one statement what an order agreed to. A saved instrument is charged again only where its buyer agreed to that in
 * words of their own (`kept.renews`), never because they let us save it for later purchases. An approved mandate comes before
 * it. Throws for an unknown order.
 */
export async function agreementOf(trx: Db, { id }: Pick<Order, 'id'>, profileId: string | null): Promise<Agreement> {
  const { rows } = await sql<Row>`
    select
      (select s.id from subscriptions s where s.order_id = o.id) as begun,
      exists (select 1 from invoices i where i.session_id = o.session_id
        and (i.subscription_id is not null or i.kind in ('invoice', 'renew', 'upgrade'))) as "isInvoice",
      coalesce(l.amount, 0)::bigint as amount,
      coalesce(l.profiles, 0)::bigint as profiles,
      q.voucher, q.discount,
      (select r.id from mandates r where r.order_id = o.id and r.state = 'approved'
        order by r.created_at desc limit 1) as mandate,
      coalesce(${profileId}::text, p.id) as profile,
      coalesce(p.installments, 1) as installments
    from orders o
    join quotes q on q.id = o.quote_id
    left join lateral (
      select sum(amount) as amount, sum(amount) filter (where kind = 'profiles') as profiles
      from order_lines where order_id = o.id and kind in ('main', 'profiles', 'upsell')
    ) l on true
    left join lateral (
      select payment_profiles.id, attempts.installments
      from attempts
      join payment_profiles on payment_profiles.id = attempts.kept ->> 'paymentProfileId'
        or payment_profiles.attempt_id = attempts.id
      where attempts.order_id = o.id and attempts.state = 'captured' and (attempts.kept ->> 'renews')::boolean
        and payment_profiles.deleted_at is null
      order by attempts.number desc limit 1
    ) p on true
    where o.id = ${id}
  `.execute(trx);
  const [row] = rows;
  if (!row) throw new Error(`No order ${id}`);
  const { begun, isInvoice, amount, profiles, voucher, discount } = row;
  return { begun, isInvoice, amount, profiles, voucher, discount, instrument: instrumentOf(row) };
}

function instrumentOf({ mandate, profile, installments }: Row): SubscriptionInstrument {
  if (mandate !== null) return { kind: 'mandate', mandateId: mandate };
  if (profile !== null) return { kind: 'profile', profileId: profile, installments: installments ?? 1 };
  return { kind: 'invoice' };
}
