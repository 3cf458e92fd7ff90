import { itf25Widths } from '#src/rails/bank-slip/itf25.ts';
import { asText } from '../input.ts';
import type { Adapter } from '../vector.types.ts';

export const itf25: Adapter = {
  operations: {
    itf25_widths: (input) => {
      const widths = itf25Widths(asText(input));
      return { widths, elements: widths.length };
    },
  },
};
