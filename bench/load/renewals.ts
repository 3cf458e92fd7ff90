import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { prepareJobQueue } from '#src/platform/job-queue/job-queue-schema.server.ts';
import { startJobQueue } from '#src/platform/job-queue/job-queue.server.ts';
import { jobs } from '#src/apps/worker/jobs/index.server.ts';
import type { DomainContext } from '#src/domain/context.server.ts';
import type { ChargeRequest, GatewayAnswer, GatewayPort } from '#src/domain/payments/index.ts';
import { chargeDuePeriods } from '#src/domain/subscriptions/charging/index.server.ts';
import { startEmbeddedPostgres } from '#src/platform/embedded-postgres/embedded-postgres.server.ts';
import { migrate } from '#src/kernel/db/migrate.server.ts';
import { createPool } from '#src/kernel/db/pool.server.ts';
import { createSandboxDomain } from '#tests/support/worlds/sandbox-domain.server.ts';
import type { BenchOptions } from '../support/options.ts';
import { withDataDir } from '../support/product.ts';
import { gatewayOfCards, seedDuePeriods } from './renewals-fill.ts';

interface Portion extends Omit<RenewalSlice, 'perSecond'> {
  readonly taken: number;
  readonly seconds: number;
}

/** A tenth of the work: its rate, and the memory after it, after garbage collection. */
export interface RenewalSlice {
  readonly perSecond: number;
  readonly heapMB: number;
  readonly rssMB: number;
}

export interface RenewalMetrics {
  readonly due: number;
  readonly fillSeconds: number;
  /** Response time of the company, in milliseconds. */
  readonly answerMs: number;
  readonly seconds: number;
  readonly slices: readonly RenewalSlice[];
  /** Number of renewals charged: all that were due, or those that fitted into the window. */
  readonly taken: number;
  /** Longest measurement, in minutes. */
  readonly windowMinutes: number;
  /** Charges that the company accepted, and billing periods that are marked paid: both must equal `taken`. */
  readonly charged: number;
  readonly chargedTwice: number;
  readonly paid: number;
}

const slices = 10;
const answerMs = 50;

/**
 * The worker's own speed: every due billing period runs the product's code (order, bill, scheme limits, charge, ledger,
 * access, receipt and events queued, next period), on its own database and its own queue. Only the company that takes the
 * money is replaced by a stand-in of this process with a fixed response time. All that is due is charged, or, on a slow
 * machine, as much as fits into `minutes`; rate and memory are then those of the part that was done.
 */
export async function measureRenewals({
  due,
  minutes,
}: Pick<BenchOptions, 'due' | 'minutes'>): Promise<RenewalMetrics> {
  return withDataDir(async (dataDir) => {
    const started = await startEmbeddedPostgres({ dataDir, dataDirIsDefault: false });
    if (!started.ok) throw new Error(started.error.message);
    const { address } = started.value;
    const pool = createPool(address, { statementTimeoutMs: 0 });
    const domain = createSandboxDomain(address, 'http://127.0.0.1:1');
    const migrated = await migrate(address);
    if (!migrated.ok) throw new Error(migrated.error.message);
    await prepareJobQueue(address);
    const { boss, queue } = await startJobQueue(address, jobs, (error) => console.error(error));
    try {
      const began = performance.now();
      await seedDuePeriods(domain.ctx, pool, due);
      const fillSeconds = (performance.now() - began) / 1000;
      const company = quickCompany();
      const gateways = { ...domain.ctx.gateways, byId: () => company.gateway };
      const ctx: DomainContext = { ...domain.ctx, jobs: queue, gateways };
      const done: Portion[] = [];
      const at = performance.now();
      const end = at + minutes * 60_000;
      // Small enough that a slow machine ends near its window; the report joins portions to tenths.
      const portion = Math.max(10, Math.ceil(due / (slices * 10)));
      while (performance.now() < end) {
        const slice = await chargeSlice(ctx, portion);
        if (slice.taken === 0) break;
        done.push(slice);
      }
      const seconds = (performance.now() - at) / 1000;
      const { rows } = await pool.query<{ paid: bigint }>(
        "select count(*) as paid from billing_periods where state = 'paid'",
      );
      const { charged, twice } = company.book();
      return {
        ...{ due, fillSeconds, answerMs, seconds, slices: tenthsOf(done), windowMinutes: minutes },
        taken: done.reduce((sum, { taken }) => sum + taken, 0),
        ...{ charged, chargedTwice: twice, paid: Number(rows[0]?.paid) },
      };
    } finally {
      await boss.stop({ graceful: false });
      await domain.close();
      await pool.end();
      await started.value.stop();
    }
  });
}

setFlagsFromString('--expose-gc');
const sweep = runInNewContext('gc') as () => void;

async function chargeSlice(ctx: DomainContext, limit: number): Promise<Portion> {
  const began = performance.now();
  const taken = await chargeDuePeriods(ctx, { limit });
  const seconds = (performance.now() - began) / 1000;
  sweep();
  const { heapUsed, rss } = process.memoryUsage();
  return { taken, seconds, heapMB: heapUsed / 2 ** 20, rssMB: rss / 2 ** 20 };
}

/** The work in ten parts, with the memory at the end of each; fewer where there were fewer portions. */
function tenthsOf(portions: readonly Portion[]): readonly RenewalSlice[] {
  const size = Math.ceil(portions.length / slices);
  const tenths: RenewalSlice[] = [];
  for (let from = 0; from < portions.length; from += size) {
    const part = portions.slice(from, from + size);
    const [taken, seconds] = [
      part.reduce((sum, one) => sum + one.taken, 0),
      part.reduce((sum, one) => sum + one.seconds, 0),
    ];
    const last = part.at(-1);
    if (last) tenths.push({ perSecond: taken / seconds, heapMB: last.heapMB, rssMB: last.rssMB });
  }
  return tenths;
}

/** A company that accepts every charge, once per attempt, and keeps a count only. */
function quickCompany(): {
  readonly gateway: GatewayPort;
  readonly book: () => { readonly charged: number; readonly twice: number };
} {
  const orders = new Set<string>();
  let cards = 0;
  let charged = 0;
  const answerTo = (charge: ChargeRequest): GatewayAnswer => {
    const { amount, currency } = charge.amount;
    const movement = { id: `move-${charge.attemptId}`, kind: 'capture', amount, currency, at: new Date() } as const;
    return { kind: 'fact', fact: { state: 'captured', movements: [movement], at: new Date() } };
  };
  return {
    gateway: {
      id: gatewayOfCards,
      async identify(details) {
        cards += 1;
        const instrument = { fingerprint: `card-${cards}`, brand: 'visa', last4: '1111', expiry: '12/40', details };
        return { kind: 'inspected', instrument };
      },
      async start(charge) {
        await sleep(answerMs);
        charged += 1;
        orders.add(charge.attemptId);
        return answerTo(charge);
      },
      find: () => Promise.resolve({ kind: 'not-found' }),
    },
    book: () => ({ charged, twice: charged - orders.size }),
  };
}
