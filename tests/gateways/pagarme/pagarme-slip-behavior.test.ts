import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ChargeRequest, GatewayPort } from '#src/domain/payments/index.ts';
import { createPagarmeSlipGateway } from '#src/gateways/pagarme-slip/gateway.server.ts';
import { chargeOf, factIn, referenceTo } from '../suite/charges.server.ts';
import { openSandboxWorld, type SandboxWorld } from '../suite/sandbox-world.server.ts';
import { announceHook, pagarmeOn } from './pagarme-world.server.ts';

let stage: SandboxWorld;
let slips: GatewayPort;

beforeAll(async () => {
  stage = await openSandboxWorld();
  await announceHook(stage);
  slips = createPagarmeSlipGateway(pagarmeOn(stage, 5_000));
});
afterEach(async () => {
  await stage.clearFaults();
  await stage.world.quiet();
  stage.arrivals.length = 0;
});
afterAll(() => stage.close());

const none = { kind: 'not-found' } as const;

describe('slips at Pagar.me', () => {
  const slipCharge = (differs: Partial<ChargeRequest> = {}) =>
    chargeOf(stage, { expiresAt: new Date(stage.clock.now().getTime() + 3 * 86_400_000), ...differs });

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
    await stage.faults({ target: 'pagarme', mode: 'register-delay', seconds: 30, times: 1 });
    const charge = slipCharge();
    const started = factIn(await slips.start(charge));
    expect([started.state, started.instructions?.['status']]).toEqual(['awaiting-buyer', 'pending-registration']);
    await stage.ask('POST', '/sandbox/clock', { advanceSeconds: 31 });
    expect(factIn(await slips.find(referenceTo(charge))).instructions?.['status']).toBe('registered');
  });

  test.each([
    ['less', 100_000],
    ['more', 120_000],
  ])('are paid with %s than they ask: what came is told', async (_name, amount) => {
    const charge = slipCharge();
    factIn(await slips.start(charge));
    await stage.ask('POST', '/sandbox/pagarme/pay', { charge: charge.attemptId, amount });
    expect(factIn(await slips.find(referenceTo(charge)))).toMatchObject({
      state: 'captured',
      movements: [{ kind: 'capture', amount: BigInt(amount) }],
    });
  });

  test('that were taken back and paid all the same tell of the money', async () => {
    const charge = slipCharge();
    factIn(await slips.start(charge));
    expect(factIn((await slips.release?.(referenceTo(charge))) ?? none).state).toBe('voided');
    await stage.ask('POST', '/sandbox/pagarme/pay', { charge: charge.attemptId, force: true });
    expect(factIn(await slips.find(referenceTo(charge)))).toMatchObject({
      state: 'captured',
      movements: [{ amount: 114_000n }],
    });
  });
});
