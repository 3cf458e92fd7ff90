import { decimal, divideHalfUp } from './decimal.ts';
import { money, subtract } from './money.ts';
import { percentage } from './multiply.ts';
import type { Money } from './money.ts';

/** A price split into parts: `net` + `tax` = `gross`. */
export interface TaxedPrice {
  readonly net: Money;
  readonly tax: Money;
  readonly gross: Money;
}

/** Adds a tax of `percent` to a net price, half-up (Peru's IGV with IPM: 18 % in all, Ley 32387). */
export function addTax(net: Money, percent: string): TaxedPrice {
  const tax = percentage(net, percent);
  return { net, tax, gross: money(net.amount + tax.amount, net.currency) };
}

/** Takes the tax of `percent` out of a price that includes it: the net is rounded half-up, the tax is the rest. */
export function taxWithin(gross: Money, percent: string): TaxedPrice {
  const rate = decimal(percent);
  const hundred = 100n * 10n ** BigInt(rate.scale);
  const net = money(divideHalfUp(gross.amount * hundred, hundred + rate.units), gross.currency);
  return { net, tax: subtract(gross, net), gross };
}
