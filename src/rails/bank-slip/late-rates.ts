import type { JsonValue } from '#src/kernel/json/json.ts';
import type { LateRates } from '#src/kernel/money/late-fee.ts';

/** Calendar days after the due date on which a slip with a fine is still taken. */
export const lateDays = 30;

/** Fine and interest as an attempt keeps them; null where its slip has none. */
export function readLateRates(kept: JsonValue | undefined): LateRates | null {
  if (typeof kept !== 'object' || kept === null || !('fine' in kept) || !('monthlyInterest' in kept)) return null;
  const { fine, monthlyInterest } = kept;
  return typeof fine === 'string' && typeof monthlyInterest === 'string' ? { fine, monthlyInterest } : null;
}
