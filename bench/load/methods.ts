import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inspect as inWords } from 'node:util';
import { startSandboxServer } from '#sandbox/sandbox.server.ts';
import type { DomainContext } from '#src/domain/context.server.ts';
import type { GatewayPort } from '#src/domain/payments/index.ts';
import { pay } from '#src/domain/payments/index.server.ts';
import { startEmbeddedPostgres } from '#src/platform/embedded-postgres/embedded-postgres.server.ts';
import { migrate } from '#src/kernel/db/migrate.server.ts';
import { createPool, type DatabaseAddress } from '#src/kernel/db/pool.server.ts';
import { VirtualClock } from '#src/kernel/time/clock.ts';
import { seedOrders } from '#tests/support/database/seed-orders.server.ts';
import { createSandboxDomain, sandboxEnv } from '#tests/support/worlds/sandbox-domain.server.ts';
import { type MethodCase, methodCases } from './method-cases.ts';
import { readyToPay } from './ready-buyer.ts';
import type { BenchOptions } from '../support/options.ts';
import { withDataDir } from '../support/product.ts';
import { percentile } from '../support/statistics.ts';

/** Own time of a payment in milliseconds: from the call of `pay` to its answer, less the gateway's time. */
export interface OwnTime {
  readonly method: string;
  readonly p50: number;
  readonly p99: number;
}

export interface MethodMetrics {
  readonly payments: number;
  /** With an empty database, with many orders, and the number of those orders. */
  readonly empty: readonly OwnTime[];
  readonly full: readonly OwnTime[];
  readonly orders: number;
  readonly fillSeconds: number;
  /** One method of one market when it is the only one. */
  readonly alone: OwnTime;
}

const warmUp = 30;
const only = 'pix';

/**
 * Pays by each method, one payment after the other: by turns on an empty database, on one with many orders, and on an
 * empty one without any other method. Other load on the machine affects all three.
 */
export async function measureMethods(options: BenchOptions): Promise<MethodMetrics> {
  return withDataDir(async (dataDir) => {
    const started = await startEmbeddedPostgres({ dataDir, dataDirIsDefault: false });
    if (!started.ok) throw new Error(started.error.message);
    const sandboxDir = mkdtempSync(path.join(tmpdir(), 'matricula-bench-outside-'));
    const clock = new VirtualClock();
    // The secrets of the test environment do not depend on the sandbox's address.
    const secrets = sandboxEnv('http://127.0.0.1:3002');
    const outside = await startSandboxServer({ port: 0, smtpPort: 0, dataDir: sandboxDir, clock, secrets });
    const { address } = started.value;
    const years = await databaseOfYears(address);
    const pool = createPool(years, { statementTimeoutMs: 0 });
    const houses = [createSandboxDomain(address, outside.origin), createSandboxDomain(years, outside.origin)] as const;
    try {
      for (const one of [address, years]) {
        const migrated = await migrate(one);
        if (!migrated.ok) throw new Error(migrated.error.message);
      }
      const fillSeconds = await secondsOf(() => seedOrders({ pool }, options.orders));
      // Both installations pay at the same companies, which identify a charge by its number.
      await pool.query('alter table attempts alter column serial restart with 500000000');
      const [empty, full] = houses.map(({ ctx }) => ctx);
      if (!empty || !full) throw new Error('There are two houses');
      const figures = { empty: [] as OwnTime[], full: [] as OwnTime[], alone: [] as OwnTime[] };
      for (const one of methodCases) {
        const contexts = [empty, full, ...(one.name === only ? [onlyWith(empty)] : [])];
        const stage = { origin: outside.origin, payments: options.payments };
        const [before, after, alone] = await timeCase(stage, contexts, one);
        if (before) figures.empty.push(before);
        if (after) figures.full.push(after);
        if (alone) figures.alone.push(alone);
      }
      const [alone] = figures.alone;
      if (!alone) throw new Error(`No method ${only}`);
      return { ...figures, payments: options.payments, orders: options.orders, fillSeconds, alone };
    } finally {
      for (const house of houses) await house.close();
      await pool.end();
      await outside.close();
      await started.value.stop();
      rmSync(sandboxDir, { recursive: true, force: true });
    }
  });
}

/** A second database on the same server. */
async function databaseOfYears(address: DatabaseAddress): Promise<DatabaseAddress> {
  if (!('database' in address)) throw new Error('Embedded databases are told by their parts');
  const server = createPool(address);
  await server.query('create database years');
  await server.end();
  return { ...address, database: 'years' };
}

interface Stage {
  readonly origin: string;
  readonly payments: number;
}

async function secondsOf(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

/**
 * One payment works at a time: a payment that waits for its gateway releases the lock meanwhile. So slow gateways are
 * waited for together, and no payment is slowed by another.
 */
interface Turn {
  take(): Promise<void>;
  give(): void;
}

function oneTurn(): Turn {
  const waiting: (() => void)[] = [];
  let isTaken = false;
  return {
    take() {
      if (isTaken) return new Promise((resume) => void waiting.push(resume));
      isTaken = true;
      return Promise.resolve();
    },
    give() {
      const next = waiting.shift();
      if (next) next();
      else isTaken = false;
    },
  };
}

/** The same gateways for one payment, with the time of every call measured. */
function timeGateways(ctx: DomainContext, turn: Turn): { readonly ctx: DomainContext; readonly taken: () => number } {
  let sum = 0;
  async function timed<T>(work: () => Promise<T>): Promise<T> {
    const began = performance.now();
    turn.give();
    try {
      return await work();
    } finally {
      await turn.take();
      sum += performance.now() - began;
    }
  }
  const around = (gateway: GatewayPort): GatewayPort => {
    const timeGateway: GatewayPort = { ...gateway, start: (charge) => timed(() => gateway.start(charge)) };
    const identify: GatewayPort['identify'] = gateway.identify?.bind(gateway);
    return identify ? { ...timeGateway, identify: (...about) => timed(() => identify(...about)) } : timeGateway;
  };
  const { gateways } = ctx;
  const choose: typeof gateways.choose = (...criteria) => {
    const chosen = gateways.choose(...criteria);
    return chosen && around(chosen);
  };
  return { ctx: { ...ctx, gateways: { ...gateways, choose } }, taken: () => sum };
}

/** A checkout with one rail. */
function onlyWith(ctx: DomainContext): DomainContext {
  const { rails, gateways } = ctx;
  const rail = rails.byMethod(only);
  const byMethod: typeof rails.byMethod = (method) => (rail?.methods.includes(method) ? rail : null);
  const choose: typeof gateways.choose = (business, market, method, ...rest) =>
    byMethod(method) ? gateways.choose(business, market, method, ...rest) : null;
  return {
    ...ctx,
    rails: { ...rails, byMethod, byId: (id) => (id === rail?.id ? rail : null) },
    gateways: { ...gateways, choose },
  };
}

/** Own times of one method in several installations, by turns. */
async function timeCase(
  { origin, payments }: Stage,
  houses: readonly DomainContext[],
  one: MethodCase,
): Promise<OwnTime[]> {
  const turn = oneTurn();
  const own = houses.map((): number[] => []);
  const all = houses.length * (warmUp + payments);
  let next = 0;
  const buyers = async (): Promise<void> => {
    for (let number = next; number < all; number = next) {
      next += 1;
      const house = number % houses.length;
      const ctx = houses[house];
      if (!ctx) throw new Error(`No house ${house}`);
      const taken = await payOnce({ ctx, origin }, one, number, turn);
      if (number >= houses.length * warmUp) own[house]?.push(taken);
    }
  };
  await Promise.all(Array.from({ length: one.together ?? 1 }, buyers));
  return own.map((times) => ({ method: one.name, p50: percentile(times, 0.5), p99: percentile(times, 0.99) }));
}

/** One buyer's payment; its own time in milliseconds. */
async function payOnce(
  { ctx, origin }: { readonly ctx: DomainContext; readonly origin: string },
  one: MethodCase,
  number: number,
  turn: Turn,
): Promise<number> {
  await turn.take();
  try {
    const request = await readyToPay(ctx, origin, one, number);
    const timed = timeGateways(ctx, turn);
    const began = performance.now();
    const answer = await pay(timed.ctx, request);
    const own = performance.now() - began - timed.taken();
    if (!answer.ok || !goodStates.has(answer.value.state)) throw new Error(`${one.name}: ${inWords(answer)}`);
    await one.after?.({ origin, number });
    return own;
  } finally {
    turn.give();
  }
}

const goodStates: ReadonlySet<string> = new Set(['captured', 'awaiting-buyer', 'processing', 'unknown']);
