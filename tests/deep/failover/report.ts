import type { MachineFacts } from '../../../bench/support/machine-facts.ts';
import { percentile } from '../../../bench/support/statistics.ts';
import { judge as verdict, table } from '../../../bench/support/table.ts';
import type { Round } from './outage-drill.ts';
import type { Purchase } from './shop.ts';

/** What is promised: writes are back within so many milliseconds. */
const backBarMs = 20_000;

export interface Figures {
  readonly at: string;
  readonly facts: MachineFacts;
  readonly version: string;
  readonly rate: number;
  readonly rounds: readonly Round[];
  readonly purchases: readonly Purchase[];
  /** Payments that their buyers were told of. */
  readonly paid: number;
  readonly writes: { readonly all: number; readonly failed: number };
  readonly lost: readonly string[];
  readonly broken: readonly string[];
  /** How long after the last buyer all promises held. */
  readonly settledMs: number;
  readonly control: { readonly lost: number; readonly broken: number };
}

/**
 * What is wrong with a drill: something lost, a promise broken, a buyer left standing, writes away too long, a fallen primary
 * whose place nobody took, a blind judge.
 */
export function faultsOf({ rounds, purchases, paid, lost, broken, control }: Figures): readonly string[] {
  return [
    ...lost,
    ...broken,
    ...purchases.flatMap(({ number, trouble }) => (trouble === null ? [] : [`buyer ${number}: ${trouble}`])),
    ...rounds.flatMap(({ outage, awayMs }) => (awayMs > backBarMs ? [`${outage}: writes were away ${awayMs} ms`] : [])),
    ...rounds.flatMap(({ outage, fallen, newLeader }) =>
      fallen === newLeader ? [`${outage}: nobody took over from ${fallen}`] : [],
    ),
    ...(rounds.length > 0 ? [] : ['no primary was lost: this was no drill']),
    ...rounds.flatMap(({ outage, isReachable }) => (isReachable ? [] : [`${outage}: signals are not heard any more`])),
    ...(paid > 0 ? [] : ['nobody paid anything']),
    ...(control.lost > 0 ? [] : ['the control lost nothing: this drill would not see a loss']),
  ];
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

export function report(figures: Figures): string {
  const { rounds, purchases, paid, writes, lost, broken, control, settledMs } = figures;
  const ended = purchases.flatMap(({ tookMs }) => tookMs ?? []);
  const away = Math.max(...rounds.map(({ awayMs }) => awayMs));
  const rows = [
    ...rounds.map(({ outage, awayMs, sinceOutageMs, failedWrites }) => ({
      name: `primary ${outage}`,
      value: seconds(awayMs),
      verdict: `from the first failed write to the first good one; ${seconds(sinceOutageMs)} from the blow; ${failedWrites} failed`,
    })),
    {
      name: 'writes away at most',
      value: seconds(away),
      verdict: `bar ${seconds(backBarMs)} ${verdict(away, backBarMs, 'at-most')}`,
    },
    {
      name: 'writes answered',
      value: String(writes.all - writes.failed),
      verdict: `${writes.failed} failed and were pressed again`,
    },
    { name: 'payments acknowledged', value: String(paid), verdict: `${lost.length} of what was acknowledged lost` },
    {
      name: 'promises broken',
      value: String(broken.length),
      verdict: `I1-I8, I14-I16, ${seconds(settledMs)} after the last buyer`,
    },
    {
      name: 'buyers at a true final page',
      value: `${ended.length} of ${purchases.length}`,
      verdict: `p50 ${seconds(percentile(ended, 0.5))}, p99 ${seconds(percentile(ended, 0.99))}, the slowest ${seconds(Math.max(...ended))}`,
    },
    {
      name: 'control, asynchronous',
      value: `${control.lost} lost`,
      verdict: control.lost > 0 ? 'caught' : 'NOT CAUGHT',
    },
  ];
  const faults = faultsOf(figures);
  return `${table(rows)}\n\n${faults.length === 0 ? 'All held.' : `NOT HELD:\n  ${faults.slice(0, 20).join('\n  ')}`}`;
}
