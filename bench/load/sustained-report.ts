import { barMs, type SustainedLoadMetrics, isSustained } from './sustained.ts';
import type { SustainedRate } from './open-model.ts';
import { table, type TableRow } from '../support/table.ts';

const ms = (value: number): string => `${value.toFixed(value < 20 ? 1 : 0)} ms`;

export function sustainedLoadReport({ minutes, steps, holds, held, loadBefore }: SustainedLoadMetrics): string {
  const rows = [
    ...steps.map((kept) => row(`${kept.perSecond} /s for ${kept.seconds} s`, kept)),
    ...holds.map((kept) => row(`${kept.perSecond} /s for ${minutes} min`, kept)),
  ];
  const verdict = held
    ? `Held: ${held.perSecond} requests a second for ${minutes} minutes, ${held.sent} in all, p99 ${ms(held.p99)}, no error`
    : `No rate was held for ${minutes} minutes`;
  const busy = `the machine's load before: ${loadBefore.toFixed(1)}`;
  return `${table(rows)}\n\n${verdict}. Latency counts from the planned moment; 4 pages to 1 call; 5 % of the calls to companies outside fail; ${busy}.`;
}

function row(name: string, kept: SustainedRate): TableRow {
  const { p50, p99, p999, slowest, errors, faults, lateMs, isCutShort } = kept;
  const [first] = errors;
  const trouble = first === undefined ? 'no error' : `${errors.length} errors, the first: ${first.slice(0, 120)}`;
  const held = isSustained(kept) ? 'held' : `NOT HELD (bar ${barMs} ms)`;
  return {
    name,
    value: `p99 ${ms(p99)}`,
    verdict: `${held}; p50 ${ms(p50)}, p99.9 ${ms(p999)}, slowest ${ms(slowest)}; ${trouble}, ${faults} told of a company's failure; load late by ${ms(lateMs)} at most${isCutShort ? '; cut short: the queue grew' : ''}`,
  };
}
