import type pg from 'pg';
import type { Outside } from '#tests/compat/outside.ts';
import type { Haystack } from './find-needles.ts';
import type { Needles } from './needles.ts';

/** A running product, what is outside it, and what is remembered of a run. */
export interface CanaryStage {
  readonly checkout: string;
  readonly outside: Outside;
  readonly operatorToken: string;
  /** Out of which the secrets of receivers are derived. */
  readonly webhookKey: string;
  readonly needles: Needles;
  /** The database, as its owner. */
  readonly pool: pg.Pool;
  /** Addresses that browsers were sent to. */
  readonly addresses: string[];
  /** What was answered. */
  readonly answers: Haystack[];
  /** Papers and exports that were handed out, by what they are. */
  readonly papers: Haystack[];
}
