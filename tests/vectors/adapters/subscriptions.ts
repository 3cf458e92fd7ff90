import { prorateByDay } from '#src/domain/subscriptions/subscriptions/index.ts';
import { chargeDay, chargeIntervals, isInCoolingOff } from '#src/domain/catalog/terms/index.ts';
import { requireLocalDate } from '#src/kernel/time/local-date.ts';
import { asNumber, asObject, asText } from '../input.ts';
import type { Adapter } from '../vector.types.ts';

export const subscriptions: Adapter = {
  operations: {
    withdrawal: (input) => {
      const { contract, request, country } = asObject(input);
      if (country !== 'BR') throw new TypeError('The words expected are those of Brazil');
      return isInCoolingOff(new Date(asText(contract)), new Date(asText(request)), country)
        ? 'full refund incl. all amounts, updated'
        : 'outside art. 49';
    },
    proration_by_day: (input) => {
      const { old_cents: old, new_cents: next, cycle_days: cycle, used_days: used } = asObject(input);
      const days = asNumber(cycle);
      const { credit, charge, due } = prorateByDay(
        [{ amount: BigInt(asNumber(old)), days }],
        { amount: BigInt(asNumber(next)), days },
        days - asNumber(used),
      );
      return { credit: Number(credit), charge: Number(charge), due: Number(due) };
    },
    next_charge: (input) => {
      const { anchor, period, n } = asObject(input);
      const known = chargeIntervals.find((one) => one === period);
      if (known === undefined) throw new TypeError(`The product has no period ${asText(period)}`);
      return chargeDay(requireLocalDate(asText(anchor)), known, asNumber(n));
    },
  },
};
