import type { Bank } from './bank.ts';
import type { Browser, Reply } from './browser.ts';
import type { SeededRandom } from '../faults/seeded-random.ts';

export interface Market {
  readonly shop: string;
  readonly bank: Bank;
  /** Where letters arrive. */
  readonly sandboxOrigin: string;
  readonly answers: string;
  readonly operatorToken: string;
  /** How long a buyer goes on trying, in milliseconds. */
  readonly patienceMs: number;
  /** How often one tries what must not work: 0 to 1. */
  readonly curiosity: number;
}

/** A buyer on their way. */
export interface ChaosBuyer {
  readonly market: Market;
  readonly browser: Browser;
  readonly chance: SeededRandom;
  /** When patience ends, by `performance.now()`. */
  readonly deadline: number;
  /** Goes on until somebody says something that is not a machine's trouble; null when patience ends. */
  readonly insist: (ask: () => Promise<Reply | null>) => Promise<Reply | null>;
}
