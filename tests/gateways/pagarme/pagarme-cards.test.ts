import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ChargeRequest, GatewayPort } from '#src/domain/payments/index.ts';
import { createPagarmeGateway } from '#src/gateways/pagarme/gateway.server.ts';
import { createPagarmeSlipGateway } from '#src/gateways/pagarme-slip/gateway.server.ts';
import { newId } from '#src/kernel/ids/ids.server.ts';
import { chargeOf, factIn, referenceTo } from '../suite/charges.server.ts';
import { openSandboxWorld, type SandboxWorld } from '../suite/sandbox-world.server.ts';
import { announceHook, pagarmeOn, pagarmeToken } from './pagarme-world.server.ts';

let sandboxWorld: SandboxWorld;
let cards: GatewayPort;
let slips: GatewayPort;

beforeAll(async () => {
  sandboxWorld = await openSandboxWorld();
  await announceHook(sandboxWorld);
  cards = createPagarmeGateway(pagarmeOn(sandboxWorld, 5_000));
  slips = createPagarmeSlipGateway(pagarmeOn(sandboxWorld, 5_000));
});
afterEach(async () => {
  await sandboxWorld.clearFaults();
  await sandboxWorld.world.quiet();
  sandboxWorld.arrivals.length = 0;
});
afterAll(() => sandboxWorld.close());

const none = { kind: 'not-found' } as const;
async function cardCharge(
  number = '4111111111111111',
  differs: Partial<ChargeRequest> = {},
  card: Readonly<Record<string, string>> = {},
): Promise<ChargeRequest> {
  return chargeOf(sandboxWorld, { details: { cardToken: await pagarmeToken(sandboxWorld, number, card) }, ...differs });
}
const bookOf = ({ attemptId }: ChargeRequest) =>
  sandboxWorld.world.book().charges.filter(({ reference }) => reference === attemptId);

describe('cards at Pagar.me', () => {
  test.each([
    ['4012001037141112', 'card-declined', '05', true],
    ['6362970000457013', 'insufficient-funds', '51', true],
    ['4012001038443335', 'card-not-activated', '78', true],
    ['4551870000000076', 'issuer-unavailable', '91', true],
    ['4073020000000077', 'card-canceled', '46', false],
    ['5453010000060038', 'card-blocked', '43', false],
    ['4111111111111112', 'card-number-invalid', '14', false],
  ])('%s is refused as %s (%s)', async (number, code, raw, reversible) => {
    expect(factIn(await cards.start(await cardCharge(number)))).toMatchObject({
      state: 'declined',
      movements: [],
      decline: { code, raw, reversible },
    });
  });

  test.each([
    ['an expired card', { exp_year: '2020' }, 'card-expired'],
    ['a code that is too long', { cvv: '1234' }, 'security-code-invalid'],
  ])('%s is refused as such', async (_name, card, code) => {
    const charge = await cardCharge('4111111111111111', {}, card);
    expect(factIn(await cards.start(charge)).decline?.code).toBe(code);
  });

  test('a reserved charge is captured later, once, and keeps the id of its money', async () => {
    const charge = await cardCharge('4111111111111111', { capture: 'later' });
    const { state, reference = null, movements } = factIn(await cards.start(charge));
    expect([state, movements]).toEqual(['authorized', []]);
    const first = factIn((await cards.capture?.(referenceTo(charge, reference))) ?? none);
    expect(first).toMatchObject({ state: 'captured', movements: [{ kind: 'capture', amount: 114_000n }] });
    expect(factIn((await cards.capture?.(referenceTo(charge))) ?? none).movements).toEqual(first.movements);
    expect(factIn(await cards.find(referenceTo(charge))).movements).toEqual(first.movements);
    expect(bookOf(charge)).toMatchObject([{ captured: 114_000 }]);
  });

  test('a capture that comes after a void, or too late, answers the charge’s state', async () => {
    const charge = await cardCharge('4111111111111111', { capture: 'later' });
    factIn(await cards.start(charge));
    await cards.release?.(referenceTo(charge));
    expect(factIn((await cards.capture?.(referenceTo(charge))) ?? none)).toMatchObject({
      state: 'voided',
      movements: [],
    });
    expect(await cards.capture?.(referenceTo(chargeOf(sandboxWorld)))).toEqual(none);
  });

  test('a void never refunds: what was captured meanwhile stays, and is reported', async () => {
    const charge = await cardCharge('4111111111111111', { capture: 'later' });
    const { reference = null } = factIn(await cards.start(charge));
    await cards.capture?.(referenceTo(charge, reference));
    expect(factIn((await cards.release?.(referenceTo(charge, reference))) ?? none).state).toBe('captured');
    expect(bookOf(charge)).toMatchObject([{ captured: 114_000, refunded: 0 }]);
  });

  test('parts go back one by one, the last of them ends the charge, and each keeps its id', async () => {
    const charge = await cardCharge();
    const paid = factIn(await cards.start(charge));
    const known = { ...referenceTo(charge, paid.reference ?? null), movementId: paid.movements[0]?.id ?? '' };
    const give = async (amount: bigint) =>
      factIn((await cards.refund?.(known, { amount, currency: 'BRL' }, newId('ref'))) ?? none).movements;
    const parts = [await give(14_000n), await give(50_000n), await give(50_000n)];
    expect(parts.map((one) => one.map(({ kind, amount }) => [kind, amount]))).toEqual([
      [['refund', 14_000n]],
      [['refund', 50_000n]],
      [['refund', 50_000n]],
    ]);
    const reported = factIn(await cards.find(referenceTo(charge)));
    expect(reported.state).toBe('captured');
    expect(new Set(reported.movements.map(({ id }) => id)).size).toBe(4);
    expect(bookOf(charge)).toMatchObject([{ captured: 114_000, refunded: 114_000 }]);
  });

  test('a dispute is reported once, whoever polls', async () => {
    const charge = await cardCharge();
    factIn(await cards.start(charge));
    await sandboxWorld.ask('POST', '/sandbox/pagarme/reverse', { charge: charge.attemptId, kind: 'dispute' });
    const [first, again] = [await cards.find(referenceTo(charge)), await cards.find(referenceTo(charge))];
    const moved = factIn(first).movements.map(({ kind, amount }) => [kind, amount]);
    expect(moved).toEqual([
      ['capture', 114_000n],
      ['chargeback', 114_000n],
    ]);
    expect(factIn(again).movements).toEqual(factIn(first).movements);
  });

  test('a token that was used, is too old or is none asks for the card again, and never stands in the answer', async () => {
    const used = await cardCharge();
    factIn(await cards.start(used));
    const again = factIn(await cards.start(chargeOf(sandboxWorld, { details: used.details })));
    const old = await cardCharge();
    await sandboxWorld.ask('POST', '/sandbox/clock', { advanceSeconds: 61 });
    const late = factIn(await cards.start(old));
    const sealed = factIn(
      await cards.start(chargeOf(sandboxWorld, { details: { cardToken: 'eyJhbGciOiJSU0Et.a.b.c.d' } })),
    );
    for (const { state, decline } of [again, late, sealed]) {
      expect([state, decline?.code, decline?.reversible]).toEqual(['declined', 'card-token-invalid', true]);
      expect(decline?.raw).toBe('422-order.payments[0].credit_card.card_token');
    }
  });

  test('a token of another company is refused before any call: the card has to be typed again', async () => {
    const charge = await cardCharge();
    const foreign = { ...charge, details: { ...charge.details, sealedFor: 'test-acquirer' } };
    expect(factIn(await cards.start(foreign)).decline).toMatchObject({ code: 'card-token-invalid', reversible: true });
    expect(bookOf(charge)).toEqual([]);
    const own = { ...charge, details: { ...charge.details, sealedFor: 'pagarme' } };
    expect(factIn(await cards.start(own)).state).toBe('captured');
  });

  test('a card that its holder keeps is named with the charge, and pays again for the same customer only', async () => {
    const plain = await cardCharge();
    expect(factIn(await cards.start(plain)).kept).toBeUndefined();
    const keeping = await cardCharge();
    const { kept } = factIn(await cards.start({ ...keeping, details: { ...keeping.details, saveCard: true } }));
    const year = String(sandboxWorld.clock.now().getUTCFullYear() + 2).slice(2);
    expect(kept).toEqual({
      token: expect.stringMatching(/^card_/),
      brand: 'visa',
      last4: '1111',
      expiry: `12/${year}`,
    });
    const again = chargeOf(sandboxWorld, { details: { savedCardId: kept?.token ?? '' } });
    expect(factIn(await cards.start(again))).toMatchObject({ state: 'captured', movements: [{ amount: 114_000n }] });
    const payer = { ...again.payer, email: 'another@example.com' };
    const stranger = chargeOf(sandboxWorld, { details: { savedCardId: kept?.token ?? '' }, payer });
    expect(factIn(await cards.start(stranger)).decline).toMatchObject({ code: 'card-not-again', reversible: false });
  });

  test('it may still be deciding, and may take the money after it said no', async () => {
    for (const [mode, state] of [
      ['processing', 'processing'],
      ['late-truth', 'declined'],
    ] as const) {
      await sandboxWorld.faults({ target: 'pagarme', mode, ms: 60, times: 1 });
      const charge = await cardCharge();
      expect(factIn(await cards.start(charge)).state).toBe(state);
      await new Promise((resume) => setTimeout(resume, 120));
      expect(factIn(await cards.find(referenceTo(charge)))).toMatchObject({
        state: 'captured',
        movements: [{ amount: 114_000n }],
      });
    }
  });

  test('an attempt whose key was used for another charge is answered by that charge', async () => {
    const charge = await cardCharge();
    const { reference } = factIn(await cards.start(charge));
    expect(factIn(await cards.start({ ...charge, description: 'Outra coisa' })).reference).toBe(reference);
    expect(bookOf(charge)).toHaveLength(1);
  });

  test('messages about slips are not for cards, nor those of cards for slips, nor any about an order', async () => {
    await cards.start(await cardCharge());
    const [raw] = await sandboxWorld.arrived(1);
    if (!raw) throw new Error('No message');
    expect(cards.readWebhook?.(raw)).toMatchObject({
      kind: 'hints',
      hints: [{ reference: expect.stringMatching(/^ch_/) }],
    });
    expect(slips.readWebhook?.(raw)).toEqual({ kind: 'hints', hints: [] });
    const order = { ...JSON.parse(raw.body.toString()), type: 'order.paid' };
    expect(cards.readWebhook?.({ ...raw, body: Buffer.from(JSON.stringify(order)) })).toEqual({
      kind: 'hints',
      hints: [],
    });
    expect(cards.readWebhook?.({ ...raw, body: Buffer.from('{') })).toEqual({
      kind: 'refused',
      reason: 'malformed',
    });
  });
});
