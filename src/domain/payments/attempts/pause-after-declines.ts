/** How many declines pause a rail, and for how many seconds each of them counts. */
export interface DeclinePauseRule {
  readonly maxDeclinedAttempts: number;
  readonly declinePauseSeconds: number;
}

/** An attempt, as far as the pause needs it. */
export interface DeclinedAttempt {
  readonly rail: string;
  readonly state: string;
  readonly createdAt: Date;
}

/**
 * Seconds for which a rail is paused after too many declines; null when it is not. Each rail has its own pause: a
 * buyer may pay by another at once.
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
