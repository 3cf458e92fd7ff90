import { beforeEach, describe, expect, test } from 'vitest';
import type { ChargeRequest, GatewayAnswer, GatewayPort } from '#src/domain/payments/index.ts';
import { VirtualClock } from '#src/kernel/time/clock.ts';
import { sandboxEnv } from '#tests/support/worlds/sandbox-domain.server.ts';
import { defaultCircuitRules } from './circuit.server.ts';
import { createGateways, type Gateways } from './gateway-directory.server.ts';
import type { GatewayFactory } from './company.factories.server.ts';
import type { GatewayRoute } from './gateway-routes.server.ts';
import { gatewayFactories } from './registry.server.generated.ts';

/** No test of this file takes an in-person payment. */
const nobody = async (): Promise<never> => Promise.reject(new Error('Nobody asks here'));
const services = {
  members: { verifiedMemberFor: nobody },
  inPersonPayments: { open: nobody, find: nobody, withdraw: nobody, requestRefund: nobody, creditsAfter: nobody },
};

const routes: readonly GatewayRoute[] = [
  { businesses: ['school'], market: 'BR', methods: ['by-hand'], gateways: ['two', 'one'] },
];
const fact: GatewayAnswer = { kind: 'fact', fact: { state: 'captured', movements: [], at: new Date(0) } };
const declined: GatewayAnswer = {
  kind: 'fact',
  fact: {
    state: 'declined',
    movements: [],
    decline: { code: 'card-declined', raw: '05', reversible: true },
    at: new Date(0),
  },
};

let clock: VirtualClock;
let says: Record<string, GatewayAnswer>;
let starts: string[];
let gateways: Gateways;

function factory(
  id: string,
  markets: GatewayFactory['markets'] = ['BR'],
  more: Partial<GatewayPort> = {},
): GatewayFactory {
  const port: GatewayPort = {
    id,
    start: async () => {
      starts.push(id);
      return says[id] ?? fact;
    },
    find: async () => fact,
    capture: async () => fact,
    identify: async () => {
      starts.push(`look at ${id}`);
      return { kind: 'unreachable', reason: 'refused' };
    },
    ...more,
  };
  return { id, methods: ['by-hand'], markets, create: () => (id === 'no-contract' ? null : port) };
}

beforeEach(() => {
  clock = new VirtualClock();
  says = {};
  starts = [];
  const verify = async () => ({ kind: 'valid' }) as const;
  const factories = [
    factory('no-contract'),
    factory('one', ['BR'], { verify }),
    factory('two'),
    factory('three', ['BR', 'PE']),
  ];
  gateways = createGateways(factories, { env: sandboxEnv('http://127.0.0.1:1'), clock, ...services }, routes);
});

const charge = {} as ChargeRequest;
const chosen = (options?: Parameters<Gateways['choose']>[3]) => gateways.choose('school', 'BR', 'by-hand', options)?.id;
async function begin(times: number): Promise<GatewayAnswer | undefined> {
  let answer: GatewayAnswer | undefined;
  for (let made = 0; made < times; made += 1) answer = await gateways.choose('school', 'BR', 'by-hand')?.start(charge);
  return answer;
}

test('every company that takes cards checks them without money, or says why not', () => {
  const env = sandboxEnv('http://127.0.0.1:1');
  const takesCards = Object.values<GatewayFactory>(gatewayFactories).filter(({ methods }) =>
    methods.includes('credit-card'),
  );
  const silent = takesCards.filter(
    (one) => one.cannotVerify === undefined && !one.create({ env, clock, ...services })?.verify,
  );
  expect(takesCards.length).toBeGreaterThan(2);
  expect(silent.map(({ id }) => id)).toEqual([]);
});

test('a company that keeps cards keeps nothing of the other methods that it collects by', () => {
  const env = sandboxEnv('http://127.0.0.1:1');
  const all = createGateways(Object.values<GatewayFactory>(gatewayFactories), { env, clock, ...services }, []);
  for (const [method, keeps] of [
    ['credit-card', true],
    ['yape', false],
  ] as const) {
    const gateway = all.choose('school', 'PE', method, { only: 'culqi' });
    expect([gateway?.id, gateway?.verify !== undefined]).toEqual(['culqi', keeps]);
    expect(all.choose('school', 'PE', method, { verifies: true })?.verify !== undefined).toBe(keeps);
  }
});

describe('the choice of a gateway', () => {
  test('that is to check a means goes by who can, while anybody can', () => {
    expect(chosen()).toBe('two');
    expect(chosen({ verifies: true })).toBe('one');
    expect(gateways.choose('school', 'PE', 'by-hand', { verifies: true })?.id).toBe('three');
  });

  test('is the first of the route; without one whoever can, in the order of ids', () => {
    expect(chosen()).toBe('two');
    expect(gateways.choose('other', 'BR', 'by-hand')?.id).toBe('one');
    expect(gateways.choose('other', 'PE', 'by-hand')?.id).toBe('three');
    expect(gateways.choose('school', 'BR', 'by-post')).toBeNull();
    expect(gateways.byId('no-contract')).toBeNull();
  });

  test('passes over those that were not reached for this order, while somebody else is left', () => {
    expect(chosen({ avoided: ['two'] })).toBe('one');
    expect(chosen({ avoided: ['two', 'one'] })).toBe('two');
  });

  test.each<[string, GatewayAnswer]>([
    ['unreachable', { kind: 'unreachable', reason: 'refused' }],
    ['silent', { kind: 'silent', reason: 'timed-out' }],
    ['answering 500', { kind: 'silent', reason: 'status-500' }],
  ])('one that is %s too often gets no new attempts, and no attempt goes to two', async (_name, answer) => {
    says = { two: answer };
    await begin(defaultCircuitRules.least);
    expect(starts).toEqual(Array.from({ length: defaultCircuitRules.least }, () => 'two'));
    expect(gateways.circuits()).toContainEqual({ gateway: 'two', state: 'open' });
    expect(chosen()).toBe('one');
    expect((await begin(1))?.kind).toBe('fact');
    expect(starts.at(-1)).toBe('one');
  });

  test('what was begun is ended where it is: asking and taking go out whatever the circuit', async () => {
    says = { two: { kind: 'silent', reason: 'timed-out' } };
    await begin(defaultCircuitRules.least);
    const two = gateways.byId('two');
    const reference = {
      attemptId: 'att',
      serial: 1n,
      reference: null,
      amount: { amount: 1n, currency: 'BRL' },
    } as const;
    expect((await two?.find(reference))?.kind).toBe('fact');
    expect((await two?.capture?.(reference))?.kind).toBe('fact');
    expect(await two?.start(charge)).toEqual({ kind: 'unreachable', reason: 'circuit-open' });
    expect(starts).toHaveLength(defaultCircuitRules.least);
  });

  test('looking at a card counts too: who cannot be reached for that is not reached for the charge', async () => {
    for (let time = 0; time < defaultCircuitRules.least; time += 1) await gateways.byId('two')?.identify?.({});
    expect(chosen()).toBe('one');
    expect(await gateways.byId('two')?.identify?.({})).toEqual({ kind: 'unreachable', reason: 'circuit-open' });
    expect(starts).toHaveLength(defaultCircuitRules.least);
  });

  test('of a company that is tried again, looks at cards go out a few at a time, and bring nothing back', async () => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<undefined>();
    let inspections = 0;
    const identify: GatewayPort['identify'] = async (details) => {
      inspections += 1;
      await answered;
      return { kind: 'inspected', instrument: { fingerprint: '1', brand: '', last4: '', expiry: '', details } };
    };
    const settings = { env: sandboxEnv('http://127.0.0.1:1'), clock, ...services };
    const own = createGateways([factory('two', ['BR'], { identify })], settings, []);
    const two = own.byId('two');
    says = { two: { kind: 'unreachable', reason: 'refused' } };
    for (let time = 0; time < defaultCircuitRules.least; time += 1) await two?.start(charge);
    clock.advance(defaultCircuitRules.openSeconds * 1000);
    const asked = Array.from({ length: 10 }, async () => two?.identify?.({}));
    expect(inspections).toBe(defaultCircuitRules.probes);
    answer(undefined);
    const kinds = (await Promise.all(asked)).map((seen) => seen?.kind);
    expect(kinds.filter((kind) => kind === 'inspected')).toHaveLength(defaultCircuitRules.probes);
    // A verified card may be charged now; the charge, not a read, closes the circuit.
    expect(own.circuits()).toEqual([{ gateway: 'two', state: 'half-open' }]);
    says = {};
    expect((await two?.start(charge))?.kind).toBe('fact');
    expect(own.circuits()).toEqual([{ gateway: 'two', state: 'closed' }]);
  });

  test.each<[string, GatewayAnswer]>([
    ['a declined card', declined],
    ['a refusal of our request', { kind: 'silent', reason: 'refused-422' }],
    ['an answer that we do not believe', { kind: 'silent', reason: 'mismatch-amount' }],
    ['a charge that is not found', { kind: 'not-found' }],
  ])('%s never opens a circuit', async (_name, answer) => {
    says = { two: answer };
    await begin(50);
    expect(gateways.circuits().every(({ state }) => state === 'closed')).toBe(true);
  });

  test('after a pause a few try it again, and one that is answered brings it back', async () => {
    says = { two: { kind: 'unreachable', reason: 'refused' } };
    await begin(defaultCircuitRules.least);
    clock.advance(defaultCircuitRules.openSeconds * 1000);
    expect([chosen(), gateways.circuits().find(({ gateway }) => gateway === 'two')?.state]).toEqual([
      'two',
      'half-open',
    ]);
    await begin(1);
    expect(chosen()).toBe('one');
    says = {};
    clock.advance(2 * defaultCircuitRules.openSeconds * 1000);
    await begin(1);
    expect([chosen(), starts.at(-1)]).toEqual(['two', 'two']);
    expect(gateways.circuits().every(({ state }) => state === 'closed')).toBe(true);
  });

  test('when all rest, the first is named, and says at once that it cannot be reached', async () => {
    says = { one: { kind: 'unreachable', reason: 'refused' }, two: { kind: 'unreachable', reason: 'refused' } };
    await begin(2 * defaultCircuitRules.least);
    const before = starts.length;
    expect(chosen()).toBe('two');
    expect(await begin(1)).toEqual({ kind: 'unreachable', reason: 'circuit-open' });
    expect(starts).toHaveLength(before);
  });

  test('what is sealed for one goes to that one, or to none', async () => {
    expect(chosen({ only: 'one' })).toBe('one');
    expect(chosen({ only: 'three' })).toBeUndefined();
    says = { one: { kind: 'unreachable', reason: 'refused' } };
    for (let time = 0; time < defaultCircuitRules.least; time += 1) await gateways.byId('one')?.start(charge);
    expect(chosen({ only: 'one' })).toBeUndefined();
    expect(chosen()).toBe('two');
  });
});

test('the first of the list that may be asked is the same for all who ask at once, in each process by itself', async () => {
  const settings = { env: sandboxEnv('http://127.0.0.1:1'), clock, ...services };
  const other = createGateways([factory('one'), factory('two')], settings, routes);
  says = { two: { kind: 'silent', reason: 'timed-out' } };
  await Promise.all(Array.from({ length: 20 }, async () => gateways.choose('school', 'BR', 'by-hand')?.start(charge)));
  expect(starts.filter((id) => id === 'two')).toHaveLength(20);
  expect(chosen()).toBe('one');
  // Circuits are per process: another process learns by its own calls.
  expect(other.choose('school', 'BR', 'by-hand')?.id).toBe('two');
  clock.advance(defaultCircuitRules.openSeconds * 1000);
  starts = [];
  const probes = Array.from({ length: 10 }, async () => gateways.byId('two')?.start(charge));
  await Promise.all(probes);
  expect(starts).toHaveLength(defaultCircuitRules.probes);
});
