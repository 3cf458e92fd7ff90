import { splitPrice } from '#src/domain/customers/loyalty/index.ts';
import { asNumber, asNumeric, asObject, asText } from '../input.ts';
import { loyaltyFlow } from '../loyalty-flows.ts';
import type { Adapter } from '../vector.types.ts';

export const loyalty: Adapter = {
  operations: {
    points_cash_split: (input) => {
      const { total_cents: total, points, rate_points_per_real: rate } = asObject(input);
      const split = splitPrice(BigInt(asNumber(total)), asNumber(points), Number(asNumeric(rate)));
      return split === null
        ? 'refuse: more points than the price'
        : { points_value_cents: Number(split.inPoints), cash_cents: Number(split.inMoney) };
    },
    flow: (input) => loyaltyFlow(asText(input)),
  },
};
