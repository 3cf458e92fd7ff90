const dayMs = 86_400_000;

/**
 * When a payment is asked about next: one day after it began, then each time it is twice as old, and for the last time
 * when its money cannot go back any more; null after that, or where it never can. `days` is its gateway's.
 */
export function nextRecheckAt(began: Date, now: Date, days: number | undefined): Date | null {
  const age = now.getTime() - began.getTime();
  const end = (days ?? 0) * dayMs;
  if (age >= end) return null;
  const next = Math.max(2 * age, age + dayMs);
  return new Date(began.getTime() + Math.min(next, end));
}
