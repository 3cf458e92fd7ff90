import { parseArgs } from 'node:util';

/** What `npm run bench -- …` was asked for. */
export interface BenchOptions {
  readonly mode: 'load' | 'web' | 'brands';
  /** Length of one round. */
  readonly seconds: number;
  readonly rounds: number;
  /** How many buyers act at the same time. */
  readonly callers: number;
  /** How many brands are made up, where their number is what is measured. */
  readonly brands: number;
  /** One JSON document instead of tables. */
  readonly json: boolean;
}

/** Reads the command line; throws with the usage when it makes no sense. */
export function readOptions(args: readonly string[]): BenchOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      seconds: { type: 'string', default: '10' },
      rounds: { type: 'string' },
      callers: { type: 'string', default: '16' },
      brands: { type: 'string', default: '1000' },
      json: { type: 'boolean', default: false },
    },
  });
  const [mode = 'load', ...more] = positionals;
  if ((mode !== 'load' && mode !== 'web' && mode !== 'brands') || more.length > 0) throw new Error(usage);
  return {
    mode,
    seconds: between(values.seconds, 1, 120),
    rounds: between(values.rounds ?? (mode === 'web' ? '5' : '3'), 1, 50),
    callers: between(values.callers, 1, 256),
    brands: between(values.brands, 1, 5_000),
    json: values.json,
  };
}

const usage = `npm run bench [-- web|brands] [--seconds 10] [--rounds 3] [--callers 16] [--brands 1000] [--json]`;

function between(text: string, least: number, most: number): number {
  const number = /^\d{1,4}$/.test(text) ? Number(text) : -1;
  if (number < least || number > most)
    throw new Error(`${usage}\n${text} is not a whole number from ${least} to ${most}`);
  return number;
}
