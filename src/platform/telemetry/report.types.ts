import type { Level } from './level.ts';

/** One event for monitoring services. It holds no personal data and no input. */
export interface Report {
  readonly level: Level;
  /** A fixed kebab-case word of ours. */
  readonly event: string;
  readonly at: Date;
  /** Plain values, already cleaned. */
  readonly fields: Readonly<Record<string, string | number | boolean>>;
  /** The thrown error, if any. */
  readonly error?: ReportedError;
}

export interface ReportedError {
  readonly name: string;
  readonly message: string;
  /** The innermost first: `file:line:column`, or a function's name before it. */
  readonly frames: readonly string[];
}

/** A receiver of reports. */
export interface ReportReceiver {
  /** Never throws: monitoring that fails must not fail the product. */
  readonly deliver: (reports: readonly Report[]) => Promise<void>;
}
