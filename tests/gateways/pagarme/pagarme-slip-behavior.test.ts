import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ChargeRequest, GatewayPort } from '#src/domain/payments/index.ts';
import { createPagarmeSlipGateway } from '#src/gateways/pagarme-slip/gateway.server.ts';
import { chargeOf, factIn, referenceTo } from '../suite/charges.server.ts';
import { openSandboxWorld, type SandboxWorld } from '../suite/sandbox-world.server.ts';
import { announceHook, pagarmeOn } from './pagarme-world.server.ts';

let sandboxWorld: SandboxWorld;
let slips: GatewayPort;

beforeAll(async () => {
  sandboxWorld = await openSandboxWorld();
  await announceHook(sandboxWorld);
  slips = createPagarmeSlipGateway(pagarmeOn(sandboxWorld, 5_000));
});
afterEach(async () => {
  await sandboxWorld.clearFaults();
  await sandboxWorld.world.quiet();
  sandboxWorld.arrivals.length = 0;
});
afterAll(() => sandboxWorld.close());

const none = { kind: 'not-found' } as const;

describe('slips at Pagar.me', () => {
  const slipCharge = (differs: Partial<ChargeRequest> = {}) =>
    chargeOf(sandboxWorld, { expiresAt: new Date(sandboxWorld.clock.now().getTime() + 3 * 86_400_000), ...differs });

  test('come with a line and its bars, as the bank will read them', async () => {
    const { instructions, state } = factIn(await slips.start(slipCharge()));
    expect(state).toBe('awaiting-buyer');
    expect(instructions).toMatchObject({ status: 'registered', line: expect.stringMatching(/^\d{47}$/) });
    const [line, barcode] = [String(instructions?.['line']), String(instructions?.['barcode'])];
    expect([line.length, barcode.length]).toEqual([47, 44]);
    expect(barcode.slice(9, 19)).toBe('0000114000');
    expect(line.endsWith(barcode.slice(5, 19))).toBe(true);
  });

  test('are registered later when the bank takes its time', async () => {
    await sandboxWorld.faults({ target: 'pagarme', mode: 'register-delay', seconds: 30, times: 1 });
    const charge = slipCharge();
    const started = factIn(await slips.start(charge));
    expect([started.state, started.instructions?.['status']]).toEqual(['awaiting-buyer', 'pending-registration']);
    await sandboxWorld.ask('POST', '/sandbox/clock', { advanceSeconds: 31 });
    expect(factIn(await slips.find(referenceTo(charge))).instructions?.['status']).toBe('registered');
  });

  test.each([
    ['less', 100_000],
    ['more', 120_000],
  ])('are paid with %s than their amount: what came is reported', async (_name, amount) => {
    const charge = slipCharge();
    factIn(await slips.start(charge));
    await sandboxWorld.ask('POST', '/sandbox/pagarme/pay', { charge: charge.attemptId, amount });
    expect(factIn(await slips.find(referenceTo(charge)))).toMatchObject({
      state: 'captured',
      movements: [{ kind: 'capture', amount: BigInt(amount) }],
    });
  });

  test('that were voided and paid all the same report the money', async () => {
    const charge = slipCharge();
    factIn(await slips.start(charge));
    expect(factIn((await slips.release?.(referenceTo(charge))) ?? none).state).toBe('voided');
    await sandboxWorld.ask('POST', '/sandbox/pagarme/pay', { charge: charge.attemptId, force: true });
    expect(factIn(await slips.find(referenceTo(charge)))).toMatchObject({
      state: 'captured',
      movements: [{ amount: 114_000n }],
    });
  });
});
