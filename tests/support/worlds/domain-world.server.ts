import { domainHandlers } from '#src/server/domain-handlers.server.ts';
import type { DomainContext } from '#src/domain/context.server.ts';
import { type Lead, saveLead } from '#src/domain/checkout/leads/index.server.ts';
import { type PayRequest, type PayResult, type RailManifest, type RailServer } from '#src/domain/payments/index.ts';
import {
  expireHold,
  refundPart,
  advanceSplitOrder,
  handleWebhook,
  pay,
  receiveWebhook,
  voidAttempt,
  resolveAttempt,
  refundSurplus,
} from '#src/domain/payments/index.server.ts';
import { currentQuote, type Quote } from '#src/domain/checkout/quotes/index.server.ts';
import { type CheckoutSession, openSession } from '#src/domain/checkout/sessions/index.server.ts';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
import { ok, type Result } from '#src/kernel/result/result.ts';
import { VirtualClock } from '#src/kernel/time/clock.ts';
import { FakeGateway } from '../fixtures/fake-gateway.ts';
import type { TestDatabase } from '../database/database.server.ts';
import { course, dunning, forAll, lastOne, reminders, testLocations, units } from './domain-school.ts';
import { PhoneInbox } from '../fixtures/fake-sms.ts';
import { createPointsMembers, type PointsMembers } from '../fixtures/fake-points-program.ts';

export { course } from './domain-school.ts';

/** The link by which the buyers of this world come; what a session needs beside a browser. */
export const sessionStart = {
  brand: 'school',
  variant: null,
  business: 'school',
  productCode: 'course',
  offer: '',
  flowId: 'default',
  market: 'BR',
  locale: 'pt-BR',
  seller: 'ana',
  source: 'campanha',
  link: {},
} as const;

function manifest(id: string, method: string, waits: boolean): RailManifest {
  return {
    id,
    methods: [method],
    markets: ['BR'],
    currencies: ['BRL'],
    needsScript: false,
    takesInstallments: !waits,
    waitingPath: waits ? '/wait' : null,
    afterStart: waits ? 'waiting' : 'result',
    successVariant: 'default',
    renewable: waits,
    emailsInstructions: waits,
  };
}

const manifests = [manifest('now', 'at-once', false), manifest('later', 'by-code', true)];
const server = (id: string): RailServer => ({
  id,
  readDetails: ({ fields, buyer }) =>
    ok({ payer: buyer, details: {}, kept: {}, ...(fields['token'] ? { singleUseValue: fields['token'] } : {}) }),
  expiresAt: (now) => new Date(now.getTime() + 30 * 60_000),
  graceSeconds: 60,
});

export interface SentJob {
  readonly job: string;
  readonly data: Readonly<Record<string, string>>;
}

/** A checkout with the real domain on a real database, and a gateway with a book of its own. */
export interface DomainWorld {
  readonly ctx: DomainContext;
  readonly gateway: FakeGateway;
  readonly clock: VirtualClock;
  readonly sent: SentJob[];
  /** What was sent to phones. */
  readonly phones: PhoneInbox;
  readonly points: PointsMembers;
  /** A session with a lead, ready to pay. */
  buyer(): Promise<{ session: CheckoutSession; lead: Lead; quote: Quote }>;
  pay(
    session: CheckoutSession,
    quote: Quote,
    change?: Partial<PayRequest> & { method?: string; token?: string },
  ): Promise<PayResult>;
  notify(attemptId: string, eventId?: string): Promise<void>;
  /** Runs the jobs that were sent, until none is left. */
  runJobs(): Promise<void>;
}

export function createDomainWorld(database: TestDatabase, overrides: Partial<DomainContext> = {}): DomainWorld {
  const gateway = new FakeGateway();
  const clock = new VirtualClock();
  const sent: SentJob[] = [];
  const phones = new PhoneInbox();
  const points = createPointsMembers(clock);
  const ctx: DomainContext = {
    db: database.db,
    clock,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    catalog: {
      product: (_brand, _variant, code) => (code === course.code ? course : null),
      voucher: (_brand, _variant, code) => [lastOne, forAll].find((voucher) => voucher.code === code) ?? null,
      units: () => units,
      testLocations: () => testLocations,
      flow: () => null,
      dunning: () => dunning,
      reminders: () => reminders,
      firstAccessUrl: () => 'https://school.example/first-access',
      brandsOfBusiness: (business) => (business === 'school-group' ? ['school'] : []),
    },
    rails: {
      byMethod: (method) => manifests.find((rail) => rail.methods.includes(method)) ?? null,
      byId: (id) => manifests.find((rail) => rail.id === id) ?? null,
      server,
    },
    gateways: { choose: () => gateway, byId: (id) => (id === gateway.id ? gateway : null), all: () => [gateway] },
    jobs: {
      send: async (_db, job, data) => {
        sent.push({ job, data });
      },
    },
    signals: { orderChanged: () => undefined, onOrder: () => () => undefined },
    staffSignals: { listChanged: () => undefined },
    sms: phones,
    points,
    config: {
      publicOrigin: 'http://localhost:3000',
      quoteLifetimeSeconds: 1800,
      maxDeclinedAttempts: 5,
      declinePauseSeconds: 900,
      codeKey: 'a key of the tests',
    },
    crashPoint: () => undefined,
    handlers: domainHandlers,
    ...overrides,
  };
  const runners: Readonly<Record<string, (data: Readonly<Record<string, string>>) => Promise<void>>> = {
    'resolve-attempt': (data) => resolveAttempt(ctx, data['attemptId'] ?? ''),
    'void-attempt': (data) => voidAttempt(ctx, data['attemptId'] ?? ''),
    'advance-split-order': (data) => advanceSplitOrder(ctx, data['orderId'] ?? ''),
    'refund-part': (data) => refundPart(ctx, data['partId'] ?? ''),
    'expire-hold': async (data) => {
      await expireHold(ctx, data['orderId'] ?? '');
    },
    'refund-surplus': (data) => refundSurplus(ctx, data['exceptionId'] ?? ''),
  };
  return {
    ctx,
    gateway,
    clock,
    sent,
    phones,
    points,
    async buyer() {
      const session = await openSession(ctx, {
        browserHash: newSecret(),
        ...sessionStart,
      });
      const lead = await saveLead(ctx, session, {
        name: 'Maria da Silva',
        email: 'maria@example.com',
        phone: '+5511961234567',
        consents: [],
        ip: '127.0.0.1',
      });
      const quote = await currentQuote(ctx, session);
      if (!quote.ok) throw new Error(quote.error.code);
      return { session, lead, quote: quote.value };
    },
    pay: (session, quote, { method = 'at-once', token, ...change } = {}) =>
      pay(ctx, {
        sessionId: session.id,
        idempotencyKey: newSecret(),
        quoteId: quote.id,
        tenders: [{ method, installments: 1, fields: token === undefined ? {} : { token } }],
        browser: { userAgent: 'test', language: 'pt-BR', ip: '127.0.0.1' },
        ...change,
      }),
    async notify(attemptId, eventId = newSecret()) {
      const body = Buffer.from(`${attemptId} ${eventId}`);
      const received = await receiveWebhook(ctx, gateway.id, { headers: {}, body, receivedAt: clock.now() });
      for (const row of received.webhooks) await handleWebhook(ctx, row);
    },
    async runJobs() {
      for (let next = sent.shift(); next; next = sent.shift()) {
        await runners[next.job]?.(next.data);
      }
    },
  };
}

/** The value of a result that has to be good; the failure's words otherwise. */
export function accepted<T>(result: Result<T, unknown>): T {
  if (result.ok) return result.value;
  throw new Error(
    JSON.stringify(result.error, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
  );
}
