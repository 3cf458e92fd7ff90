import nodemailer from 'nodemailer';
import { cardToken } from '#tests/gateways/suite/charges.server.ts';
import { openSandboxWorld, type SandboxWorld } from '#tests/gateways/suite/sandbox-world.server.ts';
import type { WorkerContext } from '#src/apps/worker/job.contract.ts';
import { hasCheckDigit } from '#sandbox/companies/test-acquirer/test-cards.ts';
import { createMailer } from '#src/apps/worker/emails/mailer.server.ts';
import { jobs } from '#src/apps/worker/jobs/index.server.ts';
import { findPlan, type Product } from '#src/domain/catalog/products/index.ts';
import type { DomainContext } from '#src/domain/context.server.ts';
import { saveLead } from '#src/domain/checkout/leads/index.server.ts';
import { handleWebhook, receiveWebhook } from '#src/domain/payments/index.server.ts';
import { createSms } from '#src/gateways/company.factories.server.ts';
import { smsFactories } from '#src/gateways/registry.server.generated.ts';
import { currentQuote, type Quote } from '#src/domain/checkout/quotes/index.server.ts';
import { type CheckoutSession, openSession } from '#src/domain/checkout/sessions/index.server.ts';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import { accepted } from './domain-world.server.ts';
import { readBrandParts } from '../fixtures/brand-parts.server.ts';
import type { TestDatabase } from '../database/database.server.ts';
import { createSandboxDomain, sandboxEnv } from './sandbox-domain.server.ts';

/** What somebody comes for. */
export interface Options {
  readonly name: string;
  readonly brand: string;
  readonly variant: string | null;
  readonly productCode: string;
  readonly planId: string;
  /** What the link says beside the plan. */
  readonly link?: Readonly<Record<string, string>>;
}

/** A buyer before paying. */
export interface Arrived {
  readonly email: string;
  readonly phone: string;
  readonly session: CheckoutSession;
  readonly quote: Quote;
}

/**
 * The product's real domain, brands, gateways, jobs and letters on a real database, with companies, mail and phones outside
 * over real HTTP and SMTP; and one clock for all, whose days are let pass.
 */
export interface YearWorld {
  readonly ctx: DomainContext;
  readonly sandboxWorld: SandboxWorld;
  /** Today in Brazil. */
  today(): string;
  arrive(request: Options): Promise<Arrived>;
  /** The fields of a card form that keeps its card; each call has another card, which its bank approves. */
  cardFields(): Promise<Readonly<Record<string, string>>>;
  /** Lets days pass until noon of one; each ends with the companies' messages and every job that comes round. */
  until(day: string): Promise<void>;
  /** Brings messages and runs all jobs now. */
  settle(): Promise<void>;
  /** What the acquirer's banks answer to every charge from now on; null = as the cards say. */
  banksRefuse(code: string | null): Promise<void>;
  inbox(to: string): Promise<{
    readonly messages: readonly { subject: string; text: string }[];
    readonly sms: readonly { text: string }[];
  }>;
  close(): Promise<void>;
}

/** The plan by the month is sold by card too, so that a year has twelve charges of one. */
function withCards(product: Product | null): Product | null {
  if (!product) return null;
  return {
    ...product,
    plans: product.plans.map((plan) =>
      plan.planType === 'monthly' && !plan.methods.some(({ method }) => method === 'credit-card')
        ? { ...plan, methods: [{ method: 'credit-card', active: true, planId: plan.id }, ...plan.methods] }
        : plan,
    ),
  };
}

/** The n-th Visa number whose check digit is right and which the acquirer's stand-in approves (it ends in 0, 1 or 4). */
function approvedCard(n: number): string {
  for (let found = 0, body = 411_111_000_000_000; ; body += 1) {
    const number = [0, 1, 4].map((last) => `${body}${last}`).find(hasCheckDigit);
    if (number !== undefined) found += 1;
    if (number !== undefined && found === n) return number;
  }
}

interface Waiting {
  readonly job: string;
  readonly data: Readonly<Record<string, string>>;
  readonly at: number;
  readonly tries: number;
}

const dayMs = 86_400_000;
/** What only clears up has a round once a week. */
const weekly: ReadonlySet<string> = new Set([
  'accrue-points',
  'register-webhook-urls',
  'close-abandoned-orders',
  'expire-hold',
  'complete-cooling-offs',
  'issue-documents',
  'recheck-captured',
  'remind-abandoned-checkouts',
  'retry-fiscal-notes',
  'sweep-phone-codes',
  'sweep-points-sessions',
  'sweep-quotes',
  'requeue-stuck-work',
]);

const noonOf = (day: string): number => Date.parse(`${day}T15:00:00Z`);

/** Opens it at noon (in Brazil) of a day, whatever day it is here. */
export async function openYearWorld(database: TestDatabase, startsOn: string): Promise<YearWorld> {
  const sandboxWorld = await openSandboxWorld(sandboxEnv('http://127.0.0.1:1'), new Date(noonOf(startsOn)));
  const { clock } = sandboxWorld;
  const real = createSandboxDomain(database.address, sandboxWorld.world.origin, clock);
  const waiting: Waiting[] = [];
  const parts = readBrandParts();
  const publicOrigin = new URL(sandboxWorld.notificationUrl).origin;
  const ctx: DomainContext = {
    ...real.ctx,
    sms: createSms(Object.values(smsFactories), { env: real.env, clock }),
    config: { ...real.ctx.config, publicOrigin },
    catalog: { ...real.ctx.catalog, product: (...of) => withCards(real.ctx.catalog.product(...of)) },
    jobs: {
      send: async (_db, job, data, options) => {
        const at = clock.now().getTime() + (options?.startAfterSeconds ?? 0) * 1000;
        waiting.push({ job, data, at, tries: 0 });
      },
    },
  };
  const transport = nodemailer.createTransport({
    host: '127.0.0.1',
    port: sandboxWorld.world.smtpPort,
    ignoreTLS: true,
  });
  const mailer = createMailer({
    ...parts,
    ...{ ctx, transport, publicOrigin, documents: {}, from: 'matricula@school.example' },
  });
  const context: WorkerContext = { ...ctx, ...mailer };
  const byName = new Map(jobs.map((job) => [job.name, job]));
  const rounds = jobs.filter((job) => job.cron !== undefined || job.everySeconds !== undefined);
  let settled = 0;
  for (const gateway of ctx.gateways.all())
    await gateway.announce?.(`${publicOrigin}/api/v1/notifications/${gateway.id}`);

  /** Work that was sent and whose time has come; what fails comes again tomorrow, and in the end fails the test. */
  async function drain(): Promise<void> {
    for (;;) {
      const index = waiting.findIndex(({ at }) => at <= clock.now().getTime());
      const [next] = index < 0 ? [] : waiting.splice(index, 1);
      if (!next) return;
      try {
        await byName.get(next.job)?.run(context, next.data);
      } catch (thrown) {
        if (next.tries > 5) throw thrown;
        waiting.push({ ...next, tries: next.tries + 1, at: clock.now().getTime() + dayMs });
      }
    }
  }

  async function deliver(): Promise<void> {
    await sandboxWorld.world.quiet();
    for (const raw of sandboxWorld.arrivals.splice(0)) {
      const gateway = raw.path.split('/')[4] ?? '';
      const received = await receiveWebhook(ctx, gateway, raw);
      for (const row of received.webhooks) await handleWebhook(ctx, row);
    }
    await drain();
    // Nobody's clock stands still for a second between the rounds: what was written since the last one goes out today.
    while ((await mailer.sendEmails({ limit: 50 })) > 0);
  }

  async function settle(): Promise<void> {
    await deliver();
    settled += 1;
    for (const job of rounds.filter(({ name }) => settled % 7 === 0 || !weekly.has(name))) {
      await job.run(context, {});
      await drain();
    }
    await deliver();
  }

  async function advance(ms: number): Promise<void> {
    for (let left = Math.round(ms / 1000); left > 0; left -= 400 * 86_400) {
      const answer = await sandboxWorld.ask('POST', '/sandbox/clock', { advanceSeconds: Math.min(left, 400 * 86_400) });
      if (answer.status >= 300) throw new Error(JSON.stringify(answer.json));
    }
  }

  const today = (): string => marketDate(clock.now(), 'BR');
  let people = 0;
  let cards = 0;

  return {
    ctx,
    sandboxWorld,
    today,
    async arrive({ name, brand, variant, productCode, planId, link = {} }) {
      people += 1;
      const product = ctx.catalog.product(brand, variant, productCode);
      if (!product || !findPlan(product, planId)) throw new Error(`No plan ${planId}`);
      const session = await openSession(ctx, {
        browserHash: newSecret(),
        ...{ brand, variant, business: product.business, productCode, offer: '', flowId: 'default' },
        ...{ market: 'BR', locale: 'pt-BR', seller: 'performance', source: 'direto', link: { planId, ...link } },
      });
      const email = `${name.toLowerCase()}@example.com`;
      const phone = `+55119612345${String(people).padStart(2, '0')}`;
      await saveLead(ctx, session, { name: `${name} da Silva`, email, phone, consents: [], ip: '127.0.0.1' });
      return { email, phone, session, quote: accepted(await currentQuote(ctx, session)) };
    },
    async cardFields() {
      cards += 1;
      const number = approvedCard(cards);
      const token = await cardToken(sandboxWorld, number, { expiryYear: 2032 });
      const shown = { brand: 'visa', last4: number.slice(-4) };
      return { token, ...shown, expiry: '12/32', document: '12345678909', keep: 'yes' };
    },
    async until(day) {
      while (today() < day) {
        await advance(noonOf(today()) + dayMs - clock.now().getTime());
        await settle();
      }
    },
    settle,
    async banksRefuse(code) {
      await sandboxWorld.clearFaults();
      if (code !== null) await sandboxWorld.faults({ target: 'acquirer', mode: 'decline', code });
    },
    async inbox(to) {
      const answer = await sandboxWorld.ask('GET', `/sandbox/inbox.json?to=${encodeURIComponent(to)}`);
      return answer.json as Awaited<ReturnType<YearWorld['inbox']>>;
    },
    async close() {
      transport.close();
      await Promise.all([real.close(), sandboxWorld.close()]);
    },
  };
}
