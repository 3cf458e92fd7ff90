import { z } from 'zod';
import type { Quote } from '#src/domain/checkout/quotes/index.ts';
import type { TrialTerms } from '#src/domain/catalog/terms/index.ts';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import { currency, id, minorUnits } from '../../schemas.ts';

/** Schema of a quote, valid until `expiresAt`. */
export const quoteSchema = z.strictObject({
  id,
  productCode: z.string(),
  planId: z.string(),
  planType: z.string(),
  currency,
  lines: z.array(
    z.strictObject({
      kind: z.string(),
      productCode: z.string(),
      planId: z.string(),
      title: z.string(),
      standardAmount: minorUnits,
      amount: minorUnits,
    }),
  ),
  voucher: z.string().nullable(),
  discount: minorUnits,
  total: minorUnits,
  installments: z.array(
    z.strictObject({
      count: z.number().int(),
      value: minorUnits,
      tax: minorUnits,
      total: minorUnits,
      monthlyRate: z.string(),
    }),
  ),
  methods: z.array(z.strictObject({ method: z.string(), planId: z.string() })),
  trial: z
    .strictObject({
      unit: z.enum(['day', 'month']),
      count: z.number().int(),
      freeUntil: z.iso.date(),
      firstChargeOn: z.iso.date(),
      amount: minorUnits.describe('The first charge.'),
    })
    .nullable()
    .describe('The trial: nothing of the plan is charged now, and the payment must send `acceptTrial`.'),
  expiresAt: z.iso.datetime(),
});

export function quoteJson(quote: Quote): z.infer<typeof quoteSchema> {
  return {
    id: quote.id,
    productCode: quote.productCode,
    planId: quote.planId,
    planType: quote.planType,
    currency: quote.currency,
    lines: quote.lines.map((line) => ({
      ...line,
      standardAmount: unitsToJson(line.standardAmount),
      amount: unitsToJson(line.amount),
    })),
    voucher: quote.voucher,
    discount: unitsToJson(quote.discount),
    total: unitsToJson(quote.total),
    installments: quote.installments.map((option) => ({
      ...option,
      value: unitsToJson(option.value),
      tax: unitsToJson(option.tax),
      total: unitsToJson(option.total),
    })),
    methods: quote.methods.map(({ method, planId }) => ({ method, planId })),
    trial: quote.trial ? trialJson(quote.trial) : null,
    expiresAt: quote.expiresAt.toISOString(),
  };
}

function trialJson({ unit, count, freeUntil, firstChargeOn, amount }: TrialTerms) {
  return { unit, count, freeUntil, firstChargeOn, amount: unitsToJson(amount) };
}
