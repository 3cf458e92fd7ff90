/** How many refusals of one way to pay make it rest, and for how many seconds each of them counts. */
export interface DeclinePauseRule {
  readonly maxDeclinedAttempts: number;
  readonly declinePauseSeconds: number;
}

/** A try to pay, as far as resting goes. */
export interface DeclinedAttempt {
  readonly rail: string;
  readonly state: string;
  readonly createdAt: Date;
}

/**
 * Seconds for which a way to pay rests after too many refusals; null when it does not. Each way has its own: whoever has no
 * luck with one pays by another at once.
 */
export function pauseAfterDeclinesSeconds(
  tried: readonly DeclinedAttempt[],
  rail: string,
  { maxDeclinedAttempts, declinePauseSeconds }: DeclinePauseRule,
  now: Date,
): number | null {
  const since = now.getTime() - declinePauseSeconds * 1000;
  const refused = tried
    .filter((one) => one.rail === rail && one.state === 'declined' && one.createdAt.getTime() > since)
    .map(({ createdAt }) => createdAt.getTime())
    .sort((a, b) => b - a);
  const oldest = refused[maxDeclinedAttempts - 1];
  return oldest === undefined ? null : Math.max(1, Math.ceil((oldest - since) / 1000));
}
