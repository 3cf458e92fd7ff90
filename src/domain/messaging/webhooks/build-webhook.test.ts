import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#src/kernel/json/json.ts';
import { buildWebhook, messageId } from './build-webhook.server.ts';
import type { EventFacts } from './event-facts.repository.server.ts';
import { webhookSchema } from './webhook-schemas.server.ts';
import type { WebhookEndpoint } from './webhooks.port.ts';
import { webhookEventTypeOf, webhookEventTypes, outboxTypesOf, platformEventTypes } from './webhook-event-types.ts';

const at = new Date('2026-11-21T12:00:00Z');
const sold = {
  brand: 'school',
  variant: null,
  business: 'school',
  product_code: 'course',
  plan_id: 'yearly',
  market: 'BR',
} as const;
const order = {
  ...{
    ...sold,
    id: 'ord_1',
    number: 1042n,
    seller: 'ana',
    source: 'direto',
    currency: 'BRL' as const,
    total: 114_000n,
  },
  ...{ parent_order_id: null, lead_id: 'led_1', name: 'Maria da Silva', email: 'maria@example.com' },
  ...{ document_type: null, document_number: null, access_id: 'acc_1', subscription_id: null },
  payer: { document: { type: 'cpf', number: '39053344705' } },
};
const subscription: NonNullable<EventFacts['subscription']> = {
  ...{ ...sold, id: 'sub_1', order_id: 'ord_1', currency: 'BRL', amount: 9_500n },
  ...{ period_start: '2026-11-21', period_end: '2026-12-20' },
};
const lead: NonNullable<EventFacts['lead']> = {
  ...{ id: 'led_1', brand: 'school', variant: null, business: 'school', product_code: 'course' },
  ...{ seller: 'ana', source: 'direto', name: 'Maria da Silva', email: 'maria@example.com' },
  market: 'BR',
  locale: 'pt-BR',
  phone: '+5511961234567',
};

const endpoint = (wantsDocument = false): WebhookEndpoint => ({
  id: 'school/backend',
  kind: 'backend',
  url: 'https://school.example/events',
  types: new Set(webhookEventTypes),
  wantsDocument,
  lead: { route: 'enem', planType: null },
  bffIdOf: (brand, variant) => `${brand}-bff${variant ?? ''}`,
});

const unpaid = { id: 'ord_2', paid_at: null, access_id: null };

function factsOf(own: string, payload: JsonObject): EventFacts {
  const type = webhookEventTypeOf(own) ?? '';
  return {
    ...{ id: 7n, type: own, payload, at },
    order: /^(?:subscription|lead|person)/.test(type) ? null : order,
    subscription: type.startsWith('subscription') ? subscription : null,
    lead: type.startsWith('lead') || type.startsWith('person') ? lead : null,
    orders: type.startsWith('person') ? [{ id: 'ord_1', paid_at: at, access_id: 'acc_1' }, unpaid] : [],
    subscriptions: type.startsWith('person') ? ['sub_1'] : [],
  };
}

const ownTypes = outboxTypesOf(webhookEventTypes);
const call = { attemptId: 'att_1', method: 'at-once', installments: 12, amount: 120_000 };

describe('webhook message', () => {
  test.each(ownTypes)('%s matches its schema, whatever its payload holds', (own) => {
    const type = webhookEventTypeOf(own);
    if (!type) throw new Error(own);
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('period', 'orderId', 'dueOn', 'reason', 'periodEnd', 'plan'), fc.jsonValue()),
        (odd) => {
          const payload = { ...(odd as JsonObject), ...(own === 'payment-requested' ? call : {}) };
          const body = buildWebhook(factsOf(own, payload), endpoint());
          expect(webhookSchema(type).safeParse(JSON.parse(body ?? 'null')).error).toBeUndefined();
        },
      ),
      { numRuns: 60 },
    );
  });

  test('names a person only to receivers that need it', () => {
    for (const own of ownTypes) {
      const type = webhookEventTypeOf(own);
      const body = buildWebhook(factsOf(own, call), endpoint()) ?? '';
      const isNamed = /maria|39053344705|\+55/i.test(body);
      expect([own, isNamed]).toEqual([own, type === 'lead.created' || type === 'access.granted']);
    }
    expect(platformEventTypes.has('lead.created')).toBe(false);
    expect(buildWebhook(factsOf('order-paid', {}), endpoint(true))).toContain('"number":"39053344705"');
  });

  test('to a backend has the backend’s own name of the brand', () => {
    const data = (own: string, payload: JsonObject, to: WebhookEndpoint) =>
      (JSON.parse(buildWebhook(factsOf(own, payload), to) ?? '{}') as { readonly data?: unknown }).data;
    const { bffIdOf: _none, ...platform } = endpoint();
    for (const [own, payload] of [
      ['lead-created', {}],
      ['payment-requested', call],
    ] as const) {
      expect(data(own, payload, endpoint())).toMatchObject({ bffId: 'school-bff' });
      expect(data(own, payload, platform)).toMatchObject({ bffId: null });
    }
  });

  test('about an erased person has only ids that the receiver knows', () => {
    const facts = factsOf('person-erased', {});
    const told = (kind: 'backend' | 'platform', of = facts) =>
      (JSON.parse(buildWebhook(of, { ...endpoint(), kind }) ?? 'null') as { readonly data?: unknown } | null)?.data;
    const sale = { brand: 'school', variant: null, business: 'school', productCode: 'course', market: 'BR' };
    const ids = { accessIds: ['acc_1'], subscriptionIds: ['sub_1'] };
    expect(told('backend')).toEqual({ ...sale, ...ids, leadId: 'led_1', orderIds: ['ord_1', 'ord_2'] });
    expect(told('platform')).toEqual({ ...sale, ...ids, leadId: null, orderIds: ['ord_1'] });
    expect(told('platform', { ...facts, orders: [unpaid] })).toBeUndefined();
    expect(platformEventTypes.has('person.erased')).toBe(true);
  });

  test('has the same id, time and body however often it is built', () => {
    const facts = factsOf('order-paid', { amount: 114_000 });
    expect(messageId(facts)).toMatch(/^evt_7_[0-9a-z]+$/);
    expect(buildWebhook(facts, endpoint())).toBe(buildWebhook(facts, endpoint()));
    expect(JSON.parse(buildWebhook(facts, endpoint()) ?? '')).toMatchObject({
      type: 'order.paid',
      version: 1,
      timestamp: '2026-11-21T12:00:00.000Z',
    });
  });

  test('is null for an event without webhook type, or whose rows are gone', () => {
    expect(buildWebhook(factsOf('surplus-returned', {}), endpoint())).toBeNull();
    expect(buildWebhook({ ...factsOf('order-paid', {}), order: null }, endpoint())).toBeNull();
    expect(webhookEventTypeOf('constructor')).toBeNull();
  });
});
