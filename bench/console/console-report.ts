import { judge, table } from '../support/table.ts';
import type { ConsoleLoadMetrics, ShopTimes } from './console-load.ts';

/** How much longer the shop's p99 may be, and the longest way of a sale into the search index, in seconds. */
const mostLonger = 1.05;
const lagBar = 2;

const shop = ({ p50, p99 }: ShopTimes): string => `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)} ms`;

export function consoleReport(metrics: ConsoleLoadMetrics): string {
  const { perSecond, seconds, without, with: busy, acts, errors, lag, loadBefore } = metrics;
  const ratio = busy.p99 / without.p99;
  const [first] = errors;
  const rows = [
    { name: 'shop alone', value: shop(without), verdict: `${without.requests} requests` },
    {
      name: 'with 20 at the console',
      value: shop(busy),
      verdict: `p99 ${ratio.toFixed(3)} times; bar ${mostLonger} ${judge(ratio, mostLonger, 'at-most')}`,
    },
    ...acts.map(({ name, count, p50, p95 }) => ({
      ...{
        name: `console: ${name}`,
        value: `p50 ${p50.toFixed(1)}, p95 ${p95.toFixed(1)} ms`,
        verdict: `${count} times`,
      },
    })),
    {
      name: 'a sale into the index',
      value: `p50 ${lag.p50.toFixed(1)}, p99 ${lag.p99.toFixed(1)} s`,
      verdict: `${lag.orders} orders; bar ${lagBar} s ${judge(lag.p99, lagBar, 'at-most')}`,
    },
  ];
  const trouble = first === undefined ? 'no error' : `${errors.length} errors, the first: ${first.slice(0, 160)}`;
  return `${table(rows)}\n\n${perSecond} requests a second, by turns of ${seconds} s; ${trouble}; the machine's load before: ${loadBefore.toFixed(1)}.`;
}
