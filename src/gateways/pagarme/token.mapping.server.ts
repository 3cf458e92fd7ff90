import { z } from 'zod';
import type { IdentifiedInstrument } from '#src/domain/payments/index.ts';
import type { JsonObject, JsonValue } from '#src/kernel/json/json.ts';
import { brandOf } from './decline-codes.ts';

const digits = (length: number) => z.string().length(length).regex(/^\d+$/);
const number = z.coerce.number().int();

/** SDK: GetTokenResponse with GetCardTokenResponse, which has month and year as text. The first six are not certain. */
const tokenSchema = z.object({
  card: z.object({
    last_four_digits: digits(4),
    first_six_digits: digits(6).nullish().catch(null),
    exp_month: number.min(1).max(12),
    exp_year: number.min(0).max(2199),
    brand: z.string().max(40).nullish(),
  }),
});

/**
 * The card behind a token, as Pagar.me reads it. Compared by its number where the first six digits are present (another
 * expiry is no other card), else by all members; never by the holder's name, which can be typed in many ways. Null when
 * the answer cannot be read.
 */
export function inspectedFrom(json: JsonValue | undefined, details: JsonObject): IdentifiedInstrument | null {
  const card = tokenSchema.safeParse(json).data?.card;
  if (!card) return null;
  const { last_four_digits: last4, first_six_digits: first6, exp_month: month, exp_year: year } = card;
  const brand = brandOf(card.brand ?? '');
  const expiry = `${String(month).padStart(2, '0')}/${String(year % 100).padStart(2, '0')}`;
  const fingerprint = first6 ? `${first6} ${last4}` : `${brand} ${last4} ${expiry}`;
  return { fingerprint, isShared: true, brand, last4, expiry, details };
}
