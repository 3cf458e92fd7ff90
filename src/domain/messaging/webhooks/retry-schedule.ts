/**
 * Seconds between one failed try and the next (Standard Webhooks 1.0.0 gives these as its example): ten tries in 75 hours
 * and 35 minutes. After the last one a delivery is given up, and said so.
 */
export const retrySeconds = [
  5,
  5 * 60,
  30 * 60,
  2 * 3600,
  5 * 3600,
  10 * 3600,
  14 * 3600,
  20 * 3600,
  24 * 3600,
] as const;

/** How much of each pause may be added to it, so that what failed together does not come back together. */
const jitter = 0.1;
/** No receiver puts us off for longer than this with `Retry-After`. */
const maxRetryAfterSeconds = 24 * 3600;

/**
 * When a delivery is tried again after `failed` tries; null when there is no more. `chance`: a number in [0, 1). `wish`: the
 * seconds that the receiver asked for; they only make a pause longer.
 */
export function nextTryAt(now: Date, failed: number, chance: number, retryAfter: number | null): Date | null {
  const pause = retrySeconds[failed - 1];
  if (pause === undefined) return null;
  const seconds = Math.max(pause * (1 + jitter * chance), Math.min(retryAfter ?? 0, maxRetryAfterSeconds));
  return new Date(now.getTime() + Math.ceil(seconds * 1000));
}

/** Failures in a row after which an endpoint is left in peace. */
export const pauseAfterFailures = 5;
const firstRestSeconds = 30;
const longestRestSeconds = 15 * 60;

/** Until when an endpoint rests that failed so often in a row; null: it does not. After a rest one message goes first. */
export function pausedUntilAfter(now: Date, failures: number): Date | null {
  if (failures < pauseAfterFailures) return null;
  const seconds = Math.min(longestRestSeconds, firstRestSeconds * 2 ** Math.min(10, failures - pauseAfterFailures));
  return new Date(now.getTime() + seconds * 1000);
}

/** `Retry-After` in seconds (RFC 9110, 10.2.3); its form as a date, which few send, counts as none. */
export function readRetryAfter(header: string | undefined): number | null {
  return header !== undefined && /^\d{1,6}$/.test(header) ? Number(header) : null;
}
