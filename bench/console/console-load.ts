import { loadavg } from 'node:os';
import { startServerOnFolder } from '#src/platform/embedded-postgres/embedded-postgres.server.ts';
import { createPool } from '#src/kernel/db/pool.server.ts';
import { createLatencies, type Latencies, sustainRate } from '../load/open-model.ts';
import { createCrowd, type Ended } from '../load/sustained-buyers.ts';
import type { BenchOptions } from '../support/options.ts';
import { startProduct, withDataDir } from '../support/product.ts';
import { percentile } from '../support/statistics.ts';
import { createBusyStaff } from './busy-staff.ts';
import { watchEntryLag } from './entry-lag.ts';

const staffCount = 20;
const usualRate = 100;
const warmUpSeconds = 20;
/** Longest wait for the console, in milliseconds. */
const startMs = 60_000;
/** Without and with staff; the order takes out what grows with time. */
const turns = [false, true, true, false, false, true, true, false];

/** What the shop's latencies were, in milliseconds. */
export interface ShopTimes {
  readonly p50: number;
  readonly p99: number;
  readonly requests: number;
}

export interface ConsoleLoadMetrics {
  readonly perSecond: number;
  readonly seconds: number;
  readonly without: ShopTimes;
  readonly with: ShopTimes;
  readonly errors: readonly string[];
  /** Acts of the staff, in milliseconds. */
  readonly acts: readonly {
    readonly name: string;
    readonly count: number;
    readonly p50: number;
    readonly p95: number;
  }[];
  /** Seconds from the beginning of an order to its entry in the search index. */
  readonly lag: { readonly orders: number; readonly p50: number; readonly p99: number };
  readonly loadBefore: number;
}

/** The shop at a constant rate, by turns alone and with 20 people who work at the console. */
export async function measureConsoleLoad({ minutes, rate, json }: BenchOptions): Promise<ConsoleLoadMetrics> {
  const say = (line: string): void => void (json || console.log(line));
  const perSecond = rate ?? usualRate;
  const seconds = Math.round((minutes * 60) / turns.length);
  return withDataDir(async (dataDir) => {
    const loadBefore = loadavg()[0] ?? Number.NaN;
    const product = await startProduct(dataDir);
    const crowd = createCrowd(product.shop);
    const running = await startServerOnFolder({ dataDir, dataDirIsDefault: false });
    if (!running.ok) throw new Error(running.error.message);
    const pool = createPool({ ...running.value.maintenance, database: 'matricula' }, { max: 1 });
    const lag = watchEntryLag(pool);
    try {
      // Four pages, then one call.
      const ask = (number: number): Promise<Ended> => (number % 5 === 4 ? crowd.call() : crowd.page());
      await untilAnswers(product.console);
      const staff = await createBusyStaff(product.console, staffCount);
      staff.start();
      await sustainRate(perSecond, warmUpSeconds, ask);
      await staff.stop();
      staff.times.clear();
      await lag.take();
      const shop: Record<'with' | 'without', Latencies> = { with: createLatencies(), without: createLatencies() };
      const errors: string[] = [];
      const lags: number[] = [];
      for (const hasStaff of turns) {
        if (hasStaff) staff.start();
        const kept = await sustainRate(perSecond, seconds, ask, { latencies: shop[hasStaff ? 'with' : 'without'] });
        await staff.stop();
        errors.push(...kept.errors);
        lags.push(...(await lag.take()));
        say(`${hasStaff ? 'with   ' : 'without'} ${seconds} s: p50 ${kept.p50} ms, p99 ${kept.p99} ms`);
      }
      staff.close();
      return {
        ...{ perSecond, seconds, loadBefore, without: timesOf(shop.without), with: timesOf(shop.with) },
        errors: [...errors, ...staff.errors],
        acts: [...staff.times].map(([name, times]) => ({
          ...{ name, count: times.length, p50: percentile(times, 0.5), p95: percentile(times, 0.95) },
        })),
        lag: { orders: lags.length, p50: percentile(lags, 0.5), p99: percentile(lags, 0.99) },
      };
    } finally {
      lag.stop();
      crowd.close();
      await pool.end();
      await product.stop();
    }
  });
}

/** The console and the directory behind it listen a moment after the shop is ready. */
async function untilAnswers(origin: string): Promise<void> {
  const until = performance.now() + startMs;
  for (;;) {
    try {
      const { status } = await fetch(`${origin}/sign-in`, { redirect: 'manual' });
      if (status === 302) return;
    } catch (error) {
      if (performance.now() > until) throw error;
    }
    if (performance.now() > until) throw new Error('The console does not lead to its sign-in');
    await new Promise((resume) => setTimeout(resume, 200));
  }
}

function timesOf(latencies: Latencies): ShopTimes {
  return { p50: latencies.at(0.5), p99: latencies.at(0.99), requests: latencies.count() };
}
