/** NuPay writes reais with decimals as JSON numbers (`10.5`). They are made of text, without floating-point arithmetic. */
export function toReais(minor: bigint): number {
  const digits = minor.toString().padStart(3, '0');
  return Number(`${digits.slice(0, -2)}.${digits.slice(-2)}`);
}

/** Reais as centavos; null for what has no centavos or more than two decimals. */
export function fromReais(value: number): bigint | null {
  const match = /^(\d+)(?:\.(\d{1,2}))?$/.exec(String(value));
  return match ? BigInt(`${match[1]}${(match[2] ?? '').padEnd(2, '0')}`) : null;
}
