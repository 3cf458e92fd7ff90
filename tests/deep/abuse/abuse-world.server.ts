import { randomInt } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import { solveCaptcha, type CaptchaChallenge } from '#src/apps/checkout/payment-form/captcha/solve-captcha.ts';
import type {
  ChargeRequest,
  GatewayAnswer,
  IdentificationAnswer,
  VerificationAnswer,
} from '#src/domain/payments/index.ts';
import type { JsonObject } from '#src/kernel/json/json.ts';
import type { Database } from '#src/domain/database/index.server.ts';
import { createKysely, createPool } from '#src/kernel/db/pool.server.ts';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
import { type ApiWorld, createApiWorld } from '#tests/support/worlds/api-world.server.ts';
import { FakeGateway } from '#tests/support/fixtures/fake-gateway.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { avoidHourEnd } from '#tests/support/clock/avoid-hour-end.ts';

/** What a bank says to a card; it is written in the card's token. */
export type CardOutcome = 'good' | 'bad';

/** A gateway that counts what reaches it, and whose cards carry their fate. */
export class WatchedGateway extends FakeGateway {
  readonly canForceChallenge = true;
  /** Charges and checks that their bank decided, by what their token says of who made them. */
  readonly reached = new Map<string, number>();
  /** Charges of which the bank asked its customer first, by the same. */
  readonly asked = new Map<string, number>();
  inspected = 0;
  readonly #questions = new Map<string, readonly [who: string, outcome: CardOutcome]>();
  readonly #cards = new Map<string, readonly [who: string, outcome: CardOutcome]>();

  identify(details: JsonObject): Promise<IdentificationAnswer> {
    this.inspected += 1;
    const [who, outcome, number] = readCard(String(details['cardToken']));
    const id = `once-${newSecret()}`;
    this.#cards.set(id, [who, outcome]);
    const cardInstrument = { fingerprint: number, brand: 'visa', last4: '1111', expiry: '12/30', countryOfIssue: 'BR' };
    return Promise.resolve({ kind: 'inspected', instrument: { ...cardInstrument, details: { cardId: id } } });
  }

  verify({ details }: { readonly details: JsonObject }): Promise<VerificationAnswer> {
    const outcome = this.#reach(details);
    if (outcome === 'good') return Promise.resolve({ kind: 'valid' });
    return Promise.resolve({ kind: 'refused', decline: { code: 'card-declined', raw: '05', reversible: true } });
  }

  override async start(charge: ChargeRequest): Promise<GatewayAnswer> {
    if (charge.forceChallenge) {
      const [who, outcome] = this.#cards.get(String(charge.details['cardId'])) ?? ['nobody', 'bad'];
      this.asked.set(who, (this.asked.get(who) ?? 0) + 1);
      this.#questions.set(charge.attemptId, [who, outcome]);
      this.behaviors.push('challenge');
      return super.start(charge);
    }
    this.behaviors.push(this.#reach(charge.details) === 'good' ? 'capture' : 'decline');
    return super.start(charge);
  }

  /** The cardholder says that it is them, and their bank decides; whoever is not cannot. */
  answerQuestion(attemptId: string, isHolder: boolean): void {
    const [who, outcome] = this.#questions.get(attemptId) ?? ['nobody', 'bad'];
    if (isHolder) this.reached.set(who, this.countOf(who) + 1);
    if (isHolder && outcome === 'good') this.receive(attemptId);
    else this.answer(attemptId, 'declined');
  }

  countOf(who: string): number {
    return this.reached.get(who) ?? 0;
  }

  #reach(details: JsonObject): CardOutcome {
    const [who, outcome] = this.#cards.get(String(details['cardId'])) ?? ['nobody', 'bad'];
    this.reached.set(who, this.countOf(who) + 1);
    return outcome;
  }
}

/** A sealed card as the card page gives it, as far as our server can tell. */
export function cardToken(who: string, outcome: CardOutcome): string {
  const body = Buffer.from(JSON.stringify([who, outcome, newSecret()])).toString('base64url');
  return `eyJhIjoxfQ.${body}.AAAA.AAAA.AAAA`;
}

function readCard(token: string): [who: string, outcome: CardOutcome, number: string] {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')) as [
    string,
    CardOutcome,
    string,
  ];
}

export interface CallAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly json: Record<string, unknown>;
}

/** A browser at an address. */
export interface Caller {
  readonly ip: string;
  call(
    method: 'GET' | 'POST' | 'PATCH',
    url: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<CallAnswer>;
}

export interface AbuseWorld extends Omit<ApiWorld, 'gateway'> {
  readonly gateway: WatchedGateway;
  readonly database: TestDatabase;
  /** Events of the log that are errors: alarms. */
  readonly alarms: string[];
  from(ip: string): Caller;
}

/** The same database as another process has it: connections of its own, and nothing in memory. */
function anotherPool({ address }: TestDatabase): TestDatabase {
  const pool = createPool(address, { max: 12, applicationName: 'another process' });
  return { address, pool, db: createKysely<Database>(pool), close: () => pool.end() };
}

/** `beside`: another process at the same database. The real API, domain and database with every defence on; money moves in a watched book, time only when it is moved. */
export async function createAbuseWorld({ beside }: { readonly beside?: AbuseWorld } = {}): Promise<AbuseWorld> {
  const database = beside ? anotherPool(beside.database) : await createTestDatabase({ poolSize: 12 });
  const gateway = new WatchedGateway();
  const alarms: string[] = [];
  const world = await createApiWorld(
    database,
    {},
    {
      gateways: { choose: () => gateway, byId: (id) => (id === gateway.id ? gateway : null), all: () => [gateway] },
      log: {
        info: () => undefined,
        warn: () => undefined,
        error: (event, fields) => void alarms.push(`${event} ${JSON.stringify(fields)}`),
      },
      config: {
        publicOrigin: 'http://localhost:3000',
        quoteLifetimeSeconds: 1800,
        maxDeclinedAttempts: 3,
        declinePauseSeconds: 900,
        codeKey: 'a key of the tests',
        risk: { countsPrivateAddresses: false },
      },
    },
  );
  // Much is counted by the hour of the clock, and by all processes in the same.
  if (beside) world.clock.advance(beside.clock.offsetMs);
  else avoidHourEnd(world.clock);
  const from = (ip: string): Caller => {
    let cookie = '';
    return {
      ip,
      async call(method, url, body, headers = {}) {
        const options: InjectOptions = {
          method,
          url,
          remoteAddress: ip,
          headers: {
            ...(cookie ? { cookie } : {}),
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...headers,
          },
          ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
        };
        const answer = await world.app.inject(options);
        const given = answer.headers['set-cookie'];
        if (typeof given === 'string') cookie = given.split(';')[0] ?? '';
        const isJson = String(answer.headers['content-type']).includes('json');
        const json = isJson ? (JSON.parse(answer.payload) as Record<string, unknown>) : {};
        return { status: answer.statusCode, headers: answer.headers, json };
      },
    };
  };
  return {
    ...world,
    gateway,
    database,
    alarms,
    from,
    async close() {
      await world.close();
      await database.close();
    },
  };
}

export const product = { productCode: 'wise-up-online', seller: 'ana', source: 'campanha' };

/** Begins a purchase; the lead's id, or the answer that refused it. */
export async function beginPurchase(caller: Caller, email: string, phone?: string): Promise<string | CallAnswer> {
  const contact = { name: 'Maria da Silva', email, phone: phone ?? randomMobile() };
  const answer = await caller.call('POST', '/api/v1/lead', { ...contact, ...product });
  return answer.status === 201 ? String(answer.json['id']) : answer;
}

export function randomMobile(): string {
  const number = String(randomInt(60_000_000, 99_999_999));
  return `(11) 9${number.slice(0, 4)}-${number.slice(4)}`;
}

/** One try to pay by card. */
export function payByCard(
  caller: Caller,
  leadId: string,
  token: string,
  change: Record<string, unknown> = {},
): Promise<CallAnswer> {
  const fields = { token, sealedFor: 'book', brand: 'visa', last4: '1111', expiry: '12/30' };
  const body = {
    sfLeadId: leadId,
    amount: 114_000,
    business: 'wiseup-online',
    productCode: product.productCode,
    document: '390.533.447-05',
    paymentMethods: [{ method: 'credit-card', fields }],
    ...change,
  };
  return caller.call('POST', '/api/v2/payment', body, { 'idempotency-key': newSecret() });
}

/** What a browser's script does when it is asked to prove work; the token. */
export async function solveProofOfWork(caller: Caller, action = 'pay'): Promise<string> {
  const { status, json } = await caller.call('GET', `/api/v1/proof?action=${action}`);
  if (status !== 200) throw new Error(`No challenge: ${status}`);
  const challenge = json as unknown as CaptchaChallenge;
  const solution = await solveCaptcha(challenge.parameters);
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}
