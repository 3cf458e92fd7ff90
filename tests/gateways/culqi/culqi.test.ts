import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChargeReference, ChargeRequest, GatewayPort } from '#src/domain/payments/index.ts';
import { createCulqiGateway } from '#src/gateways/culqi/gateway.server.ts';
import { chargeOf, factIn, referenceTo } from '../suite/charges.server.ts';
import {
  culqiConfigOf,
  culqiKeys,
  culqiToken,
  inSoles,
  savedCardsOn,
  withCard,
  yapeCode,
} from './culqi-world.server.ts';
import { runGatewaySuite } from '../suite/gateway-suite.ts';
import { openSandboxWorld, type SandboxWorld } from '../suite/sandbox-world.server.ts';

runGatewaySuite('Cards at Culqi', {
  company: 'culqi',
  keys: culqiKeys,
  make: (sandboxWorld, budgetMs, keys) => createCulqiGateway(culqiConfigOf(sandboxWorld, budgetMs, keys)),
  dress: (sandboxWorld, charge) => withCard(sandboxWorld, charge, '4111111111111111'),
  pay: null,
  refused: { state: 'declined', code: 'card-declined' },
  namesPayee: false,
  refunds: true,
  listsCredits: false,
});

runGatewaySuite('Yape at Culqi', {
  company: 'culqi',
  keys: culqiKeys,
  make: (sandboxWorld, budgetMs, keys) => createCulqiGateway(culqiConfigOf(sandboxWorld, budgetMs, keys)),
  dress: async (sandboxWorld, charge) => {
    const phone = `91${charge.serial.toString().padStart(7, '0')}`;
    const details = { yapePhone: phone, yapeCode: await yapeCode(sandboxWorld, phone) };
    return { ...inSoles(charge), method: 'yape', details };
  },
  pay: null,
  refused: { state: 'declined', code: 'app-not-approved' },
  namesPayee: false,
  refunds: true,
  listsCredits: false,
});

runGatewaySuite('Kept cards at Culqi', {
  company: 'culqi',
  keys: culqiKeys,
  make: (sandboxWorld, budgetMs, keys) => createCulqiGateway(culqiConfigOf(sandboxWorld, budgetMs, keys)),
  dress: async (sandboxWorld, charge) => ({
    ...inSoles(charge),
    method: 'default-credit-card',
    details: { savedCardId: await savedCardsOn(sandboxWorld), storedCredential: { initiator: 'merchant' } },
  }),
  pay: null,
  refused: { state: 'declined', code: 'card-declined' },
  namesPayee: false,
  refunds: true,
  listsCredits: false,
});

describe('Culqi', () => {
  let sandboxWorld: SandboxWorld;
  let gateway: GatewayPort;
  const soles = { amount: 114_000n, currency: 'PEN' } as const;

  beforeAll(async () => {
    sandboxWorld = await openSandboxWorld();
    gateway = createCulqiGateway(culqiConfigOf(sandboxWorld, 5_000));
  });
  afterAll(() => sandboxWorld.close());

  const newCharge = (differs: Partial<ChargeRequest> = {}): ChargeRequest =>
    chargeOf(sandboxWorld, { amount: soles, market: 'PE', locale: 'es-PE', ...differs });
  const cardCharge = (number: string, differs: Partial<ChargeRequest> = {}): Promise<ChargeRequest> =>
    withCard(sandboxWorld, newCharge(differs), number);
  const yapeCharge = async (phone: string, trouble?: string): Promise<ChargeRequest> =>
    newCharge({
      method: 'yape',
      details: { yapePhone: phone, yapeCode: await yapeCode(sandboxWorld, phone, trouble) },
    });

  test.each([
    ['4000040000000008', 'insufficient-funds', true],
    ['4000020000000000', 'card-blocked', false],
    ['4000070000000005', 'card-expired', false],
    ['4000060000000006', 'security-code-invalid', true],
    ['4000080000000004', 'issuer-unavailable', true],
    ['4000090000000003', 'card-not-permitted', false],
  ])('card %s is refused: %s', async (number, code, reversible) => {
    const fact = factIn(await gateway.start(await cardCharge(number)));
    expect(fact).toMatchObject({ state: 'declined', movements: [], decline: { code, reversible } });
  });

  test('a declined charge is declined also when its answer was lost', async () => {
    const charge = await cardCharge('4000040000000008');
    await gateway.start(charge);
    expect(factIn(await gateway.find(referenceTo(charge)))).toMatchObject({
      state: 'declined',
      decline: { code: 'insufficient-funds' },
    });
  });

  test('no cuotas are one payment; with cuotas their number goes along', async () => {
    const charge = await cardCharge('5111111111111118', { installments: 6 });
    expect(factIn(await gateway.start(charge)).state).toBe('captured');
  });

  test('a token of another gateway, none, or an old one asks for the card again', async () => {
    const foreign = newCharge({
      details: { cardToken: await culqiToken(sandboxWorld, '4111111111111111'), sealedFor: 'other' },
    });
    const jwe = newCharge({ details: { cardToken: 'a.b.c.d.e' } });
    const old = await cardCharge('4111111111111111');
    await sandboxWorld.ask('POST', '/sandbox/clock', { advanceSeconds: 400 });
    for (const charge of [foreign, jwe, old])
      expect(factIn(await gateway.start(charge)).decline).toMatchObject({
        code: 'card-token-invalid',
        reversible: true,
      });
  });

  test.each([
    ['a wrong code', { yapePhone: '911222333', yapeCode: '000000' }, 'approval-code-wrong'],
    ['a wallet without money', 'no-balance', 'app-balance'],
    ['a wallet that is blocked', 'blocked', 'app-blocked'],
    ['a sum over the day’s limit', 'over-limit', 'app-limit'],
  ])('Yape, %s', async (_, how, code) => {
    const charge = typeof how === 'string' ? await yapeCharge('922333444', how) : newCharge({ details: how });
    expect(factIn(await gateway.start(charge))).toMatchObject({ state: 'declined', movements: [], decline: { code } });
  });

  test('Yape, one code is one payment', async () => {
    const first = await yapeCharge('944555666');
    const second = newCharge({ method: 'yape', details: first.details });
    expect(factIn(await gateway.start(first)).state).toBe('captured');
    expect(factIn(await gateway.start(second)).decline?.code).toBe('approval-code-wrong');
    const again = createCulqiGateway(culqiConfigOf(sandboxWorld, 5_000));
    expect(factIn(await again.start(first)).reference).toBe(factIn(await gateway.find(referenceTo(first))).reference);
  });

  test('Yape, the code of before', async () => {
    const charge = await yapeCharge('933444555');
    // Past the end of any code that is shown now: the last seconds before it show the next one.
    await sandboxWorld.ask('POST', '/sandbox/clock', { advanceSeconds: 135 });
    expect(factIn(await gateway.start(charge)).decline?.code).toBe('approval-code-expired');
  });

  test('the bank’s question: asked in a frame, then the charge is sent again with its answer, once', async () => {
    const charge = await cardCharge('4000000000001091');
    const asked = factIn(await gateway.start(charge));
    expect(asked).toMatchObject({ state: 'awaiting-buyer', movements: [], nextAction: { kind: 'challenge' } });
    const named: ChargeReference = {
      ...referenceTo(charge, asked.reference ?? null),
      payer: { name: 'Ana Quispe', email: 'ana@example.com' },
    };
    const reference: ChargeReference = { ...named, mayChargeNow: true };
    expect(factIn(await gateway.find(reference)).state).toBe('awaiting-buyer');
    await answer(asked.nextAction, 'approve');
    expect(await gateway.find(named)).toEqual({ kind: 'not-found' });
    const paid = await Promise.all([gateway.find(reference), gateway.find(reference)]);
    for (const one of paid) expect(factIn(one)).toMatchObject({ state: 'captured', movements: [{ amount: 114_000n }] });
    expect(new Set(paid.map((one) => factIn(one).reference)).size).toBe(1);
    expect(factIn(await gateway.find(reference)).reference).toMatch(/^chr_/);
  });

  test.each([
    ['4000000000001091', 'refuse'],
    ['4000000000001109', 'approve'],
  ])('card %s, the buyer answers %s: not authenticated', async (number, how) => {
    const charge = await cardCharge(number);
    const asked = factIn(await gateway.start(charge));
    await answer(asked.nextAction, how);
    const reference: ChargeReference = { ...referenceTo(charge, asked.reference ?? null), mayChargeNow: true };
    expect(factIn(await gateway.find(reference))).toMatchObject({
      state: 'declined',
      decline: { code: 'not-authenticated', reversible: true },
    });
  });

  test('a question that was left open can be let go', async () => {
    const charge = await cardCharge('4000000000001091');
    const asked = factIn(await gateway.start(charge));
    const gone = await gateway.release?.(referenceTo(charge, asked.reference ?? null));
    expect(factIn(gone ?? { kind: 'not-found' })).toMatchObject({ state: 'voided', movements: [] });
  });

  test('held money is taken once, also when asked again', async () => {
    const charge = await cardCharge('4111111111111111', { capture: 'later' });
    const held = factIn(await gateway.start(charge));
    expect(held).toMatchObject({ state: 'authorized', movements: [] });
    for (const reference of [held.reference ?? null, null]) {
      const taken = factIn((await gateway.capture?.(referenceTo(charge, reference))) ?? { kind: 'not-found' });
      expect(taken).toMatchObject({ state: 'captured', movements: [{ kind: 'capture', amount: 114_000n }] });
    }
  });

  async function answer(next: { url: string; fields: Readonly<Record<string, string>> } | undefined, how: string) {
    if (!next) throw new Error('No question');
    const post = (url: string, fields: Readonly<Record<string, string>>): Promise<Response> =>
      fetch(url, { method: 'POST', body: new URLSearchParams(fields) });
    const question = await post(next.url, next.fields);
    expect(await question.text()).toContain('Confirme sua compra');
    const end = await post(`${next.url}/answer`, { token: next.fields['token'] ?? '', answer: how });
    expect(await end.text()).toContain(next.fields['returnUrl'] ?? 'no address');
  }
});
