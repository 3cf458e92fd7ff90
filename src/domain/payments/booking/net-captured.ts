import type { NetCapture } from './allocate-returned-money.ts';

/** What the attempt brought for this order, less what went back of it. */
export function netCaptured(
  attempt: { readonly id: string },
  lines: readonly { readonly attemptId: string; readonly kind: string; readonly amount: bigint }[],
): NetCapture {
  const sum = (part: 'principal' | 'interest' | 'late-fee'): bigint =>
    lines
      .filter((line) => line.attemptId === attempt.id && line.kind.endsWith(`-${part}`))
      .reduce((total, line) => total + (isIncoming(line) ? line.amount : -line.amount), 0n);
  return { principal: sum('principal'), interest: sum('interest'), late: sum('late-fee') };
}

function isIncoming({ kind }: { readonly kind: string }): boolean {
  return kind.startsWith('capture-') || kind.startsWith('dispute-won-');
}
