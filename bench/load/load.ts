import { z } from 'zod';
import { type StartedProcess, startProcess } from '../support/child-process.ts';
import { freePorts } from '../support/free-ports.ts';
import type { BenchOptions } from '../support/options.ts';
import { type PageRate, pageRate } from '../web/pages.ts';
import { placeOrder } from './place-order.ts';
import { cpuSeconds, ownSeconds, proportionalMib, residentMib } from '../support/process-cost.ts';
import { type RunningProduct, startProduct, withDataDir } from '../support/product.ts';
import { buy } from '../support/purchase.ts';
import { type Round, runRound } from './rounds.ts';
import { median, percentile } from '../support/statistics.ts';

/** Warm-up in seconds before the measurement: code is compiled, connections are open, caches are filled. */
const warmUpSeconds = 4;

export interface LoadMetrics {
  /** Milliseconds from the start of the process to `/readiness`: with a new database, and with the same one again. */
  readonly start: { readonly firstMs: number; readonly againMs: number };
  readonly purchases: {
    /** One figure per round. */
    readonly perSecond: readonly number[];
    readonly medianPerSecond: number;
    readonly p50: number;
    readonly p99: number;
    readonly total: number;
    readonly failures: readonly string[];
    /** Processor seconds per purchase: app, worker and sandbox in one process; PostgreSQL's; what the buyers cost. */
    readonly cpu: { readonly app: number; readonly postgres: number; readonly load: number };
  };
  readonly memory: { readonly appRssMib: number; readonly postgresPssMib: number };
  /** E-mails that the mail server had at the end of the last round, and seconds until it had the rest. */
  readonly letters: { readonly atEnd: number; readonly wanted: number; readonly restSeconds: number };
  readonly floor: {
    readonly perSecond: readonly number[];
    readonly medianPerSecond: number;
    readonly failures: readonly string[];
    /** Processor seconds per call: server and PostgreSQL, and what the caller costs. */
    readonly cpu: { readonly served: number; readonly load: number };
  };
  /** Purchases per second as a share of the baseline's rate. */
  readonly ratio: number;
  readonly page: PageRate;
}

/** Product and baseline run by turns, so that other load on the machine affects both. */
export async function measureLoad(options: BenchOptions): Promise<LoadMetrics> {
  return withDataDir(async (productData) => {
    const first = await startProduct(productData);
    await first.stop();
    const product = await startProduct(productData);
    try {
      return await withDataDir(async (floorData) => {
        const [port = 0] = await freePorts(1);
        const origin = `http://127.0.0.1:${port}`;
        const floor = await startProcess({
          file: 'bench/load/baseline-server.ts',
          dataDir: floorData,
          env: { PORT: String(port) },
          readyUrl: `${origin}/readiness`,
        });
        try {
          const figures = await takeTurns(options, product, floor, origin);
          return { start: { firstMs: first.readyMs, againMs: product.readyMs }, ...figures };
        } finally {
          await floor.stop();
        }
      });
    } finally {
      await product.stop();
    }
  });
}

async function takeTurns(
  options: BenchOptions,
  product: RunningProduct,
  floor: StartedProcess,
  floorOrigin: string,
): Promise<Omit<LoadMetrics, 'start'>> {
  const { callers, seconds } = options;
  const purchase = (time: number) => runRound(callers, time, (caller, number) => buy(caller, product.shop, number));
  const order = (time: number) => runRound(callers, time, (caller) => placeOrder(caller, floorOrigin));
  const warmUp = await purchase(warmUpSeconds);
  await order(warmUpSeconds);

  const purchases: Round[] = [];
  const orders: Round[] = [];
  let [appCpu, postgresCpu, floorCpu, buyersCpu, callersCpu] = [0, 0, 0, 0, 0];
  const floorSeconds = () => cpuSeconds(floor.pid) + cpuSeconds(floor.postgresPid);
  for (let round = 0; round < options.rounds; round += 1) {
    const before = [cpuSeconds(product.pid), cpuSeconds(product.postgresPid)] as const;
    const buyersBefore = ownSeconds();
    purchases.push(await purchase(seconds));
    buyersCpu += ownSeconds() - buyersBefore;
    appCpu += cpuSeconds(product.pid) - before[0];
    postgresCpu += cpuSeconds(product.postgresPid) - before[1];
    const [floorBefore, callersBefore] = [floorSeconds(), ownSeconds()];
    orders.push(await order(Math.max(2, seconds / 2)));
    callersCpu += ownSeconds() - callersBefore;
    floorCpu += floorSeconds() - floorBefore;
  }
  const memory = { appRssMib: residentMib(product.pid), postgresPssMib: proportionalMib(product.postgresPid) };
  const times = purchases.flatMap((round) => round.times);
  const letters = await countEmails(product, times.length + warmUp.times.length);
  const page = await pageRate(`${product.shop.checkout}/lead?product=wup`, callers, Math.max(3, seconds / 2));
  const perSecond = purchases.map((round) => round.perSecond);
  const floorPerSecond = orders.map((round) => round.perSecond);
  const calls = orders.reduce((sum, round) => sum + round.times.length, 0);
  return {
    purchases: {
      perSecond,
      medianPerSecond: median(perSecond),
      p50: percentile(times, 0.5),
      p99: percentile(times, 0.99),
      total: times.length,
      failures: purchases.flatMap((round) => round.failures),
      cpu: { app: appCpu / times.length, postgres: postgresCpu / times.length, load: buyersCpu / times.length },
    },
    memory,
    letters,
    floor: {
      perSecond: floorPerSecond,
      medianPerSecond: median(floorPerSecond),
      failures: orders.flatMap((round) => round.failures),
      cpu: { served: floorCpu / calls, load: callersCpu / calls },
    },
    ratio: median(perSecond) / median(floorPerSecond),
    page,
  };
}

const inboxAnswer = z.object({ messages: z.array(z.object({ id: z.string() })) });

/** Receipts are part of a purchase, though buyers do not wait for them: how many were late, and by how long. */
async function countEmails({ shop }: RunningProduct, wanted: number): Promise<LoadMetrics['letters']> {
  const count = async (): Promise<number> => {
    const answer = await fetch(`${shop.bank}/sandbox/inbox.json`);
    return inboxAnswer.parse(await answer.json()).messages.length;
  };
  const began = performance.now();
  const atEnd = await count();
  let now = atEnd;
  while (now < wanted && performance.now() - began < 60_000) {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    now = await count();
  }
  return { atEnd, wanted, restSeconds: now < wanted ? Number.POSITIVE_INFINITY : (performance.now() - began) / 1000 };
}
