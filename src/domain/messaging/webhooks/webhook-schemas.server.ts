import { z } from 'zod';
import type { WebhookEventType } from './webhook-event-types.ts';

/**
 * Version of the webhooks' data. Messages are checked against the schemas below before they are sent, and the API's document
 * shows them. Version 1 may get more fields and types; a field that changes its meaning or is removed makes version 2.
 */
export const webhookVersion = 1;

const amount = z.int().min(0).describe('Minor units (cents) of `currency`.');
const currency = z.enum(['BRL', 'MZN', 'PEN']);
const day = z.iso.date().describe("A day of the market's calendar.");
const orderId = z.string().describe('The order; the same in every message about it.');

const sold = {
  brand: z.string(),
  variant: z.string().nullable().describe("The brand's variant, e.g. a country."),
  business: z.string(),
  productCode: z.string(),
  planId: z.string(),
  market: z.enum(['BR', 'MZ', 'PE']),
};
const bffId = z.string().nullable().describe("The backend's own name of the brand (`bffId` of its `brand.json`).");
const source = { seller: z.string(), source: z.string() };
const order = { orderId, orderNumber: z.int(), ...sold };

const access = {
  accessId: z.string().describe('One per order: a renewed period is another.'),
  ...order,
  subscriptionId: z.string().nullable().describe('The subscription whose period the order pays.'),
};

const fiscal = z
  .strictObject({
    name: z.string(),
    email: z.string(),
    document: z.strictObject({ type: z.string(), number: z.string() }).nullable(),
  })
  .nullable()
  .describe("Only for a backend that makes the sale's fiscal note; null for everybody else.");

const subscription = z.strictObject({
  subscriptionId: z.string(),
  orderId: orderId.nullable().describe('The order of its first payment.'),
  ...sold,
  amount: amount.describe('What a period costs, in minor units.'),
  currency,
  termFrom: day,
  termTo: day.describe('The last day that is paid for.'),
  period: z.int().nullable().describe('Number of the period that this is about.'),
  periodOrderId: orderId.nullable().describe('The order by which the period is paid, or was to be.'),
  nextPlanId: z.string().nullable().describe('The plan that it changes to.'),
  dueOn: day.nullable(),
  cancelsOn: day.nullable(),
  reason: z.string().nullable().describe('A code.'),
});

/** What a message of each type carries as `data`, and when it is sent. */
export const webhookData = {
  'lead.created': {
    when: 'Somebody left name, e-mail and phone. Only for brands whose backend receives leads.',
    schema: z.strictObject({
      leadId: z.string(),
      brand: sold.brand,
      variant: sold.variant,
      business: sold.business,
      productCode: sold.productCode,
      market: sold.market,
      locale: z.string(),
      ...source,
      bffId,
      route: z.string().nullable().describe('Where the backend files it.'),
      planType: z.string().nullable(),
      contact: z.strictObject({ name: z.string(), email: z.string(), phone: z.string() }),
    }),
  },
  'payment.requested': {
    when: 'A buyer pressed the button: one try to pay. It says nothing about money. Only for brands whose backend receives payments.',
    schema: z.strictObject({
      ...order,
      ...source,
      bffId,
      leadId: z.string(),
      attemptId: z.string(),
      method: z.string(),
      amount,
      currency,
      installments: z.int(),
      buyer: fiscal,
    }),
  },
  'order.paid': {
    when: "All of an order's price has come. Once per order.",
    schema: z.strictObject({
      ...order,
      ...source,
      parentOrderId: orderId.nullable().describe('The paid order after which this one was offered.'),
      amount,
      currency,
      buyer: fiscal,
    }),
  },
  'order.refunded': {
    when: 'All of its money went back. Once per order.',
    schema: z.strictObject({ ...order, amount, currency }),
  },
  'subscription.started': { when: 'A plan that goes on was paid for, or its trial began.', schema: subscription },
  'subscription.renewed': { when: 'A period after the first was paid.', schema: subscription },
  'subscription.past_due': { when: "A period's charge failed; access stays open meanwhile.", schema: subscription },
  'subscription.paused': { when: 'The subscriber asked for a pause.', schema: subscription },
  'subscription.resumed': { when: 'It goes on after a pause, a debt or a suspension.', schema: subscription },
  'subscription.suspended': { when: 'It stayed unpaid beyond its grace.', schema: subscription },
  'subscription.canceled': { when: 'It has ended and is not charged again.', schema: subscription },
  'subscription.changed': { when: 'It has another plan.', schema: subscription },
  'access.granted': {
    when: 'A student may enter. The only message to a platform that names the student.',
    schema: z.strictObject({
      ...access,
      student: z.strictObject({ name: z.string(), email: z.string() }),
    }),
  },
  'access.revoked': {
    when: 'A student may no longer enter.',
    schema: z.strictObject({ ...access, reason: z.string().nullable().describe('A code.') }),
  },
  'person.erased': {
    when: "A person's data were erased here, on their request or 90 days after a visit without a purchase. Erase what you keep of them, but for what the law makes you keep.",
    schema: z.strictObject({
      brand: sold.brand,
      variant: sold.variant,
      business: sold.business,
      productCode: sold.productCode,
      market: sold.market,
      leadId: z.string().nullable().describe('Only for a backend; a platform was never told of it.'),
      orderIds: z.array(orderId).describe('Every order of this lead that you were told of.'),
      accessIds: z.array(z.string()),
      subscriptionIds: z.array(z.string()),
    }),
  },
} as const satisfies Readonly<Record<WebhookEventType, { readonly when: string; readonly schema: z.ZodObject }>>;

/** The body of every message (Standard Webhooks 1.0.0, payload structure). */
export function webhookSchema(type: WebhookEventType): z.ZodObject {
  return z.strictObject({
    type: z.literal(type),
    version: z.literal(webhookVersion),
    timestamp: z.iso.datetime().describe('When it happened; a repeated or late message keeps it.'),
    data: webhookData[type].schema,
  });
}
