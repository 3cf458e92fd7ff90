import { decimal, multiplyDecimals, rescale } from './decimal.ts';
import { money } from './money.ts';
import type { Money } from './money.ts';

/** Amount × a plain decimal (`'0.5'`, `'12'`), rounded half-up to the minor unit. Throws on a malformed factor. */
export function multiply(value: Money, factor: string): Money {
  return money(rescale(multiplyDecimals({ units: value.amount, scale: 0 }, decimal(factor)), 0), value.currency);
}

/** `percent` of an amount (`'50'` = half), rounded half-up to the minor unit. */
export function percentage(value: Money, percent: string): Money {
  const rate = decimal(percent);
  const share = multiplyDecimals({ units: value.amount, scale: 0 }, { units: rate.units, scale: rate.scale + 2 });
  return money(rescale(share, 0), value.currency);
}
