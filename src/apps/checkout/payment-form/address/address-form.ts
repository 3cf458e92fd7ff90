import type { Country } from '#src/kernel/locale/locale.ts';
import {
  addressRule,
  cityRule,
  complementRule,
  districtRule,
  normalizeAddress,
  numberRule,
} from '#src/kernel/validation/address.rule.ts';
import { normalizePostalCode, postalCodeRule } from '#src/kernel/validation/postal-code.rule.ts';
import { type Errors, found, type Values } from '../form-fields.ts';

/** The billing address as typed, in the shape that is checked and sent. */
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

/** The errors of a billing address, by field. */
export function checkAddress(values: Values, market: Country): Errors {
  const address = readAddress(values, market);
  return found({
    postalCode: postalCodeRule(address['postalCode'] ?? '', { market }),
    addressLine1: addressRule(address['addressLine1'] ?? ''),
    addressLine2: numberRule(address['addressLine2'] ?? ''),
    addressLine3: complementRule(address['addressLine3'] ?? ''),
    neighbourhood: districtRule(address['neighbourhood'] ?? ''),
    city: cityRule(address['city'] ?? ''),
    // The server checks the market's list, which the browser does not load.
    state: address['state'] === '' ? 'validation.state' : null,
  });
}
