import { parseArgs } from 'node:util';

/** Options of `npm run bench`. */
export interface BenchOptions {
  readonly mode: 'load' | 'web' | 'brands' | 'methods' | 'renewals' | 'hold' | 'proof' | 'console' | 'recording';
  /** Length of one round. */
  readonly seconds: number;
  readonly rounds: number;
  /** Number of buyers at the same time. */
  readonly callers: number;
  /** Number of generated brands, for `brands`. */
  readonly brands: number;
  /** Number of orders in the tables, for `methods`. */
  readonly orders: number;
  /** Number of payments of each method. */
  readonly payments: number;
  /** Number of due subscriptions, for `renewals`. */
  readonly due: number;
  /** Minutes for which a constant rate is held; the longest measurement of renewals; all turns of `console`. */
  readonly minutes: number;
  /** The constant rate to hold, in requests per second; null: the highest one is searched, for `console` 100. */
  readonly rate: number | null;
  /** Prints one JSON document instead of tables. */
  readonly json: boolean;
}

/** Parses the command line. Throws with the usage when it is invalid. */
export function readOptions(args: readonly string[]): BenchOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      seconds: { type: 'string', default: '10' },
      rounds: { type: 'string' },
      callers: { type: 'string', default: '16' },
      brands: { type: 'string', default: '1000' },
      orders: { type: 'string' },
      payments: { type: 'string', default: '300' },
      due: { type: 'string' },
      minutes: { type: 'string' },
      rate: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  const [mode = values.due !== undefined ? 'renewals' : values.orders === undefined ? 'load' : 'methods', ...more] =
    positionals;
  if (!isMode(mode) || more.length > 0) throw new Error(usage);
  return {
    mode,
    seconds: between(values.seconds, 1, 120),
    rounds: between(values.rounds ?? (mode === 'web' ? '10' : '3'), 1, 50),
    callers: between(values.callers, 1, 256),
    brands: between(values.brands, 1, 5_000),
    orders: between(values.orders ?? '10000', 1, 1_000_000),
    payments: between(values.payments, 20, 5_000),
    due: between(values.due ?? '100000', 10, 1_000_000),
    // A whole run with 1e5 due subscriptions ends within ten minutes, set-up and report included.
    minutes: between(values.minutes ?? usualMinutes[mode] ?? '10', 1, 480),
    rate: values.rate === undefined ? null : between(values.rate, 1, 10_000),
    json: values.json,
  };
}

const usualMinutes: Partial<Record<BenchOptions['mode'], string>> = { renewals: '8', console: '5' };

const modes = ['load', 'web', 'brands', 'methods', 'renewals', 'hold', 'proof', 'console', 'recording'] as const;

function isMode(word: string): word is BenchOptions['mode'] {
  return modes.some((mode) => mode === word);
}

const usage = `npm run bench [-- web|brands|methods|renewals|hold|proof|console|recording] [--seconds 10] [--rounds 3] [--callers 16] [--brands 1000] [--orders 1e6] [--payments 300] [--due 1e5] [--minutes 10] [--rate 100] [--json]`;

function between(text: string, least: number, most: number): number {
  const number = /^\d{1,7}$|^\de\d$/.test(text) ? Number(text) : -1;
  if (number < least || number > most)
    throw new Error(`${usage}\n${text} is not a whole number from ${least} to ${most}`);
  return number;
}
