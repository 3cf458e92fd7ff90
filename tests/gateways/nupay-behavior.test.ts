import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sandboxSecrets } from '#sandbox/accounts.server.ts';
import type { ChargeRequest, GatewayPort } from '#src/domain/payments/index.ts';
import { createNuPayGateway } from '#src/gateways/nupay/gateway.server.ts';
import { fromReais, toReais } from '#src/gateways/nupay/amounts.ts';
import { newId } from '#src/kernel/ids/ids.server.ts';
import { chargeOf, factIn, referenceTo } from './suite/charges.server.ts';
import { openSandboxWorld, type SandboxWorld } from './suite/sandbox-world.server.ts';

const nuPay = sandboxSecrets.companies.nupay;
let sandboxWorld: SandboxWorld;
let gateway: GatewayPort;

beforeAll(async () => {
  sandboxWorld = await openSandboxWorld();
  gateway = createNuPayGateway({
    url: `${sandboxWorld.world.origin}/nupay`,
    merchantKey: nuPay?.merchantKey ?? '',
    merchantToken: nuPay?.merchantToken ?? '',
    signingKeys: [],
    clock: sandboxWorld.clock,
  });
});
afterEach(async () => {
  await sandboxWorld.clearFaults();
  sandboxWorld.arrivals.length = 0;
});
afterAll(() => sandboxWorld.close());

const answer = (charge: ChargeRequest, how: string) =>
  sandboxWorld.ask('POST', '/sandbox/nupay/answer', { referenceId: charge.attemptId, how });
const stateOf = async (charge: ChargeRequest) => factIn(await gateway.find(referenceTo(charge)));

test.each([
  [5_000n, 'captured'],
  [15_000n, 'captured'],
  [75_000n, 'failed'],
  [85_000n, 'declined'],
  [95_000n, 'declined'],
  [105_000n, 'expired'],
])('the sandbox decides %i centavos by their amount: %s', async (amount, state) => {
  const charge = chargeOf(sandboxWorld, { amount: { amount, currency: 'BRL' } });
  const { nextAction } = factIn(await gateway.start(charge));
  expect(nextAction).toMatchObject({ kind: 'redirect', url: expect.stringContaining('/nupay/pay/'), fields: {} });
  await answer(charge, 'approve');
  expect((await stateOf(charge)).state).toBe(state);
});

describe('its buyer', () => {
  test('says no in the app, or cancels there', async () => {
    const [no, cancels] = [chargeOf(sandboxWorld), chargeOf(sandboxWorld)];
    for (const charge of [no, cancels]) await gateway.start(charge);
    await answer(no, 'refuse');
    await answer(cancels, 'cancel');
    expect(await stateOf(no)).toMatchObject({ state: 'declined', decline: { code: 'app-refused' } });
    expect(await stateOf(cancels)).toMatchObject({ state: 'declined', decline: { code: 'app-canceled' } });
  });

  test('is lent nothing: no payment is made', async () => {
    const payer = { name: 'Ana', email: 'a@example.com', document: { type: 'cpf', number: '31457612500' } };
    const charge = chargeOf(sandboxWorld, { payer });
    const fact = factIn(await gateway.start(charge));
    expect(fact).toMatchObject({ state: 'declined', decline: { code: 'app-not-offered' } });
    expect(await gateway.find(referenceTo(charge))).toEqual({ kind: 'not-found' });
  });

  test('never answers: the payment ends with our own time', async () => {
    const charge = chargeOf(sandboxWorld);
    await gateway.start(charge);
    await sandboxWorld.ask('POST', '/sandbox/clock', { advanceSeconds: 1_801 });
    expect((await stateOf(charge)).state).toBe('expired');
  });

  test('has approved, and the bank takes its time', async () => {
    await sandboxWorld.faults({ target: 'nupay', mode: 'processing', ms: 60_000 });
    const charge = chargeOf(sandboxWorld);
    await gateway.start(charge);
    await answer(charge, 'approve');
    expect(await stateOf(charge)).toMatchObject({ state: 'processing', movements: [] });
    // What is not waiting for its buyer any more is not cancelled: what it is by now is told.
    expect(factIn((await gateway.release?.(referenceTo(charge))) ?? { kind: 'not-found' }).state).toBe('processing');
    await sandboxWorld.ask('POST', '/sandbox/clock', { advanceSeconds: 61 });
    expect((await stateOf(charge)).state).toBe('captured');
  });
});

describe('a refund that our balance does not cover', () => {
  test('is refused with 200, and ordered again hours later under a new name', async () => {
    const charge = chargeOf(sandboxWorld);
    await gateway.start(charge);
    await answer(charge, 'approve');
    const { reference = null, movements } = await stateOf(charge);
    const asked = { ...referenceTo(charge, reference), movementId: movements[0]?.id ?? '' };
    const refundId = newId('ref');
    const refund = () => gateway.refund?.(asked, { amount: 50_000n, currency: 'BRL' }, refundId);
    const inBook = () => sandboxWorld.world.book().charges.find(({ id }) => id === reference)?.refunded;

    await sandboxWorld.faults({ target: 'nupay', mode: 'decline', times: 1 });
    expect(await refund()).toEqual({ kind: 'silent', reason: 'refused-INSUFFICIENT_FUNDS' });
    // At once nothing is asked again: it would be refused for ever under this name.
    expect(await refund()).toEqual({ kind: 'silent', reason: 'refused-balance' });
    expect(inBook()).toBe(0);
    await sandboxWorld.ask('POST', '/sandbox/clock', { advanceSeconds: 3 * 3_600 + 1 });
    const back = factIn((await refund()) ?? { kind: 'not-found' });
    expect(back.movements).toMatchObject([{ kind: 'refund', amount: 50_000n }]);
    expect(factIn((await refund()) ?? { kind: 'not-found' }).movements).toEqual(back.movements);
    expect(inBook()).toBe(50_000);
    await sandboxWorld.arrived(1);
    const reported = sandboxWorld.arrivals.find(({ path }) => path.endsWith('/refunds'));
    expect(reported && gateway.readWebhook?.(reported)).toMatchObject({ kind: 'hints', hints: [{ reference }] });
  });
});

test('amounts are reais with decimals, to the centavo', () => {
  expect([1n, 10n, 1_050n, 114_000n].map(toReais)).toEqual([0.01, 0.1, 10.5, 1140]);
  for (let minor = 0n; minor < 20_000n; minor += 7n) expect(fromReais(toReais(minor))).toBe(minor);
  expect([fromReais(0.001), fromReais(-1), fromReais(1e21)]).toEqual([null, null, null]);
});
