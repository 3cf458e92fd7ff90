import type { RenewalMetrics } from './renewals.ts';
import { judge, table } from '../support/table.ts';

/** Memory growth from the first tenth of the work to the last that still counts as flat. */
const flat = 1.25;

/** Renewals per second of one worker, and its memory meanwhile. */
export function renewalsReport(figures: RenewalMetrics): string {
  const { due, taken, windowMinutes, fillSeconds, answerMs, seconds, slices, charged, chargedTwice, paid } = figures;
  const rates = slices.map(({ perSecond }) => perSecond);
  const [first] = slices;
  const last = slices.at(-1);
  const growth = first && last ? last.heapMB / first.heapMB : Number.NaN;
  const isWhole = charged === taken && paid === taken && chargedTwice === 0;
  const part = taken === due ? '' : ` The first ${taken} of them fitted into ${windowMinutes} minutes.`;
  return `Renewals of ${due} due subscriptions, put in within ${fillSeconds.toFixed(0)} s; a company that answers after ${answerMs} ms.${part}\n${table(
    [
      {
        name: 'renewals per second of one worker',
        value: (taken / seconds).toFixed(0),
        verdict: `slowest tenth ${Math.min(...rates).toFixed(0)}, fastest ${Math.max(...rates).toFixed(0)}; all within ${seconds.toFixed(0)} s`,
      },
      {
        name: 'memory after each tenth, swept',
        value: `${first?.heapMB.toFixed(0)} to ${last?.heapMB.toFixed(0)} MB`,
        verdict: `${growth.toFixed(2)} times; bar ${flat} ${judge(growth, flat, 'at-most')}; resident ${last?.rssMB.toFixed(0)} MB`,
      },
      {
        name: 'charges, terms paid',
        value: `${charged}, ${paid}`,
        verdict: isWhole ? 'each term once: ok' : `${chargedTwice} twice, ${taken} were taken up: MISSED`,
      },
    ],
  )}`;
}
