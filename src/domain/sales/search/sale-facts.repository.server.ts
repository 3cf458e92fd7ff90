import { sql } from 'kysely';
import type { JsonObject } from '#src/kernel/json/json.ts';
import type { Country } from '#src/kernel/locale/locale.ts';
import type { Currency } from '#src/kernel/money/money.ts';
import type { Db } from '../../base-context.server.ts';
import type { OrderState } from '../../orders/index.ts';
import { unitOfOrder } from '../../orders/index.server.ts';

/** An attempt as the index needs it; amounts are minor units as text. */
export interface AttemptFacts {
  readonly method: string;
  readonly amount: string;
  readonly state: string;
  readonly rail: string;
  readonly kept: JsonObject;
  readonly instructions: JsonObject | null;
  readonly payer: JsonObject;
}

/** Everything that an entry of the index is made of, read from the tables that hold the truth. */
export interface SaleFacts {
  readonly number: bigint;
  readonly orderId: string;
  readonly reference: string;
  readonly leadId: string;
  readonly subscriptionId: string | null;
  readonly parentOrderId: string | null;
  readonly beganAt: Date;
  readonly paidAt: Date | null;
  readonly brand: string;
  readonly variant: string | null;
  readonly market: Country;
  readonly productCode: string;
  readonly planId: string;
  readonly seller: string;
  readonly source: string;
  readonly state: OrderState;
  readonly currency: Currency;
  readonly total: bigint;
  readonly received: bigint;
  readonly returned: bigint;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly document: string | null;
  readonly voucher: string | null;
  readonly unit: string | null;
  readonly isUpgrade: boolean;
  readonly isInvoice: boolean;
  /** Oldest first. */
  readonly attempts: readonly AttemptFacts[];
  readonly notes: readonly { readonly state: string; readonly number: string | null }[];
  readonly hasException: boolean;
  readonly hasDispute: boolean;
  readonly hasManualRefund: boolean;
  readonly hasFailedEmail: boolean;
  readonly hasFailedWebhook: boolean;
}

/**
 * Facts of orders, in one statement by keys. By ids, or of the numbers in `(after, upTo]`, the lowest `limit` of them.
 */
export async function saleFacts(
  db: Db,
  which:
    | { readonly orderIds: readonly string[] }
    | { readonly after: bigint; readonly upTo: bigint; readonly limit: number },
): Promise<readonly SaleFacts[]> {
  const chosen =
    'orderIds' in which
      ? sql`select * from orders where id = any(${[...which.orderIds]}::text[])`
      : sql`select * from orders where number > ${which.after} and number <= ${which.upTo} order by number limit ${which.limit}`;
  const { rows } = await sql<SaleFacts>`
    select o.number, o.id as "orderId", o.reference, o.lead_id as "leadId", o.subscription_id as "subscriptionId",
      o.parent_order_id as "parentOrderId", o.created_at as "beganAt", o.paid_at as "paidAt", o.brand, o.variant,
      o.market, o.product_code as "productCode", o.plan_id as "planId", o.seller, o.source, o.state, o.currency, o.total, o.received, o.returned,
      l.name, l.email, l.phone, l.document_number as document,
      (select code from voucher_uses where order_id = o.id) as voucher,
      ${unitOfOrder('o.id')} as unit,
      exists (select from plan_changes where order_id = o.id) as "isUpgrade",
      exists (select from invoices where session_id = o.session_id) as "isInvoice",
      coalesce((select jsonb_agg(jsonb_build_object('method', method, 'amount', amount::text, 'state', state, 'rail', rail,
          'kept', kept, 'instructions', instructions, 'payer', payer) order by number)
        from attempts where order_id = o.id), '[]') as attempts,
      coalesce((select jsonb_agg(jsonb_build_object('state', state, 'number', note_number) order by sequence)
        from fiscal_notes where order_id = o.id), '[]') as notes,
      exists (select from reconciliation_exceptions where order_id = o.id and state = 'open') as "hasException",
      exists (select from disputes where order_id = o.id) as "hasDispute",
      exists (select from refund_parts where order_id = o.id and state in ('by-hand', 'disputed')) as "hasManualRefund",
      exists (select from emails where order_id = o.id and state = 'given-up') as "hasFailedEmail",
      exists (select from outbox_events e join webhook_deliveries d on d.event_id = e.id
        where e.order_id = o.id and d.state = 'given-up') as "hasFailedWebhook"
    from (${chosen}) o join leads l on l.id = o.lead_id`.execute(db);
  return rows;
}
