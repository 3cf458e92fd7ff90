import type { Env } from '#src/server/env.server.ts';

/** One line of the report. */
export interface Finding {
  readonly state: 'ok' | 'warning' | 'wrong';
  /** What was looked at: a variable, an address, a company. */
  readonly subject: string;
  readonly found: string;
  /** What mends it; absent where nothing is wrong. */
  readonly remedy?: string;
}

/** The installation that is looked at. */
export interface Installation {
  readonly env: Env;
  /** This machine's time in milliseconds since 1970. */
  readonly now: () => number;
}

export type Check = (installation: Installation) => Promise<readonly Finding[]>;

export const ok = (subject: string, found: string): Finding => ({ state: 'ok', subject, found });

export const warning = (subject: string, found: string, remedy: string): Finding => ({
  state: 'warning',
  ...{ subject, found, remedy },
});

export const wrong = (subject: string, found: string, remedy: string): Finding => ({
  state: 'wrong',
  ...{ subject, found, remedy },
});

/** An error of the network or a library as words, with its code. */
export function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  const words = error.message === '' && code !== null ? code : error.message;
  return code === null || words.includes(code) ? words : `${words} (${code})`;
}

/** The findings as lines: `ok`, `warning` or `WRONG`, what was found, and below it what mends it. */
export function describeFindings(findings: readonly Finding[]): string {
  return findings
    .flatMap(({ state, subject, found, remedy }) => [
      `  ${(state === 'wrong' ? 'WRONG' : state).padEnd(8)} ${subject}: ${found}`,
      ...(remedy === undefined ? [] : [`${' '.repeat(11)}${remedy}`]),
    ])
    .join('\n');
}
