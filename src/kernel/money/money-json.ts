import { err, ok } from '#src/kernel/result/result.ts';
import type { Result } from '#src/kernel/result/result.ts';
import { isCurrency, money } from './money.ts';
import type { Money } from './money.ts';

/** Money as JSON carries it: integer minor units within the safe range. */
export interface MoneyJson {
  readonly amount: number;
  readonly currency: string;
}

/** Minor units as a JSON number. Throws a `RangeError` beyond ±2^53−1: such an amount is a bug, not a price. */
export function unitsToJson(amount: bigint): number {
  const number = Number(amount);
  if (!Number.isSafeInteger(number)) throw new RangeError('Amount outside the safe range');
  return number;
}

/** Minor units from a JSON value; fractions, strings and numbers outside the safe range are refused. */
export function unitsFromJson(value: unknown): Result<bigint, 'amount-malformed'> {
  return typeof value === 'number' && Number.isSafeInteger(value) ? ok(BigInt(value)) : err('amount-malformed');
}

export function moneyToJson(value: Money): MoneyJson {
  return { amount: unitsToJson(value.amount), currency: value.currency };
}

export function moneyFromJson(value: unknown): Result<Money, 'amount-malformed'> {
  if (typeof value !== 'object' || value === null || !('amount' in value) || !('currency' in value))
    return err('amount-malformed');
  const { currency } = value;
  const units = unitsFromJson(value.amount);
  return units.ok && isCurrency(currency) ? ok(money(units.value, currency)) : err('amount-malformed');
}
