import type { LoadMetrics } from './load.ts';
import { judge, table } from '../support/table.ts';

/** Purchases as a share of the baseline: the required minimum, and the target. */
const ratioBar = 0.05;
const ratioAim = 0.1;
const pagesAim = 1_000;
const readyBarMs = 20_000;

const ms = (value: number): string => `${value.toFixed(value < 2 ? 2 : value < 20 ? 1 : 0)} ms`;
const rate = (value: number): string => `${value.toFixed(value < 100 ? 1 : 0)} /s`;
const list = (values: readonly number[]): string => values.map((value) => value.toFixed(0)).join(' ');

export function loadReport(figures: LoadMetrics): string {
  const { purchases, floor, page, memory, start, letters, ratio } = figures;
  const served = purchases.cpu.app + purchases.cpu.postgres;
  const rows = [
    { name: 'purchases', value: rate(purchases.medianPerSecond), verdict: `rounds: ${list(purchases.perSecond)}` },
    { name: 'floor', value: rate(floor.medianPerSecond), verdict: `rounds: ${list(floor.perSecond)}` },
    {
      name: 'purchases / floor',
      value: ratio.toFixed(3),
      verdict: `bar ${ratioBar} ${judge(ratio, ratioBar, 'at-least')}, aim ${ratioAim} ${judge(ratio, ratioAim, 'at-least')}`,
    },
    { name: 'purchase p50', value: ms(purchases.p50) },
    { name: 'purchase p99', value: ms(purchases.p99) },
    { name: 'CPU per purchase, app + sandbox', value: ms(purchases.cpu.app * 1000) },
    { name: 'CPU per purchase, PostgreSQL', value: ms(purchases.cpu.postgres * 1000) },
    { name: 'CPU per purchase, the load itself', value: ms(purchases.cpu.load * 1000) },
    {
      name: 'CPU per purchase, all of it',
      value: ms((purchases.cpu.app + purchases.cpu.postgres + purchases.cpu.load) * 1000),
      verdict: `${(served / floor.cpu.served).toFixed(1)} calls of the floor, without the load`,
    },
    {
      name: 'CPU per call of the floor',
      value: ms(floor.cpu.served * 1000),
      verdict: `the load itself: ${ms(floor.cpu.load * 1000)}`,
    },
    { name: 'memory of the app (RSS)', value: `${memory.appRssMib.toFixed(0)} MiB` },
    { name: 'memory of PostgreSQL (PSS)', value: `${memory.postgresPssMib.toFixed(0)} MiB` },
    {
      name: 'letters delivered at the end',
      value: `${letters.atEnd} of ${letters.wanted}`,
      verdict: `the rest within ${letters.restSeconds.toFixed(0)} s`,
    },
    {
      name: 'GET /lead',
      value: rate(page.perSecond),
      verdict: `aim ${pagesAim} ${judge(page.perSecond, pagesAim, 'at-least')}; p50 ${page.p50} ms, p99 ${page.p99} ms, ${page.bytes} bytes`,
    },
    {
      name: 'start to ready, new database',
      value: ms(start.firstMs),
      verdict: `bar ${readyBarMs / 1000} s ${judge(start.firstMs, readyBarMs, 'at-most')}`,
    },
    { name: 'start to ready, again', value: ms(start.againMs) },
  ];
  const failures = [...purchases.failures, ...floor.failures];
  const failed = failures.length + page.failures;
  return `${table(rows)}\n\n${purchases.total} purchases, ${failed} failures${failures[0] === undefined ? '' : `; the first: ${failures[0]}`}`;
}
