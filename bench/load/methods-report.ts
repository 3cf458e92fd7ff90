import type { MethodMetrics, OwnTime } from './methods.ts';
import { judge, table, type TableRow } from '../support/table.ts';

/** Allowed slowdown: the difference between two equal runs, in time, for a payment of a few milliseconds. */
const noise = 1.25;

const text = ({ p50, p99 }: OwnTime): string => `${p50.toFixed(2)} / ${p99.toFixed(2)} ms`;

/** Own time of a payment by method: median and 99th percentile, and the increase with many orders and other methods. */
export function methodsReport({ payments, empty, full, orders, fillSeconds, alone }: MethodMetrics): string {
  const rows: TableRow[] = empty.map((before) => {
    const after = full.find(({ method }) => method === before.method) ?? before;
    const growth = after.p50 / before.p50;
    return {
      name: before.method,
      value: text(before),
      verdict: `with ${orders} orders ${text(after)}, ${growth.toFixed(2)} times; bar ${noise} ${judge(growth, noise, 'at-most')}`,
    };
  });
  const among = empty.find(({ method }) => method === alone.method);
  const ratio = among ? among.p50 / alone.p50 : Number.NaN;
  rows.push({
    name: `${alone.method}, no other method existing`,
    value: text(alone),
    verdict: `among all ${ratio.toFixed(2)} times; bar ${noise} ${judge(ratio, noise, 'at-most')}`,
  });
  return `Own time of a payment, p50 / p99 of ${payments} each, less the gateway's; ${orders} orders were put in within ${fillSeconds.toFixed(0)} s:\n${table(rows)}`;
}
