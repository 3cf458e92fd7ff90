import type { Country } from '#src/kernel/locale/locale.ts';
import {
  addressRule,
  cityRule,
  complementRule,
  districtRule,
  normalizeAddress,
  numberRule,
} from '#src/kernel/validation/address.rule.ts';
import { politicsRule } from '#src/kernel/validation/acceptance.rule.ts';
import { normalizePostalCode, postalCodeRule } from '#src/kernel/validation/postal-code.rule.ts';

/** Rules of the payment form that hold whatever the way to pay; the same in browser and server. */

export type Values = Readonly<Record<string, string>>;
export type Errors = Readonly<Record<string, string>>;

/** Full name of a rail's field in the page's form. */
export function railField(rail: string, field: string): string {
  return `${rail}.${field}`;
}

/** A rail's own fields out of the page's form, without their prefix. */
export function fieldsOfRail(values: Values, rail: string): Values {
  const prefix = `${rail}.`;
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      name.startsWith(prefix) ? [[name.slice(prefix.length), value]] : [],
    ),
  );
}

/** Messages of a rail's fields under their full names. */
export function errorsOfRail(errors: Errors, rail: string): Errors {
  return Object.fromEntries(Object.entries(errors).map(([field, message]) => [railField(rail, field), message]));
}

function found(messages: Readonly<Record<string, string | null>>): Errors {
  return Object.fromEntries(Object.entries(messages).filter((entry): entry is [string, string] => entry[1] !== null));
}

/** The billing address as typed, in the form in which it is checked and sent. */
export function readAddress(values: Values, market: Country): Values {
  const words = (name: string): string => normalizeAddress(values[name] ?? '');
  return {
    postalCode: normalizePostalCode(values['postalCode'] ?? '', { market }),
    addressLine1: words('addressLine1'),
    addressLine2: (values['addressLine2'] ?? '').trim(),
    addressLine3: words('addressLine3'),
    neighbourhood: words('neighbourhood'),
    city: words('city'),
    state: (values['state'] ?? '').trim(),
    country: market,
  };
}

/** What is wrong with a billing address, by field. */
export function checkAddress(values: Values, market: Country): Errors {
  const address = readAddress(values, market);
  return found({
    postalCode: postalCodeRule(address['postalCode'] ?? '', { market }),
    addressLine1: addressRule(address['addressLine1'] ?? ''),
    addressLine2: numberRule(address['addressLine2'] ?? ''),
    addressLine3: complementRule(address['addressLine3'] ?? ''),
    neighbourhood: districtRule(address['neighbourhood'] ?? ''),
    city: cityRule(address['city'] ?? ''),
    // Whether it is one of the market's is for the server: its list stays out of the browser.
    state: address['state'] === '' ? 'validation.state' : null,
  });
}

/** The purchase's terms and policy must be accepted. */
export function checkAcceptance(values: Values): Errors {
  return found({ terms: politicsRule(values['terms'] ?? '') === null ? null : 'payment.terms.missing' });
}
