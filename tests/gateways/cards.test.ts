import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sandboxSecrets } from '#sandbox/accounts.server.ts';
import type { ChargeRequest, GatewayPort } from '#src/domain/payments/index.ts';
import { declineRowsOf } from '#src/domain/payments/decline-policy/index.ts';
import { declineRows } from '#src/domain/payments/decline-policy/decline-rows.data.ts';
import { declineCodes } from '#src/domain/payments/decline-policy/decline.types.ts';

import { createTestAcquirerGateway } from '#src/gateways/test-acquirer/gateway.server.ts';
import { cardToken, chargeOf, factIn, referenceTo } from './suite/charges.server.ts';
import { openSandboxWorld, type SandboxWorld } from './suite/sandbox-world.server.ts';

const acquirer = sandboxSecrets.companies['test-acquirer'];
let sandboxWorld: SandboxWorld;
let gateway: GatewayPort;

beforeAll(async () => {
  sandboxWorld = await openSandboxWorld();
  gateway = createTestAcquirerGateway({
    baseUrl: `${sandboxWorld.world.origin}/acquirer`,
    merchant: acquirer.merchant,
    secret: acquirer.secret,
    notificationKeys: [acquirer.notificationSecret],
    clock: sandboxWorld.clock,
  });
});
afterAll(() => sandboxWorld.close());

/** A card of each scheme whose bank says yes when nobody says otherwise. */
const numbersByScheme = {
  visa: '4111111111111111',
  mastercard: '5555666677778884',
  elo: '6505050000001000',
  american_express: '371449635398431',
};

const chargeWith = async (number: string, differs: Partial<ChargeRequest> = {}) =>
  chargeOf(sandboxWorld, { details: { cardToken: await cardToken(sandboxWorld, number) }, ...differs });

describe('cards at the acquirer', () => {
  test.each([
    ['4012001037141112', 'card-declined', true],
    ['6362970000457013', 'card-not-permitted', false],
    ['4012001038443335', 'card-not-activated', true],
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

  const refusalsByClass = [
    ...declineCodes.map((code) => {
      const row = declineRows.find((candidate) => candidate.code === code);
      return [code, row?.codes] as const;
    }),
  ];
  test.each(refusalsByClass)('a refusal as %s, by a code of each scheme that has one', async (code, codes = {}) => {
    for (const [brand, number] of Object.entries(numbersByScheme)) {
      const [returnCode] = new Map(Object.entries(codes)).get(brand)?.split(' ') ?? [];
      if (returnCode === undefined) continue;
      await sandboxWorld.faults({ target: 'acquirer', mode: 'decline', code: returnCode, times: 1 });
      const { decline, movements, state } = factIn(await gateway.start(await chargeWith(number)));
      const rows = declineRowsOf(brand, returnCode);
      expect([state, movements, decline?.raw]).toEqual(['declined', [], returnCode]);
      expect(rows.map((row) => row.code)).toContain(code);
      expect(rows.map((row) => row.code)).toContain(decline?.code);
      expect(decline?.reversible).toBe(rows.every(({ retry }) => retry === 'reversible'));
    }
  });

  test('Mastercard’s advice comes with the refusal', async () => {
    expect(factIn(await gateway.start(await chargeWith('5200000000001120'))).decline).toEqual({
      code: 'card-declined',
      raw: '79 mac=03',
      reversible: false,
    });
    expect(factIn(await gateway.start(await chargeWith('5200000000001112'))).decline).toMatchObject({
      code: 'insufficient-funds',
      raw: '51 mac=24',
      reversible: true,
    });
  });

  test('a card is looked at before it is charged, and charged by that name', async () => {
    const sealed = { cardToken: await cardToken(sandboxWorld, '4000000000001174'), saveCard: true };
    const seen = await gateway.identify?.(sealed);
    expect(seen).toMatchObject({
      kind: 'inspected',
      instrument: { brand: 'visa', last4: '1174', kind: 'credit', countryOfIssue: 'US', details: { saveCard: true } },
    });
    if (seen?.kind !== 'inspected') throw new Error('not inspected');
    expect(JSON.stringify(seen.instrument.details)).not.toContain(sealed.cardToken);
    const fact = factIn(await gateway.start(chargeOf(sandboxWorld, { details: seen.instrument.details })));
    expect(fact).toMatchObject({ state: 'captured', kept: { brand: 'visa', last4: '1174' } });
    expect(await gateway.identify?.(sealed)).toMatchObject({
      kind: 'refused',
      decline: { code: 'card-token-invalid' },
    });

    const kept = { savedCardId: fact.kept?.token ?? '' };
    expect(await gateway.identify?.(kept)).toMatchObject({
      kind: 'inspected',
      instrument: { fingerprint: seen.instrument.fingerprint, details: kept },
    });
    expect(factIn(await gateway.start(chargeOf(sandboxWorld, { details: kept }))).state).toBe('captured');
    expect([await gateway.forget?.(fact.kept?.token ?? ''), await gateway.forget?.('unknown')]).toEqual([true, true]);
    expect(factIn(await gateway.start(chargeOf(sandboxWorld, { details: kept }))).decline?.code).toBe('card-not-again');
  });

  test.each([
    ['4111111111111111', 'valid'],
    ['4012001037141112', 'refused'],
    ['36490102462661', 'refused'],
  ])('%s is checked without money: %s', async (number, kind) => {
    const id = `chk-${number}`;
    const check = async () =>
      gateway.verify?.({
        id,
        details: { cardToken: await cardToken(sandboxWorld, number) },
        payer: chargeOf(sandboxWorld).payer,
        keep: true,
      });
    const first = await check();
    expect(first).toMatchObject(
      kind === 'valid'
        ? { kind, kept: { last4: '1111' } }
        : { kind, decline: { raw: number.endsWith('2') ? '05' : '57' } },
    );
    expect(await check()).toEqual(first);
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

  test('a capture that comes too late, or after a void, answers the charge’s state', async () => {
    const charge = await chargeWith('4111111111111111', { capture: 'later' });
    factIn(await gateway.start(charge));
    await gateway.release?.(referenceTo(charge));
    expect(factIn((await gateway.capture?.(referenceTo(charge))) ?? { kind: 'not-found' }).state).toBe('voided');
    expect(await gateway.capture?.(referenceTo(chargeOf(sandboxWorld)))).toEqual({ kind: 'not-found' });
  });

  test('a bank that challenges the buyer gets address and form, and the charge waits', async () => {
    const charge = await chargeWith('4000000000001091');
    const fact = factIn(await gateway.start(charge));
    expect(fact).toMatchObject({
      state: 'awaiting-buyer',
      nextAction: {
        kind: 'challenge',
        url: `${sandboxWorld.world.origin}/acquirer/acs`,
        fields: { creq: expect.any(String) },
      },
    });
    expect(factIn((await gateway.release?.(referenceTo(charge))) ?? { kind: 'not-found' }).state).toBe('voided');
    expect(factIn(await gateway.find(referenceTo(charge))).nextAction).toBeUndefined();
  });

  test('a token that was used before, or is too old, asks for the card again', async () => {
    const used = await chargeWith('4111111111111111');
    factIn(await gateway.start(used));
    const again = factIn(await gateway.start(chargeOf(sandboxWorld, { details: used.details })));
    expect(again).toMatchObject({ state: 'declined', decline: { code: 'card-token-invalid', raw: 'token-replayed' } });
    const old = await cardToken(sandboxWorld, '4111111111111111', { iat: Math.floor(Date.now() / 1000) - 600 });
    expect(factIn(await gateway.start(chargeOf(sandboxWorld, { details: { cardToken: old } }))).decline?.raw).toBe(
      'token-expired',
    );
  });

  test('the acquirer may still be deciding, and may take the money after it said no', async () => {
    for (const [mode, state] of [
      ['processing', 'processing'],
      ['late-truth', 'declined'],
    ] as const) {
      await sandboxWorld.faults({ target: 'acquirer', mode, ms: 60, times: 1 });
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
