import { twoDecimals } from '#src/kernel/money/decimal.ts';

/** Minor units as the norm writes money: 114000 → `1140.00`. */
export function toValor(amount: bigint): string {
  return twoDecimals(amount);
}

/** The norm's money as minor units. The pattern was checked before. */
export function fromValor(valor: string): bigint {
  return BigInt(valor.replace('.', ''));
}
