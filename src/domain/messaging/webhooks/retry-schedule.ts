/**
 * Seconds between one failed try and the next (the example of Standard Webhooks 1.0.0): ten tries in 75 hours and 35
 * minutes. After the last one a delivery is given up, and logged.
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

/** The part of each pause that may be added to it, so that deliveries that failed together are not retried together. */
const jitter = 0.1;
/** The longest `Retry-After` that is obeyed. */
const maxRetryAfterSeconds = 24 * 3600;

/**
 * When a delivery is tried again after `failed` tries; null when it is not. `chance`: a number in [0, 1). `retryAfter`: the
 * seconds that the receiver asked for; they only make a pause longer.
 */
export function nextTryAt(now: Date, failed: number, chance: number, retryAfter: number | null): Date | null {
  const pause = retrySeconds[failed - 1];
  if (pause === undefined) return null;
  const seconds = Math.max(pause * (1 + jitter * chance), Math.min(retryAfter ?? 0, maxRetryAfterSeconds));
  return new Date(now.getTime() + Math.ceil(seconds * 1000));
}

/** Failures in a row after which an endpoint is paused. */
export const pauseAfterFailures = 5;
const firstPauseSeconds = 30;
const longestPauseSeconds = 15 * 60;

/** Until when an endpoint is paused after so many failures in a row; null: it is not. */
export function pausedUntilAfter(now: Date, failures: number): Date | null {
  if (failures < pauseAfterFailures) return null;
  const seconds = Math.min(longestPauseSeconds, firstPauseSeconds * 2 ** Math.min(10, failures - pauseAfterFailures));
  return new Date(now.getTime() + seconds * 1000);
}

/** `Retry-After` in seconds (RFC 9110, 10.2.3); the form as a date, which is rarely sent, counts as none. */
export function readRetryAfter(header: string | undefined): number | null {
  return header !== undefined && /^\d{1,6}$/.test(header) ? Number(header) : null;
}
