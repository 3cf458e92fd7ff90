import type { JsonObject, JsonValue } from '#src/kernel/json/json.ts';

/**
 * What a buyer chose on the steps of a flow, beyond the lead. A key that is absent was not asked yet. Each key is
 * written by one step only and holds nothing personal: who buys is the lead's business. All of them change the price.
 */
export interface SessionAnswers {
  /** Codes of the order bumps that were taken; empty when the buyer was asked and took none. */
  readonly orderBumps?: readonly string[];
  /** For how many people the plan is bought, the buyer included. */
  readonly profiles?: number;
  /** Id of the plan that was chosen, where the link named none. */
  readonly planId?: string;
  /** The link's voucher that was taken away on the payment page, as `voucherKey` writes it; empty when none is. */
  readonly withoutVoucher?: string;
  /** `yes`: the free time was had before, by what was given since; the price is to be paid at once. */
  readonly withoutTrial?: string;
}

type Readers = { readonly [Key in keyof SessionAnswers]-?: (value: JsonValue) => SessionAnswers[Key] | undefined };

const text = (value: JsonValue): string | undefined => (typeof value === 'string' ? value : undefined);
const count = (value: JsonValue): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;

const readers: Readers = {
  orderBumps: (value) => (Array.isArray(value) ? value.flatMap((one: JsonValue) => text(one) ?? []) : undefined),
  profiles: count,
  planId: text,
  withoutVoucher: text,
  withoutTrial: text,
};

/** Reads what a row holds; what an older or newer version of the product wrote and nobody understands is left out. */
export function readAnswers(stored: JsonObject): SessionAnswers {
  const read = Object.entries(readers).flatMap(([key, reader]) => {
    const value = stored[key] === undefined ? undefined : reader(stored[key]);
    return value === undefined ? [] : [[key, value]];
  });
  return Object.fromEntries(read) as SessionAnswers;
}
