import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sandboxSecrets } from '#src/apps/outside-world/accounts.server.ts';
import type { ChargeRequest, GatewayPort } from '#src/domain/payments/index.ts';
import { createTestAcquirerGateway } from '#src/gateways/test-acquirer/gateway.server.ts';
import { cardToken, chargeOf, factIn, referenceTo } from './charges.server.ts';
import { openOutsideStage, type OutsideStage } from './outside-stage.server.ts';

const { acquirer } = sandboxSecrets;
let stage: OutsideStage;
let gateway: GatewayPort;

beforeAll(async () => {
  stage = await openOutsideStage();
  gateway = createTestAcquirerGateway({
    baseUrl: `${stage.world.origin}/acquirer`,
    merchant: acquirer.merchant,
    secret: acquirer.secret,
    notificationKeys: [acquirer.notificationSecret],
    clock: stage.clock,
  });
});
afterAll(() => stage.close());

const chargeWith = async (number: string, differs: Partial<ChargeRequest> = {}) =>
  chargeOf(stage, { details: { cardToken: await cardToken(stage, number) }, ...differs });

describe('cards at the acquirer', () => {
  test.each([
    ['4012001037141112', 'card-declined', true],
    ['6362970000457013', 'card-not-permitted', false],
    ['4012001038443335', 'card-blocked', true],
    ['4551870000000076', 'issuer-unavailable', true],
    ['4073020000000077', 'card-canceled', false],
    ['4111111111111112', 'card-number-invalid', false],
  ])('%s is refused as %s', async (number, code, reversible) => {
    expect(factIn(await gateway.start(await chargeWith(number)))).toMatchObject({
      state: 'declined',
      movements: [],
      decline: { code, reversible },
    });
  });

  test('a reserved charge is captured later, once', async () => {
    const charge = await chargeWith('4111111111111111', { capture: 'later' });
    const { state, reference = null, movements } = factIn(await gateway.start(charge));
    expect([state, movements]).toEqual(['authorized', []]);
    const first = factIn((await gateway.capture?.(referenceTo(charge, reference))) ?? { kind: 'not-found' });
    expect(first).toMatchObject({ state: 'captured', movements: [{ amount: 114_000n }] });
    const again = factIn((await gateway.capture?.(referenceTo(charge))) ?? { kind: 'not-found' });
    expect(again.movements).toEqual(first.movements);
  });

  test('a capture that comes too late, or after a release, tells what the charge is', async () => {
    const charge = await chargeWith('4111111111111111', { capture: 'later' });
    factIn(await gateway.start(charge));
    await gateway.release?.(referenceTo(charge));
    expect(factIn((await gateway.capture?.(referenceTo(charge))) ?? { kind: 'not-found' }).state).toBe('voided');
    expect(await gateway.capture?.(referenceTo(chargeOf(stage)))).toEqual({ kind: 'not-found' });
  });

  test('a bank that wants to know the buyer is told by address and form, and the charge waits', async () => {
    const charge = await chargeWith('4000000000001091');
    const fact = factIn(await gateway.start(charge));
    expect(fact).toMatchObject({
      state: 'awaiting-buyer',
      nextAction: {
        kind: 'challenge',
        url: `${stage.world.origin}/acquirer/acs`,
        fields: { creq: expect.any(String) },
      },
    });
    expect(factIn((await gateway.release?.(referenceTo(charge))) ?? { kind: 'not-found' }).state).toBe('voided');
    expect(factIn(await gateway.find(referenceTo(charge))).nextAction).toBeUndefined();
  });

  test('a token that was used before, or is too old, asks for the card again', async () => {
    const used = await chargeWith('4111111111111111');
    factIn(await gateway.start(used));
    const again = factIn(await gateway.start(chargeOf(stage, { details: used.details })));
    expect(again).toMatchObject({ state: 'declined', decline: { code: 'card-token-invalid', raw: 'token-replayed' } });
    const old = await cardToken(stage, '4111111111111111', { iat: Math.floor(Date.now() / 1000) - 600 });
    expect(factIn(await gateway.start(chargeOf(stage, { details: { cardToken: old } }))).decline?.raw).toBe(
      'token-expired',
    );
  });

  test('the acquirer may still be deciding, and may take the money after it said no', async () => {
    for (const [mode, state] of [
      ['processing', 'processing'],
      ['late-truth', 'declined'],
    ] as const) {
      await stage.weather({ target: 'acquirer', mode, ms: 60, times: 1 });
      const charge = await chargeWith('4111111111111111');
      expect(factIn(await gateway.start(charge)).state).toBe(state);
      await new Promise((resume) => setTimeout(resume, 120));
      expect(factIn(await gateway.find(referenceTo(charge)))).toMatchObject({
        state: 'captured',
        movements: [{ amount: 114_000n }],
      });
    }
  });

  test('an attempt whose key was used for another charge is answered by that charge', async () => {
    const charge = await chargeWith('4111111111111111');
    const { reference } = factIn(await gateway.start(charge));
    const changed = await gateway.start({ ...charge, description: 'Outra coisa' });
    expect(factIn(changed).reference).toBe(reference);
  });
});
