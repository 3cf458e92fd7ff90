import { z } from 'zod';

/** Schemas that several routes share. All objects are strict: an unknown field is refused. */

export const operation = z.enum(['BR', 'MZ', 'PE']).describe('The market, by country.');
export const shortText = z.string().trim().min(1).max(200);
export const id = z
  .string()
  .regex(/^[a-z]{3}_[\w-]{22}$/)
  .describe('An id of ours: a prefix and 128 random bits.');
export const minorUnits = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).describe('Minor units (cents).');
export const currency = z.enum(['BRL', 'MZN', 'PEN']);

/** A tender of a call. */
export const tender = z.strictObject({
  method: shortText.describe(
    "The specification's name of the method. A pair, with a plus sign in it, stands twice, once for each part; any other split names each method.",
  ),
  amount: minorUnits.optional().describe('Part of the price; one of them may leave it out and pays the rest.'),
  installments: z.number().int().min(1).max(24).optional(),
  fields: z
    .record(z.string().max(40), z.string().max(4096))
    .optional()
    .describe("The method's own fields, e.g. a one-use card token."),
});

export const installment = z.strictObject({
  id: z.number().int().describe('Number of installments.'),
  value: minorUnits.describe('The first installment, in minor units.'),
  standardValue: minorUnits.describe('The same at list price.'),
  tax: minorUnits.describe('Interest part of `totalValue`.'),
  totalValue: minorUnits,
  monthlyRate: z.string().describe('Decimal fraction per month; `0` is interest free.'),
});

export const plan = z.strictObject({
  id: z.string(),
  amount: minorUnits,
  standardAmount: minorUnits,
  code: z.string(),
  planName: z.string(),
  planType: z.string(),
  currency,
  installments: z.array(installment),
  paymentMethods: z.array(z.string()),
});

export const problemField = z.object({ path: z.string(), code: z.string(), message: z.string().optional() });
export const problemDocument = z
  .looseObject({
    type: z.string(),
    title: z.string(),
    status: z.number().int(),
    code: z.string(),
    detail: z.string().optional(),
    instance: z.string().optional(),
    errors: z.array(problemField).optional(),
  })
  .describe('RFC 9457 problem document.');

/** Unit and test location of a call, for flows that need them before the payment. */
export const placesAsked = {
  unitId: shortText.optional().describe('A school of `/v1/franchises/units`, where the flow asks for one.'),
  testLocationId: shortText
    .optional()
    .describe('A location of `/v1/product/{code}/test-locations`, where the flow asks for one.'),
};

/** Error responses of every call. */
export const problems = {
  400: problemDocument,
  403: problemDocument,
  404: problemDocument,
  413: problemDocument,
  415: problemDocument,
  421: problemDocument,
  422: problemDocument,
  500: problemDocument,
  503: problemDocument,
} as const;
