import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { startJobQueue } from '#src/apps/worker/job-queue.server.ts';
import { jobs } from '#src/apps/worker/registry.server.generated.ts';
import type { DomainContext } from '#src/domain/context.server.ts';
import type { ChargeRequest, GatewayAnswer, GatewayPort } from '#src/domain/payments/index.ts';
import { chargeDuePeriods } from '#src/domain/renewals/index.server.ts';
import { startEmbeddedPostgres } from '#src/kernel/db/embedded-postgres.server.ts';
import { migrate } from '#src/kernel/db/migrate.server.ts';
import { createPool } from '#src/kernel/db/pool.server.ts';
import { createRealDomain } from '#tests/support/real-domain.server.ts';
import type { BenchOptions } from './options.ts';
import { withDataDir } from './product.ts';
import { companyOfCards, fillWithDueTerms } from './renewals-fill.ts';

/** A tenth of the work: how fast it went, and what was in memory after it, swept. */
export interface RenewalSlice {
  readonly perSecond: number;
  readonly heapMB: number;
  readonly rssMB: number;
}

export interface RenewalFigures {
  readonly due: number;
  readonly fillSeconds: number;
  /** How long the company takes for an answer, in milliseconds. */
  readonly answerMs: number;
  readonly seconds: number;
  readonly slices: readonly RenewalSlice[];
  /** Charges that the company took, and terms that say they were paid: both must be `due`. */
  readonly charged: number;
  readonly chargedTwice: number;
  readonly paid: number;
}

const slices = 10;
const answerMs = 50;

/**
 * The worker's own speed: every due term goes through the same code as in the product (order, bill, limits of the schemes,
 * charge, books, access, receipt and events queued, next term), on its own database and its own queue; only the company that
 * takes the money stands in this process and answers after a while.
 */
export async function measureRenewals({ due }: BenchOptions): Promise<RenewalFigures> {
  return withDataDir(async (dataDir) => {
    const started = await startEmbeddedPostgres({ dataDir, dataDirIsDefault: false });
    if (!started.ok) throw new Error(started.error.message);
    const { address } = started.value;
    const pool = createPool(address, { statementTimeoutMs: 0 });
    const domain = createRealDomain(address, 'http://127.0.0.1:1');
    const migrated = await migrate(address);
    if (!migrated.ok) throw new Error(migrated.error.message);
    const { boss, queue } = await startJobQueue(address, Object.values(jobs), (error) => console.error(error));
    try {
      const began = performance.now();
      await fillWithDueTerms(domain.ctx, pool, due);
      const fillSeconds = (performance.now() - began) / 1000;
      const company = quickCompany();
      const gateways = { ...domain.ctx.gateways, byId: () => company.gateway };
      const ctx: DomainContext = { ...domain.ctx, jobs: queue, gateways };
      const done: RenewalSlice[] = [];
      const at = performance.now();
      for (let slice = 0; slice < slices; slice += 1) done.push(await chargeSlice(ctx, Math.ceil(due / slices)));
      const seconds = (performance.now() - at) / 1000;
      const { rows } = await pool.query<{ paid: bigint }>(
        "select count(*) as paid from subscription_periods where state = 'paid'",
      );
      const { charged, twice } = company.book();
      return {
        ...{ due, fillSeconds, answerMs, seconds, slices: done },
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

async function chargeSlice(ctx: DomainContext, limit: number): Promise<RenewalSlice> {
  const began = performance.now();
  const taken = await chargeDuePeriods(ctx, limit);
  const perSecond = taken / ((performance.now() - began) / 1000);
  sweep();
  const { heapUsed, rss } = process.memoryUsage();
  return { perSecond, heapMB: heapUsed / 2 ** 20, rssMB: rss / 2 ** 20 };
}

/** A company that takes every charge, once per attempt, and keeps no more of it than a count. */
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
      id: companyOfCards,
      async inspect(details) {
        cards += 1;
        const means = { fingerprint: `card-${cards}`, brand: 'visa', last4: '1111', expiry: '12/40', details };
        return { kind: 'inspected', means };
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
