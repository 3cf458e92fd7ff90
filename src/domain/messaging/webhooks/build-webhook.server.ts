import type { JsonObject, JsonValue } from '#src/kernel/json/json.ts';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import { isLocalDate } from '#src/kernel/time/local-date.ts';
import type { EventFacts } from './event-facts.repository.server.ts';
import { webhookData, webhookVersion } from './webhook-schemas.server.ts';
import type { WebhookEndpoint } from './webhooks.port.ts';
import { type WebhookEventType, webhookEventTypeOf } from './webhook-event-types.ts';

/** The id of a message: the same for every try and replay. The time makes it unique across databases. */
export function messageId(event: Pick<EventFacts, 'id' | 'at'>): string {
  return `evt_${event.id.toString(36)}_${event.at.getTime().toString(36)}`;
}

/**
 * The body of a message about an event, for one endpoint; null when the rows that it was about are gone. Throws when the data
 * do not match the schema of the type.
 */
export function buildWebhook(facts: EventFacts, endpoint: WebhookEndpoint): string | null {
  const type = webhookEventTypeOf(facts.type);
  const data = type === null ? null : dataOf(type, facts, endpoint);
  if (type === null || data === null) return null;
  const checked = webhookData[type].schema.parse(data);
  return JSON.stringify({ type, version: webhookVersion, timestamp: facts.at.toISOString(), data: checked });
}

function dataOf(type: WebhookEventType, facts: EventFacts, endpoint: WebhookEndpoint): JsonObject | null {
  if (type === 'person.erased') return erasedData(facts, endpoint);
  if (facts.lead) return leadData(facts.lead, endpoint);
  if (facts.subscription) return subscriptionData(facts.subscription, facts.payload);
  if (!facts.order) return null;
  return orderData(type, facts.order, facts.payload, endpoint);
}

type Facts<Key extends 'order' | 'subscription' | 'lead'> = NonNullable<EventFacts[Key]>;
interface SoldRow {
  readonly brand: string;
  readonly variant: string | null;
  readonly business: string;
  readonly product_code: string;
  readonly plan_id: string;
  readonly market: string;
}

const soldOf = (row: SoldRow) => ({
  brand: row.brand,
  variant: row.variant,
  business: row.business,
  productCode: row.product_code,
  planId: row.plan_id,
  market: row.market,
});

function leadData(lead: Facts<'lead'>, { lead: filed, bffIdOf }: WebhookEndpoint): JsonObject {
  return {
    leadId: lead.id,
    brand: lead.brand,
    variant: lead.variant,
    business: lead.business,
    productCode: lead.product_code,
    market: lead.market,
    locale: lead.locale,
    seller: lead.seller,
    source: lead.source,
    bffId: bffIdOf?.(lead.brand, lead.variant) ?? null,
    route: filed.route,
    planType: filed.planType,
    contact: { name: lead.name, email: lead.email, phone: lead.phone },
  };
}

/** The ids that a receiver knows; null for a platform that received no event of this lead. */
function erasedData({ lead, orders, subscriptions }: EventFacts, { kind }: WebhookEndpoint): JsonObject | null {
  if (!lead) return null;
  const isBackend = kind === 'backend';
  const known = isBackend ? orders : orders.filter((order) => order.paid_at !== null);
  if (!isBackend && known.length === 0) return null;
  return {
    ...{ brand: lead.brand, variant: lead.variant, business: lead.business },
    ...{ productCode: lead.product_code, market: lead.market },
    leadId: isBackend ? lead.id : null,
    orderIds: known.map(({ id }) => id),
    accessIds: known.flatMap((order) => order.access_id ?? []),
    subscriptionIds: [...subscriptions],
  };
}

function orderData(
  type: WebhookEventType,
  row: Facts<'order'>,
  payload: JsonObject,
  endpoint: WebhookEndpoint,
): JsonObject | null {
  const order = { orderId: row.id, orderNumber: Number(row.number), ...soldOf(row) };
  const money = { amount: whole(payload['amount']) ?? unitsToJson(row.total), currency: row.currency };
  const access = { ...order, subscriptionId: row.subscription_id };
  const from = { seller: row.seller, source: row.source };
  switch (type) {
    case 'payment.requested': {
      const { attemptId = null, method = null, installments = null } = payload;
      const call = { attemptId, method, installments };
      const bffId = endpoint.bffIdOf?.(row.brand, row.variant) ?? null;
      return { ...order, ...from, bffId, leadId: row.lead_id, ...call, ...money, buyer: fiscalOf(row, endpoint) };
    }
    case 'order.paid':
      return { ...order, ...from, parentOrderId: row.parent_order_id, ...money, buyer: fiscalOf(row, endpoint) };
    case 'order.refunded':
      return { ...order, ...money };
    case 'access.granted':
      return row.access_id === null
        ? null
        : { accessId: row.access_id, ...access, student: { name: row.name, email: row.email } };
    case 'access.revoked':
      return row.access_id === null ? null : { accessId: row.access_id, ...access, reason: reasonOf(payload) };
    default:
      return null;
  }
}

/** Why access was revoked; an event of a subscription's state has no reason of its own. */
function reasonOf(payload: JsonObject): string | null {
  return text(payload['reason']) ?? (text(payload['subscriptionId']) === null ? null : 'subscription-closed');
}

function fiscalOf(row: Facts<'order'>, { wantsDocument }: WebhookEndpoint): JsonObject | null {
  if (!wantsDocument) return null;
  const own =
    row.document_type && row.document_number ? { type: row.document_type, number: row.document_number } : null;
  return { name: row.name, email: row.email, document: own ?? documentOf(row.payer?.['document']) };
}

function documentOf(value: JsonValue | undefined): JsonObject | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const { type, number } = value as JsonObject;
  return typeof type === 'string' && typeof number === 'string' ? { type, number } : null;
}

function subscriptionData(row: Facts<'subscription'>, payload: JsonObject): JsonObject {
  return {
    subscriptionId: row.id,
    orderId: row.order_id,
    ...soldOf(row),
    amount: whole(payload['amount']) ?? unitsToJson(row.amount),
    currency: row.currency,
    termFrom: row.period_start,
    termTo: day(payload['periodEnd']) ?? row.period_end,
    period: whole(payload['period']),
    periodOrderId: text(payload['orderId']),
    nextPlanId: text(payload['plan']),
    dueOn: day(payload['dueOn']),
    cancelsOn: day(payload['cancelsOn']),
    reason: text(payload['reason']),
  };
}

/** Fields that a payload lacks, or has in another shape, are left out: the message is sent anyway. */
const whole = (value: JsonValue | undefined): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
const text = (value: JsonValue | undefined): string | null => (typeof value === 'string' ? value : null);
const day = (value: JsonValue | undefined): string | null => {
  const given = text(value);
  return given !== null && isLocalDate(given) ? given : null;
};
