import type pg from 'pg';
import type { SandboxPayments } from '#tests/compat/sandbox-payments.ts';
import type { ScanSource } from './find-canaries.ts';
import type { Canaries } from './canary-values.ts';

/** A running product, what is outside it, and what is remembered of a run. */
export interface CanaryWorld {
  readonly checkout: string;
  readonly sandboxPayments: SandboxPayments;
  readonly operatorToken: string;
  /** Out of which the secrets of receivers are derived. */
  readonly webhookKey: string;
  readonly canaries: Canaries;
  /** The database, as its owner. */
  readonly pool: pg.Pool;
  /** Addresses that browsers were sent to. */
  readonly addresses: string[];
  /** What was answered. */
  readonly answers: ScanSource[];
  /** Papers and exports that were handed out, by what they are. */
  readonly documents: ScanSource[];
}
