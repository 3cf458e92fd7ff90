import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { riskLimits } from '#src/domain/risk/index.server.ts';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
import { type AbuseWorld, type Caller, createAbuseWorld, solveProofOfWork } from './abuse-world.server.ts';

const { prompts } = riskLimits;

let world: AbuseWorld;
let starts: number;
beforeAll(async () => (world = await createAbuseWorld()));
afterAll(() => world.close());
beforeEach(async () => {
  // A day of its own, so that nothing that was counted before matters.
  world.clock.advance(86_400_000 - (world.clock.now().getTime() % 86_400_000));
  world.gateway.behaviors.length = 0;
  world.gateway.start = async (charge) => {
    world.gateway.starts += 1;
    return isAnswered
      ? { kind: 'fact', fact: { state: 'declined', movements: [], decline, at: world.clock.now() } }
      : {
          kind: 'fact',
          fact: { state: 'awaiting-buyer', movements: [], reference: charge.attemptId, at: world.clock.now() },
        };
  };
  isAnswered = false;
  starts = world.gateway.starts;
});
/** The wallet's owner presses "no" at once. */
let isAnswered = false;
const decline = { code: 'prompt-canceled', raw: 'INS-5', reversible: true };
const made = () => world.gateway.starts - starts;

let networks = 0;
/** A browser at an address whose network nobody else has. */
function stranger(): Caller {
  networks += 1;
  return world.from(`177.${Math.floor(networks / 250) + 1}.${(networks % 250) + 1}.7`);
}

let people = 0;
async function leadOf(caller: Caller): Promise<string> {
  people += 1;
  const contact = { name: 'Graça Machava', email: `graca${people}@exemplo.co.mz`, phone: '84 123 4567' };
  const answer = await caller.call('POST', '/api/v1/lead', { ...contact, productCode: 'meusucesso', operation: 'MZ' });
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.json));
  return String(answer.json['id']);
}
const ring = (caller: Caller, sfLeadId: string, phone: string, change: Record<string, unknown> = {}) =>
  caller.call(
    'POST',
    '/api/v2/payment',
    {
      ...{ sfLeadId, amount: 1_872_000, business: 'meusucesso', productCode: 'meusucesso', operation: 'MZ' },
      paymentMethods: [{ method: 'm-pesa', fields: { phone } }],
      ...change,
    },
    { 'idempotency-key': newSecret() },
  );
const pass = () => world.clock.advance(125_000);
const word = ({ status, json }: { status: number; json: Record<string, unknown> }) =>
  `${status} ${String(json['code'] ?? json['state'])}`;

describe('a stranger’s phone', () => {
  test('rings once for thirty payments of one session, also all at once', async () => {
    const caller = stranger();
    const lead = await leadOf(caller);
    const answers = await Promise.all(Array.from({ length: 30 }, () => ring(caller, lead, '84 111 2223')));
    expect(made()).toBe(1);
    expect(new Set(answers.map(word))).toEqual(new Set(['202 awaiting-buyer', '409 attempt-open']));
    expect(word(await ring(caller, lead, '84 111 2223'))).toBe('409 attempt-open');
    expect(made()).toBe(1);
  });

  test('rings once for twenty sessions of twenty networks that ask at once', async () => {
    const callers = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const caller = stranger();
        return [caller, await leadOf(caller)] as const;
      }),
    );
    const answers = await Promise.all(callers.map(([caller, lead]) => ring(caller, lead, '84 111 2224')));
    expect(made()).toBe(1);
    expect(new Set(answers.map(word))).toEqual(new Set(['202 awaiting-buyer', '409 prompt-open']));
    const refused = answers.find(({ status }) => status === 409);
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(100);
    expect(JSON.stringify(refused?.json)).not.toMatch(/ord_|att_/);
  });

  test('rings three times in an hour and five times in a day, whoever asks', async () => {
    const granted: number[] = [];
    const words = new Set<string>();
    for (let hour = 0; hour < 4; hour += 1) {
      const before = made();
      for (let index = 0; index < 6; index += 1) {
        const caller = stranger();
        const answer = await ring(caller, await leadOf(caller), '84 111 2225');
        words.add(`${word(answer)} ${Number(answer.headers['retry-after'] ?? 0) > 0}`);
        pass();
      }
      granted.push(made() - before);
      world.clock.advance(3_600_000 - (world.clock.now().getTime() % 3_600_000));
    }
    expect(granted).toEqual([3, 2, 0, 0]);
    expect(words).toEqual(new Set(['202 awaiting-buyer false', '429 too-many-tries true']));
  });

  test('is prompted again once its owner refused, at most three times an hour', async () => {
    isAnswered = true;
    const caller = stranger();
    const lead = await leadOf(caller);
    const words: string[] = [];
    for (let index = 0; index < 4; index += 1) words.push(word(await ring(caller, lead, '84 111 2226')));
    expect(made()).toBe(3);
    expect(words.at(-1)).toBe('429 too-many-tries');
  });
});

test('an address that makes many phones ring has to prove work for each, and is held off in the end', async () => {
  const ip = '177.99.1.1';
  const words: string[] = [];
  for (let index = 0; index < 8; index += 1) {
    const caller = world.from(ip);
    words.push(word(await ring(caller, await leadOf(caller), `84 222 ${1000 + index}`)));
  }
  expect(words).toEqual([
    ...Array.from({ length: prompts.address.hour.proofFrom }, () => '202 awaiting-buyer'),
    ...Array.from({ length: 3 }, () => '403 captcha-needed'),
  ]);
  const caller = world.from(ip);
  const lead = await leadOf(caller);
  const captchaToken = await solveProofOfWork(caller);
  expect(word(await ring(caller, lead, '84 222 2000', { captchaToken }))).toBe('202 awaiting-buyer');
  await world.database.pool.query(
    "update rate_counters set count = $1 where subject like 'prompt/%' and period like 'hour-%'",
    [prompts.address.hour.most],
  );
  const again = await solveProofOfWork(caller);
  expect(word(await ring(caller, lead, '84 222 2001', { captchaToken: again }))).toBe('429 too-many-tries');
  const elsewhere = stranger();
  expect(word(await ring(elsewhere, await leadOf(elsewhere), '84 222 2002'))).toBe('202 awaiting-buyer');
});

test('the networks of one customer, a /48, share what their addresses may make ring', async () => {
  const { proofFrom } = prompts.network.hour;
  const words: string[] = [];
  for (let index = 0; index < proofFrom + 2; index += 1) {
    const caller = world.from(`2804:14c:65:${index.toString(16)}::1`);
    words.push(word(await ring(caller, await leadOf(caller), `84 333 ${1000 + index}`)));
  }
  expect(words.filter((one) => one === '202 awaiting-buyer')).toHaveLength(proofFrom);
  expect(words.slice(proofFrom)).toEqual(['403 captcha-needed', '403 captcha-needed']);
});

test('a brand whose prompts pile up asks everybody for a proof of work, and is shut to nobody', async () => {
  const caller = stranger();
  const lead = await leadOf(caller);
  expect(word(await ring(caller, lead, '84 444 1000'))).toBe('202 awaiting-buyer');
  await world.database.pool.query(
    "update rate_counters set count = $1 where subject = 'prompt-brand/meusucesso' and period like 'hour-%'",
    [prompts.brand.hour.proofFrom],
  );
  const next = stranger();
  const own = await leadOf(next);
  expect(word(await ring(next, own, '84 444 1001'))).toBe('403 captcha-needed');
  const captchaToken = await solveProofOfWork(next);
  expect(word(await ring(next, own, '84 444 1001', { captchaToken }))).toBe('202 awaiting-buyer');
});

test('a wallet is asked about a stranger’s CPF three times in an hour, from wherever', async () => {
  const words: string[] = [];
  for (let index = 0; index < 6; index += 1) {
    const caller = stranger();
    const contact = { name: 'Ana Lima', email: `ana${index}@exemplo.com.br`, phone: '(11) 96123-4567' };
    const paymentMethods = [{ method: 'nu-pay', fields: { document: '390.533.447-05' } }];
    const product = { productCode: 'conquer', business: 'conquer', planType: 'yearly', amount: 94_800 };
    words.push(
      word(
        await ring(caller, '', '', { ...contact, ...product, operation: 'BR', sfLeadId: undefined, paymentMethods }),
      ),
    );
  }
  expect(words).toEqual([
    ...Array.from({ length: 3 }, () => '202 awaiting-buyer'),
    ...Array.from({ length: 3 }, () => '429 too-many-tries'),
  ]);
  expect(made()).toBe(3);
});
