import type { BrandsMetrics, PageMetrics } from './brands.ts';
import { median } from '../support/statistics.ts';
import { judge, table, type TableRow } from '../support/table.ts';

/** Allowed increase of start time and page cost: the difference between two equal runs. */
const startBarMs = 3_000;
const noise = 1.1;

const list = (values: readonly number[], digits: number): string =>
  values.map((value) => value.toFixed(digits)).join(' ');

export function brandsReport({ few, many, made, inTurn }: BrandsMetrics): string {
  const later = median(many.startMs) - median(few.startMs);
  const dearer = median(many.real.cpuMs) / median(few.real.cpuMs);
  const rows: TableRow[] = [
    {
      name: 'npm start to ready, as it is',
      value: `${median(few.startMs).toFixed(0)} ms`,
      verdict: `rounds: ${list(few.startMs, 0)}; CPU ${median(few.startCpu).toFixed(1)} s`,
    },
    {
      name: `  with ${many.brands} brands more`,
      value: `${median(many.startMs).toFixed(0)} ms`,
      verdict: `rounds: ${list(many.startMs, 0)}; CPU ${median(many.startCpu).toFixed(1)} s`,
    },
    {
      name: '  later by',
      value: `${later.toFixed(0)} ms`,
      verdict: `bar ${startBarMs} ms ${judge(later, startBarMs, 'at-most')}`,
    },
    page('/lead of wup, as it is', few.real),
    page(`  with ${many.brands} brands more`, many.real),
    {
      name: '  dearer by',
      value: dearer.toFixed(3),
      verdict: `bar ${noise} ${judge(dearer, noise, 'at-most')} (processor time for a page)`,
    },
    page('/lead of a brand made up', made),
    page('/lead of all of them in turn', inTurn),
    { name: 'memory of the app (RSS)', value: `${few.memoryMib.toFixed(0)} / ${many.memoryMib.toFixed(0)} MiB` },
    { name: 'npm run build', value: `${few.buildSeconds.toFixed(0)} / ${many.buildSeconds.toFixed(0)} s` },
  ];
  const failures = [few.real, many.real, made, inTurn].reduce((sum, one) => sum + one.failures, 0);
  return `${table(rows)}\n\n${failures} failures`;
}

function page(name: string, { perSecond, cpuMs }: PageMetrics): TableRow {
  return {
    name,
    value: `${median(perSecond).toFixed(0)} /s`,
    verdict: `rounds: ${list(perSecond, 0)}; CPU ${median(cpuMs).toFixed(2)} ms a page`,
  };
}
