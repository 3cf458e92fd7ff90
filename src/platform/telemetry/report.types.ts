import type { Level } from './level.ts';

/** One event for monitoring services. It holds nothing personal and no text that was typed. */
export interface Report {
  readonly level: Level;
  /** A fixed kebab-case word of ours. */
  readonly event: string;
  readonly at: Date;
  /** Plain values; cleaned before they come here. */
  readonly fields: Readonly<Record<string, string | number | boolean>>;
  /** What was thrown, when something was. */
  readonly error?: ReportedError;
}

export interface ReportedError {
  readonly name: string;
  readonly message: string;
  /** The innermost first: `file:line:column`, or a function's name before it. */
  readonly frames: readonly string[];
}

/** Who takes reports on. */
export interface ReportReceiver {
  /** Never throws: monitoring that fails must not fail the product. */
  readonly deliver: (reports: readonly Report[]) => Promise<void>;
}
