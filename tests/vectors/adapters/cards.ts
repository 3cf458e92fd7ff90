import { passesLuhn } from '#src/kernel/validation/card/luhn.ts';
import { brandOf } from '#src/rails/card/brands.ts';
import { cardNumberRule, formatCardNumber } from '#src/rails/card/card-number.ts';
import { asNumeric, asText } from '../input.ts';
import type { Adapter } from '../vector.types.ts';

export const cards: Adapter = {
  operations: {
    card_number: (input) => {
      const typed = asText(input);
      const digits = typed.replaceAll(' ', '');
      const brand = brandOf(digits);
      const good = cardNumberRule(typed) === null;
      return {
        valid: good,
        accepted_by_product_spec: good,
        luhn: passesLuhn(digits),
        brand: brand?.id ?? null,
        length: digits.length,
        layout: formatCardNumber(digits),
        cvv_length: brand?.cvvLength ?? null,
      };
    },
    bin_brand: (input) => brandOf(asNumeric(input))?.id ?? null,
  },
};
