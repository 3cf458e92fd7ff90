import type { JsonObject, JsonValue } from '#src/kernel/json/json.ts';

/**
 * The buyer's choices on the steps of a flow, beyond the lead. An absent key was not asked yet. Each key is written by one
 * step only and holds no personal data, which belong to the lead. All of them change the price.
 */
export interface SessionAnswers {
  /** Codes of the order bumps that were taken; empty when the buyer was asked and took none. */
  readonly orderBumps?: readonly string[];
  /** For how many people the plan is bought, the buyer included. */
  readonly profiles?: number;
  /** Id of the plan that was chosen, where the link named none. */
  readonly planId?: string;
  /** Key of the link's voucher that was removed on the payment page; empty when none is. */
  readonly withoutVoucher?: string;
  /** `yes`: the buyer had the trial before, as later answers showed; the price is to be paid at once. */
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

/** Reads a row's answers; keys and values of other versions of the product that are not known are left out. */
export function readAnswers(stored: JsonObject): SessionAnswers {
  const read = Object.entries(readers).flatMap(([key, reader]) => {
    const value = stored[key] === undefined ? undefined : reader(stored[key]);
    return value === undefined ? [] : [[key, value]];
  });
  return Object.fromEntries(read) as SessionAnswers;
}
