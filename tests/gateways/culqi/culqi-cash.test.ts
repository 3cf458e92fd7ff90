import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChargeRequest, GatewayPort } from '#src/domain/payments/index.ts';
import { createCulqiCashGateway } from '#src/gateways/culqi-cash/gateway.server.ts';
import { chargeOf, factIn, referenceTo } from '../suite/charges.server.ts';
import { culqiConfigOf, culqiKeys, inSoles } from './culqi-world.server.ts';
import { runGatewaySuite } from '../suite/gateway-suite.ts';
import { openSandboxWorld, type SandboxWorld } from '../suite/sandbox-world.server.ts';

runGatewaySuite('CIP codes at Culqi', {
  company: 'culqi',
  keys: culqiKeys,
  make: (sandboxWorld, budgetMs, keys) => createCulqiCashGateway(culqiConfigOf(sandboxWorld, budgetMs, keys)),
  dress: async (_, charge) => ({ ...inSoles(charge), method: 'pago-efectivo' }),
  pay: async (sandboxWorld, _gateway, charge) => {
    const paid = await sandboxWorld.ask('POST', '/sandbox/cip/pay', { number: charge.attemptId });
    if (paid.status !== 200) throw new Error(`${paid.status} ${JSON.stringify(paid.json)}`);
  },
  refused: { state: 'declined', code: 'cash-code-refused' },
  namesPayee: false,
  refunds: false,
  listsCredits: false,
});

describe('a CIP', () => {
  let sandboxWorld: SandboxWorld;
  let gateway: GatewayPort;
  beforeAll(async () => {
    sandboxWorld = await openSandboxWorld();
    gateway = createCulqiCashGateway(culqiConfigOf(sandboxWorld, 5_000));
  });
  afterAll(() => sandboxWorld.close());

  const newCharge = (differs: Partial<ChargeRequest> = {}): ChargeRequest =>
    chargeOf(sandboxWorld, {
      amount: { amount: 118_800n, currency: 'PEN' },
      market: 'PE',
      locale: 'es-PE',
      ...differs,
    });
  const pay = (charge: ChargeRequest, how: object = {}) =>
    sandboxWorld.ask('POST', '/sandbox/cip/pay', { number: charge.attemptId, ...how });

  test('has eight digits that stay the same', async () => {
    const charge = newCharge();
    const { instructions } = factIn(await gateway.start(charge));
    expect(instructions).toEqual({ cip: expect.stringMatching(/^\d{8}$/) });
    expect(factIn(await gateway.find(referenceTo(charge))).instructions).toEqual(instructions);
  });

  test('expires at its time, and later money is reported', async () => {
    const charge = newCharge();
    const { reference } = factIn(await gateway.start(charge));
    await sandboxWorld.ask('POST', '/sandbox/clock', { advanceSeconds: 1_900 });
    expect(factIn(await gateway.find(referenceTo(charge))).state).toBe('expired');
    expect((await pay(charge)).status).toBe(409);
    expect((await pay(charge, { force: true })).status).toBe(200);
    expect(factIn(await gateway.find(referenceTo(charge, reference ?? null)))).toMatchObject({
      state: 'captured',
      movements: [{ amount: 118_800n, currency: 'PEN' }],
    });
  });

  test('that was paid twice is two movements', async () => {
    const charge = newCharge();
    await gateway.start(charge);
    await pay(charge, { times: 2 });
    const { movements } = factIn(await gateway.find(referenceTo(charge)));
    expect(movements.map(({ amount }) => amount)).toEqual([118_800n, 118_800n]);
    expect(new Set(movements.map(({ id }) => id)).size).toBe(2);
  });

  test.each([
    ['too little', { amount: { amount: 599n, currency: 'PEN' as const } }, 'amount-too-small'],
    ['a time that is over', { expiresAt: new Date(0) }, 'expiry-past'],
  ])('is refused before any call for %s', async (_, differs, raw) => {
    expect(factIn(await gateway.start(newCharge(differs)))).toMatchObject({
      state: 'declined',
      decline: { code: 'cash-code-refused', raw },
    });
  });
});
