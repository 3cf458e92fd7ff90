import { z } from 'zod';
import type { JsonValue } from '#src/kernel/json/json.ts';
import { chargeStatuses } from './unverified.ts';

/** In the SDK every member is optional and nullable; the members we need are required here, the rest are ignored. */
const text = z.string().max(2_000).nullish();
const instant = z.iso.datetime({ offset: true, local: true });

/** One step of a charge: an authorization, a capture, a cancellation, a slip (SDK: Get…TransactionResponse). */
const transactionSchema = z.object({
  id: z.string().min(1).max(100),
  transaction_type: text,
  /** For cards: `auth_only`, `auth_and_capture`, `capture`, `cancel`. */
  operation_type: text,
  status: text,
  success: z.boolean().nullish(),
  amount: z.int().nullish(),
  created_at: instant.nullish(),
  acquirer_return_code: text,
  gateway_response: z.object({ code: text, errors: z.array(z.object({ message: text })).nullish() }).nullish(),
  /** SDK: GetRetryTransactionInformationResponse. */
  retry_info: z.object({ brand_failure_return_code: text }).nullish(),
  /** SDK: GetCardResponse; kept by Pagar.me with the customer. */
  card: z
    .object({
      id: text,
      brand: text,
      last_four_digits: text,
      exp_month: z.int().min(1).max(12).nullish(),
      exp_year: z.int().min(2000).max(2199).nullish(),
    })
    .nullish(),
  // Slips.
  line: text,
  nosso_numero: text,
  qr_code: text,
  pdf: text,
  /** The SDK has it as text. */
  paid_amount: z.union([z.int(), z.string().regex(/^\d{1,12}$/)]).nullish(),
  paid_at: instant.nullish(),
});
export type Transaction = z.infer<typeof transactionSchema>;

/** A charge (SDK: GetChargeResponse). `code` is the school's name for it. */
const chargeSchema = z.object({
  id: z.string().min(1).max(100),
  code: z.string().max(60),
  amount: z.int(),
  currency: z.string().nullish(),
  status: z.enum(chargeStatuses),
  payment_method: text,
  paid_amount: z.int().nullish(),
  canceled_amount: z.int().nullish(),
  paid_at: instant.nullish(),
  created_at: instant.nullish(),
  updated_at: instant.nullish(),
  last_transaction: transactionSchema.nullish(),
});
export type Charge = z.infer<typeof chargeSchema>;

const orderSchema = z.object({ id: z.string().max(100), charges: z.array(chargeSchema).min(1) });
const listSchema = z.object({ data: z.array(chargeSchema) });
const transactionsSchema = z.object({ data: z.array(transactionSchema) });
/** SDK: CustomError. */
const problemSchema = z.object({ message: z.string().max(300).nullish(), errors: z.unknown().optional() });

export function chargeIn(json: JsonValue | undefined): Charge | null {
  return chargeSchema.safeParse(json).data ?? null;
}

/** The one charge of an order: each attempt is an order of its own. */
export function chargeOfOrder(json: JsonValue | undefined): Charge | null {
  return orderSchema.safeParse(json).data?.charges[0] ?? null;
}

/** A list of charges; null when it cannot be read. */
export function chargesIn(json: JsonValue | undefined): readonly Charge[] | null {
  return listSchema.safeParse(json).data?.data ?? null;
}

export function transactionsIn(json: JsonValue | undefined): readonly Transaction[] | null {
  return transactionsSchema.safeParse(json).data?.data ?? null;
}

/**
 * The fields that a refusal names (`payments[0].credit_card.card_token`) as one word for the log, and never its
 * sentences, which may repeat what was sent.
 */
export function complaintIn(status: number, json: JsonValue | undefined): string {
  const problem = problemSchema.safeParse(json).data;
  const { errors, message } = problem ?? {};
  const fields = typeof errors === 'object' && errors !== null ? Object.keys(errors) : [];
  const named = fields.filter((field) => /^[\w.[\]|-]{1,80}$/.test(field)).slice(0, 3);
  if (named.length > 0) return `${status}-${named.join('-')}`;
  return message && /token/i.test(message) ? `${status}-card-token` : String(status);
}
