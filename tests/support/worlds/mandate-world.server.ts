import { openSandboxWorld, type SandboxWorld } from '#tests/gateways/suite/sandbox-world.server.ts';
import { sandboxSecrets } from '#sandbox/accounts.server.ts';
import type { Product } from '#src/domain/catalog/products/index.ts';
import {
  handleWebhook,
  receiveWebhook,
  reconcileCredits,
  sweepAttempts,
  sweepWebhooks,
} from '#src/domain/payments/index.server.ts';
import {
  collectDueMandateCharges,
  checkMandates,
  retryFailedMandateCharges,
} from '#src/domain/subscriptions/charging/index.server.ts';
import { createPixGateway } from '#src/gateways/pix-bcb/gateway.server.ts';
import { plainId } from '#src/gateways/pix-bcb/pix-ids.ts';
import { isBrazilianBusinessDay } from '#src/kernel/time/business-days.ts';
import { addDays, addMonths, requireLocalDate } from '#src/kernel/time/local-date.ts';
import { marketDate, marketZone, startOfLocalDate } from '#src/kernel/time/zones.ts';
import { rail } from '#src/rails/pix/rail.ts';
import { railServer } from '#src/rails/pix/rail.server.ts';
import type { TestDatabase } from '../database/database.server.ts';
import { accepted, course, createDomainWorld, type DomainWorld } from './domain-world.server.ts';

const price = { amount: 9_500n, currency: 'BRL' as const };

/** A course that is paid month by month. */
const monthly: Product = {
  ...course,
  plans: course.plans.map((plan) => ({
    ...plan,
    id: 'plan-month',
    code: 'month',
    planType: 'monthly' as const,
    price,
    standardPrice: price,
    cycles: 1,
    cyclePrice: price,
    methods: [{ method: 'pix', active: true, planId: 'plan-month' }],
    installments: null,
    profiles: [],
    bumps: [],
  })),
};

/** One charge of a mandate as the product stores it. */
export interface MandateChargeRow {
  readonly chargeNumber: number;
  readonly dueOn: string;
  readonly attempt: string | null;
  readonly order: string | null;
}

/** A school that sells by the month, and a bank whose payers agree to be charged. */
export interface MandateWorld {
  readonly world: DomainWorld;
  readonly sandboxWorld: SandboxWorld;
  /** Buys a month and authorizes Pix Automático; answers the first payment's order and attempt. */
  buy(
    request?: Readonly<Record<string, string>>,
  ): Promise<{ sessionId: string; orderId: string; attemptId: string; txid: string }>;
  /** What a payer does at the bank. */
  act(txid: string, request: string): Promise<void>;
  payFirst(txid: string, approve: boolean): Promise<void>;
  /** Brings what the bank told us since the last time, in the order of `turn`. */
  deliver(turn?: 'as-sent' | 'backwards'): Promise<void>;
  /** Lets days pass, `step` at a time; each ends with the messages, unless they are lost, and the jobs. */
  days(count: number, options?: { readonly lost?: boolean; readonly step?: number }): Promise<void>;
  charges(): Promise<MandateChargeRow[]>;
  state(orderId: string): Promise<string | undefined>;
  close(): Promise<void>;
}

/**
 * The next noon in Brazil at which a month begins whose end falls on a day with banks. Counting days from any other, tests
 * would meet a weekend or a holiday that puts the charge off, or the hour in the morning at which it is made.
 */
function plainNoonAfter(now: Date): Date {
  let day = addDays(marketDate(now, 'BR'), 1);
  while (!isBrazilianBusinessDay(addMonths(day, 1))) day = addDays(day, 1);
  return new Date(startOfLocalDate(day, marketZone('BR')).getTime() + 12 * 3_600_000);
}

/** Opens it at a noon of the next days. */
export async function openMandateWorld(database: TestDatabase): Promise<MandateWorld> {
  const sandboxWorld = await openSandboxWorld();
  const ahead = plainNoonAfter(sandboxWorld.clock.now()).getTime() - sandboxWorld.clock.now().getTime();
  await sandboxWorld.ask('POST', '/sandbox/clock', { advanceSeconds: Math.ceil(ahead / 1000) });
  const pix = sandboxSecrets.companies['pix-bcb'];
  const gateway = createPixGateway({
    baseUrl: `${sandboxWorld.world.origin}/pix-bank`,
    clientId: pix.clientId,
    clientSecret: pix.clientSecret,
    key: pix.key,
    notificationKeys: [pix.notificationSecret],
    addressSecret: pix.notificationSecret,
    account: { agency: '0001', number: '0123456' },
    clock: sandboxWorld.clock,
  });
  const base = createDomainWorld(database).ctx;
  const world = createDomainWorld(database, {
    clock: sandboxWorld.clock,
    catalog: { ...base.catalog, product: () => monthly },
    rails: { byMethod: () => rail, byId: () => rail, server: () => railServer },
    config: { ...base.config, publicOrigin: new URL(sandboxWorld.notificationUrl).origin },
    gateways: { choose: () => gateway, byId: () => gateway, all: () => [gateway] },
  });
  const { ctx } = world;
  await gateway.announce?.(`${ctx.config.publicOrigin}/api/v1/notifications/${gateway.id}`);
  async function jobs(): Promise<void> {
    await checkMandates(ctx);
    await collectDueMandateCharges(ctx);
    await retryFailedMandateCharges(ctx);
    await sweepWebhooks(ctx);
    await sweepAttempts(ctx);
    await reconcileCredits(ctx);
    await world.runJobs();
  }

  async function deliver(turn: 'as-sent' | 'backwards' = 'as-sent'): Promise<void> {
    await sandboxWorld.world.quiet();
    const messages = sandboxWorld.arrivals.splice(0);
    for (const raw of turn === 'as-sent' ? messages : messages.toReversed()) {
      const received = await receiveWebhook(ctx, gateway.id, raw);
      for (const row of received.webhooks) await handleWebhook(ctx, row);
    }
    await world.runJobs();
  }

  return {
    world,
    sandboxWorld,
    async buy(request = { automatic: 'yes' }) {
      const { session, quote } = await world.buyer();
      const tenders = [{ method: 'pix', installments: 1, fields: { document: '12345678909', ...request } }];
      const paid = accepted(await world.pay(session, quote, { tenders }));
      const [attempt] = await ctx.db.selectFrom('attempts').select('id').where('order_id', '=', paid.orderId).execute();
      const attemptId = attempt?.id ?? '';
      return { sessionId: session.id, orderId: paid.orderId, attemptId, txid: plainId(attemptId) };
    },
    async act(txid, request) {
      const answer = await sandboxWorld.ask('POST', '/sandbox/pix/consent', { txid, do: request });
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.json));
    },
    async payFirst(txid, approve) {
      const answer = await sandboxWorld.ask('POST', '/sandbox/pix/pay', { txid, approve });
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.json));
    },
    deliver,
    async days(count, { lost = false, step = 1 } = {}) {
      for (let day = 0; day < count; day += step) {
        await sandboxWorld.ask('POST', '/sandbox/clock', { advanceSeconds: step * 86_400 });
        if (lost) sandboxWorld.arrivals.length = 0;
        else await deliver();
        await jobs();
      }
    },
    async charges() {
      const rows = await ctx.db
        .selectFrom('mandate_charges')
        .leftJoin('attempts', 'attempts.id', 'mandate_charges.attempt_id')
        .leftJoin('orders', 'orders.id', 'mandate_charges.order_id')
        .select(['charge_number', 'due_on', 'attempts.state as attempt', 'orders.state as order'])
        .orderBy('mandate_charges.created_at')
        .orderBy('charge_number')
        .execute();
      return rows.map(({ charge_number: chargeNumber, due_on: dueOn, attempt, order }) => ({
        chargeNumber,
        dueOn: requireLocalDate(dueOn),
        attempt,
        order,
      }));
    },
    async state(orderId) {
      const rows = await ctx.db.selectFrom('mandates').select('state').where('order_id', '=', orderId).execute();
      return rows[0]?.state;
    },
    close: () => sandboxWorld.close(),
  };
}
