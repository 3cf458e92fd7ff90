import { maxFinePercent } from '#src/kernel/money/late-fee.ts';
import { z } from 'zod';
import { planTypes } from '#src/domain/catalog/products/index.ts';
import { currencies } from '#src/kernel/money/money.ts';

/** `catalog.json`: products by code, plans by code, vouchers by code. Amounts are minor units. */

const word = z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be kebab-case');
const text = z.string().trim().min(1).max(200);
const minorUnits = z
  .int()
  .min(1)
  .max(10 ** 9);
const planId = z.string().regex(/^[A-Za-z0-9-]{4,64}$/, 'must be 4 to 64 letters, digits and dashes');
const planIds = z.strictObject({ test: planId, homolog: planId, production: planId });
const instant = z.iso.datetime({ offset: true, error: 'must be an instant such as 2026-11-01T00:00:00-03:00' });

/** Something that may be added to a plan before paying. */
const bump = z
  .strictObject({
    ids: planIds,
    title: text,
    description: text.optional(),
    price: minorUnits,
    standardPrice: minorUnits.optional(),
  })
  .refine((it) => it.standardPrice === undefined || it.standardPrice >= it.price, {
    path: ['standardPrice'],
    message: 'is below price',
  });

const percent = z.string().regex(/^\d{1,2}\.\d{2}$/, 'must be a percentage such as "1.00"');
const lateTerms = z.strictObject({
  fine: percent.refine((rate) => Number(rate) <= maxFinePercent, `is above ${maxFinePercent} %, the most by law`),
  monthlyInterest: percent.refine((rate) => Number(rate) <= 1, 'is above 1 % a month'),
});

const plan = z
  .strictObject({
    ids: planIds,
    name: text,
    planType: z.enum(planTypes),
    currency: z.enum(currencies),
    price: minorUnits,
    standardPrice: minorUnits.optional(),
    cycles: z.int().min(1).max(60),
    cyclePrice: minorUnits.optional(),
    methods: z
      .record(
        z.string(),
        z.strictObject({ active: z.boolean(), planIds: planIds.optional(), late: lateTerms.optional() }),
      )
      .refine((methods) => Object.values(methods).some((method) => method.active), 'offers no way to pay'),
    installments: z
      .strictObject({
        max: z.int().min(1).max(24),
        monthlyRate: z.string().regex(/^0(?:\.\d{1,6})?$/, 'must be a decimal fraction such as "0.0199", or "0"'),
        minimum: minorUnits,
      })
      .optional(),
    trial: z.strictObject({ unit: z.enum(['day', 'month']), count: z.int().min(1).max(90) }).optional(),
    ticketLot: z
      .strictObject({ number: z.int().min(1).max(99), seats: z.int().min(1).max(100_000), until: instant.optional() })
      .optional(),
    renews: z.boolean().optional(),
    profiles: z
      .array(z.strictObject({ count: z.int().min(2).max(20), title: text, price: minorUnits }))
      .default([])
      .refine((all) => all.every(({ count }, index) => index === 0 || count > (all[index - 1]?.count ?? 0)), {
        message: 'are not in the order of their counts',
      }),
    bumps: z.record(word, bump).default({}),
  })
  .refine((it) => it.profiles.every(({ price }, index) => price > (it.profiles[index - 1]?.price ?? it.price)), {
    path: ['profiles'],
    message: 'cost no more than fewer people do',
  })
  .refine((it) => it.ticketLot === undefined || it.profiles.length === 0, {
    path: ['profiles'],
    message: 'would come by one seat: each person has a ticket of their own',
  })
  .refine((it) => it.cyclePrice === undefined || it.cyclePrice * it.cycles === it.price, {
    path: ['cyclePrice'],
    message: 'times cycles is not price',
  })
  .refine((it) => it.standardPrice === undefined || it.standardPrice >= it.price, {
    path: ['standardPrice'],
    message: 'is below price',
  });

const product = z.strictObject({
  key: word,
  slugs: z.array(word).default([]),
  keepsSlug: z.boolean().default(false),
  title: text,
  description: text.optional(),
  /** What is part of it, in short lines: shown beside the pages on wide screens where the brand has no drawing. */
  includes: z.array(z.string().trim().min(1).max(60)).min(3).max(4).optional(),
  plans: z.record(word, plan).refine((plans) => Object.keys(plans).length > 0, 'has no plan'),
});

const terms = {
  limit: z.int().min(1).optional(),
  validFrom: instant.optional(),
  validUntil: instant.optional(),
  plans: z.array(word).min(1).optional(),
  products: z.array(word).min(1).optional(),
  everyTerm: z.boolean().optional(),
};

const voucher = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('amount'), amount: minorUnits, currency: z.enum(currencies), ...terms }),
  z.strictObject({ kind: z.literal('percent'), basisPoints: z.int().min(1).max(10_000), ...terms }),
]);

export const catalogJson = z.strictObject({
  products: z.record(word, product),
  vouchers: z
    .record(z.string().regex(/^[A-Za-z0-9-]{2,40}$/, 'must be 2 to 40 letters, digits and dashes'), voucher)
    .default({}),
});

export type CatalogJson = z.infer<typeof catalogJson>;
