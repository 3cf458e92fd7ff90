import type { Country } from '#src/kernel/locale/locale.ts';
import {
  addressRule,
  cityRule,
  complementRule,
  countryRule,
  districtRule,
  normalizeAddress,
  numberRule,
  stateRule,
} from '#src/kernel/validation/address.rule.ts';
import { normalizePostalCode, postalCodeRule } from '#src/kernel/validation/postal-code.rule.ts';

export interface LeadAddress {
  readonly postalCode?: string | undefined;
  readonly addressLine1?: string | undefined;
  readonly addressLine2?: string | undefined;
  readonly addressLine3?: string | undefined;
  readonly neighbourhood?: string | undefined;
  readonly city?: string | undefined;
  readonly state?: string | undefined;
  readonly country?: string | undefined;
}

type Field = keyof LeadAddress;
type Part = readonly [ready: string, problem: string | null];

const parts: Readonly<Record<Field, (typed: string, market: Country) => Part>> = {
  postalCode: (typed, market) => {
    const ready = normalizePostalCode(typed, { market });
    return [ready, postalCodeRule(ready, { market })];
  },
  addressLine1: (typed) => worded(typed, addressRule),
  addressLine2: (typed) => [typed.trim(), numberRule(typed)],
  addressLine3: (typed) => worded(typed, complementRule),
  neighbourhood: (typed) => worded(typed, districtRule),
  city: (typed) => worded(typed, cityRule),
  state: (typed, market) => [typed.trim(), stateRule(typed, { market })],
  country: (typed) => worded(typed, countryRule),
};

function worded(typed: string, rule: (value: string) => string | null): Part {
  const ready = normalizeAddress(typed);
  return [ready, rule(ready)];
}

/** Normalizes the address fields of a call and checks them by the rules of the address form. */
export function readLeadAddress(
  given: LeadAddress,
  market: Country,
): {
  readonly address: Readonly<Record<string, string>>;
  readonly problems: readonly (readonly [path: string, key: string])[];
} {
  const read = (Object.keys(parts) as Field[]).flatMap((field) => {
    const typed = given[field];
    return typed === undefined ? [] : [[field, ...parts[field](typed, market)] as const];
  });
  return {
    address: Object.fromEntries(read.map(([field, ready]) => [field, ready])),
    problems: read.flatMap(([field, , key]) => (key === null ? [] : [[`address.${field}`, key] as const])),
  };
}
