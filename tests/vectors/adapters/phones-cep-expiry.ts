import { isCountry } from '#src/kernel/locale/markets.ts';
import { requireLocalDate } from '#src/kernel/time/local-date.ts';
import { areaCodes, areaCodesByState, isAreaCode } from '#src/kernel/validation/area-codes.ts';
import { cardExpiryRule } from '#src/kernel/validation/card/card-fields.rules.ts';
import { checkPhone } from '#src/kernel/validation/phone.server.ts';
import { postalCodeRule } from '#src/kernel/validation/postal-code.rule.ts';
import { asNumeric, asObject, asText } from '../input.ts';
import type { Adapter } from '../vector.types.ts';

export const phonesCepExpiry: Adapter = {
  operations: {
    mobile: (input) => {
      const { number, country } = asObject(input);
      if (!isCountry(country)) throw new Error(`no market ${String(country)}`);
      return checkPhone(asText(number), country).ok;
    },
    ddd_list: () => ({ count: areaCodes.length, codes: areaCodes, by_state: areaCodesByState }),
    ddd: (input) => isAreaCode(Number(asNumeric(input))),
    cep: (input) => postalCodeRule(asText(input), { market: 'BR' }) === null,
    card_expiry: (input) => {
      const { value, today } = asObject(input);
      return cardExpiryRule(asText(value), { today: requireLocalDate(asText(today)) }) === null;
    },
  },
};
