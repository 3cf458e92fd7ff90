import { killsPerCrashPoint } from './faults/minimum-faults.ts';
import { fullSeconds, usualEverySeconds } from './faults/schedule.ts';

/** What `npm run chaos` was asked for. */
export interface ChaosOptions {
  readonly seed: number;
  /** How long faults strike. */
  readonly seconds: number;
  /** The whole dose of a release, however long it takes. */
  readonly isFull: boolean;
  /** Seconds from one fault to the next, on average. */
  readonly every: number;
  /** Buyers per second. */
  readonly rate: number;
  /** How often workers die at each place that only time brings. */
  readonly kills: number;
  /** Only the planted bugs. */
  readonly controlsOnly: boolean;
  readonly withControls: boolean;
  /** Only the planted bugs whose names contain this. */
  readonly only: string;
  /** Leaves the folder of the run where it is. */
  readonly keep: boolean;
}

const usualSeconds = 600;
const usualDeaths = 2;

/** Reads the words after `--`; throws with what is allowed. */
export function readOptions(args: readonly string[], random: () => number = Math.random): ChaosOptions {
  const known = new Set([
    ...['--full', '--controls', '--no-controls', '--keep'],
    ...['--seconds', '--every', '--seed', '--rate', '--deaths', '--only'],
  ]);
  const unknown = args.filter((one) => one.startsWith('--') && !known.has(one));
  if (unknown.length > 0) throw new Error(`${unknown.join(', ')}: known are ${[...known].join(', ')}`);
  const isFull = args.includes('--full');
  if (isFull && (args.includes('--seconds') || args.includes('--every')))
    throw new Error('--full has a length and a pace of its own: leave --seconds and --every out');
  const number = (name: string, usual: number): number => {
    const at = args.indexOf(name);
    if (at < 0) return usual;
    const value = Number(args[at + 1]);
    if (!Number.isFinite(value) || value <= 0) throw new Error(`${name}: a number above 0`);
    return value;
  };
  const onlyAt = args.indexOf('--only');
  return {
    seed: Math.floor(number('--seed', 1 + Math.floor(random() * 2_000_000_000))),
    seconds: number('--seconds', isFull ? fullSeconds : usualSeconds),
    every: number('--every', usualEverySeconds),
    isFull,
    rate: number('--rate', 1.5),
    kills: number('--deaths', isFull ? killsPerCrashPoint : usualDeaths),
    controlsOnly: args.includes('--controls'),
    withControls: !args.includes('--no-controls'),
    only: onlyAt < 0 ? '' : (args[onlyAt + 1] ?? ''),
    keep: args.includes('--keep'),
  };
}

/** The words after `--` that ask for the faults and buyers of a run once more. */
export function wordsOf({ seed, seconds, every, isFull, rate, kills }: ChaosOptions): readonly string[] {
  const length = isFull ? ['--full'] : ['--seconds', String(seconds), '--every', String(every)];
  if (kills !== (isFull ? killsPerCrashPoint : usualDeaths)) length.push('--deaths', String(kills));
  return ['--seed', String(seed), ...length, '--rate', String(rate)];
}
