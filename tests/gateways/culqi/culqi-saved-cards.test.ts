import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ChargeReference, ChargeRequest, GatewayPort } from '#src/domain/payments/index.ts';
import { createCulqiGateway } from '#src/gateways/culqi/gateway.server.ts';
import { newId } from '#src/kernel/ids/ids.server.ts';
import { chargeOf, factIn, referenceTo } from '../suite/charges.server.ts';
import { culqiConfigOf, withCard } from './culqi-world.server.ts';
import { openSandboxWorld, type SandboxWorld } from '../suite/sandbox-world.server.ts';

let sandboxWorld: SandboxWorld;
let gateway: GatewayPort;
beforeAll(async () => {
  sandboxWorld = await openSandboxWorld();
  gateway = createCulqiGateway(culqiConfigOf(sandboxWorld, 5_000));
});
afterEach(() => sandboxWorld.clearFaults());
afterAll(() => sandboxWorld.close());

const usual = '4111111111111111';
const person = { name: 'Rosa Quispe', phone: '+51987654321' } as const;

/** A payment with a card whose holder lets us keep it. */
async function keeping(number = usual, differs: Partial<ChargeRequest> = {}): Promise<ChargeRequest> {
  const charge = await withCard(sandboxWorld, chargeOf(sandboxWorld, differs), number);
  const details = { ...charge.details, saveCard: true, expiry: '12/28' };
  return { ...charge, payer: { ...person, email: `${charge.attemptId.slice(-12)}@exemplo.pe` }, details };
}

/** A payment with a kept card; `initiator`: who begins it. */
async function withKept(savedCardId: string, initiator = 'cardholder'): Promise<ChargeRequest> {
  const { details: _, ...charge } = await keeping();
  return { ...charge, details: { savedCardId, storedCredential: { initiator, usage: 'used' } } };
}

const bookOf = ({ attemptId }: ChargeRequest) =>
  sandboxWorld.world.book().charges.filter(({ reference }) => reference === attemptId);

async function check(number: string, { id = newId('att'), by = gateway, keep = true } = {}) {
  const { details, payer } = await keeping(number);
  return by.verify?.({ id, details, payer, keep });
}

describe('a card saved at Culqi', () => {
  test('with its first payment, and is charged again by its name', async () => {
    const first = await keeping();
    const paid = factIn(await gateway.start(first));
    expect(paid).toMatchObject({
      state: 'captured',
      kept: { token: expect.stringMatching(/^crd_/), brand: 'visa', last4: '1111', expiry: '12/28' },
    });
    expect(factIn(await gateway.find(referenceTo(first))).kept).toEqual(paid.kept);
    const later = await withKept(paid.kept?.token ?? '');
    const again = factIn(await gateway.start(later));
    expect([again.state, again.kept]).toEqual(['captured', undefined]);
    expect(factIn(await gateway.start(later)).reference).toBe(again.reference);
    expect(bookOf(later)).toHaveLength(1);
  });

  test('also by a process that knows nothing of the charge that another one made', async () => {
    const later = await withKept(factIn(await gateway.start(await keeping())).kept?.token ?? '');
    const { reference } = factIn(await gateway.start(later));
    const elsewhere = createCulqiGateway(culqiConfigOf(sandboxWorld, 5_000));
    expect(factIn(await elsewhere.start(later)).reference).toBe(reference);
    expect(bookOf(later)).toHaveLength(1);
  });

  test('is not saved by a refused payment, nor without a request', async () => {
    const refused = await keeping('4000040000000008');
    const fact = factIn(await gateway.start(refused));
    expect([fact.state, fact.kept]).toEqual(['declined', undefined]);
    const { json } = await listCards();
    expect(json).not.toContain(refused.attemptId);
    const plain = await withCard(sandboxWorld, chargeOf(sandboxWorld), usual);
    expect(factIn(await gateway.start(plain)).kept).toBeUndefined();
  });

  test('whose answer was lost is found again, and paid once', async () => {
    const first = await keeping();
    await sandboxWorld.faults({ target: 'culqi', mode: '500-after', times: 2 });
    const paid = factIn(await gateway.start(first));
    expect(paid).toMatchObject({ state: 'captured', kept: { last4: '1111' } });
    expect(bookOf(first)).toHaveLength(1);
  });

  test('whose creation is unknown is not charged, and is typed again', async () => {
    const first = await keeping();
    // Its customer is there already.
    await gateway.verify?.({ ...(await keeping()), id: newId('att'), payer: first.payer, keep: true });
    await sandboxWorld.faults({ target: 'culqi', mode: 'maintenance', times: 1 });
    expect((await gateway.start(first)).kind).toBe('unreachable');
    expect(bookOf(first)).toEqual([]);
  });

  test('is saved without its bank and without money; one check saves one card', async () => {
    const before = sandboxWorld.world.book().charges.length;
    const id = newId('att');
    const { details, payer } = await keeping();
    const first = await gateway.verify?.({ id, details, payer, keep: true });
    expect(first).toMatchObject({ kind: 'valid', kept: { last4: '1111', expiry: '12/28' } });
    expect(await gateway.verify?.({ id, details, payer, keep: true })).toEqual(first);
    expect(sandboxWorld.world.book().charges).toHaveLength(before);
    expect((await check(usual, { keep: false }))?.kind).toBe('unreachable');
  });

  test('whose bank refuses later is declined at its first charge', async () => {
    const kept = await check('4000040000000008');
    if (kept?.kind !== 'valid') throw new Error('It was not kept');
    const charge = await withKept(kept.kept?.token ?? '', 'merchant');
    expect(factIn(await gateway.start(charge))).toMatchObject({
      state: 'declined',
      movements: [],
      decline: { code: 'insufficient-funds' },
    });
    expect(factIn(await gateway.find(referenceTo(charge))).decline?.code).toBe('insufficient-funds');
  });

  test('is put under review when its holder pays, and not when the merchant charges what was agreed to', async () => {
    const kept = await check('4000000000001091');
    const token = kept?.kind === 'valid' ? (kept.kept?.token ?? '') : '';
    expect(factIn(await gateway.start(await withKept(token, 'merchant'))).state).toBe('captured');
    const asked = await withKept(token);
    const { state, nextAction, reference = null } = factIn(await gateway.start(asked));
    expect(state).toBe('awaiting-buyer');
    const post = (url: string, fields: Readonly<Record<string, string>>): Promise<Response> =>
      fetch(url, { method: 'POST', body: new URLSearchParams(fields) });
    await post(nextAction?.url ?? '', nextAction?.fields ?? {});
    await post(`${nextAction?.url}/answer`, { token, answer: 'approve' });
    const { name, email } = asked.payer;
    const found = await gateway.find({ ...referenceTo(asked, reference), payer: { name, email }, mayChargeNow: true });
    expect(factIn(found)).toMatchObject({ state: 'captured', movements: [{ amount: 114_000n }] });
    expect(factIn(await gateway.start(await withKept(token))).state).toBe('awaiting-buyer');
  });

  test('is charged once after its challenge, however many processes poll at once', async () => {
    const kept = await check('4000000000001091');
    const token = kept?.kind === 'valid' ? (kept.kept?.token ?? '') : '';
    const asked = await withKept(token);
    const { nextAction, reference = null } = factIn(await gateway.start(asked));
    for (const [url, fields] of [
      [nextAction?.url ?? '', nextAction?.fields ?? {}],
      [`${nextAction?.url}/answer`, { token, answer: 'approve' }],
    ] as const)
      await fetch(url, { method: 'POST', body: new URLSearchParams(fields) });
    const { name, email } = asked.payer;
    const named: ChargeReference = { ...referenceTo(asked, reference), payer: { name, email }, mayChargeNow: true };
    const found = await Promise.all([gateway.find(named), gateway.find(named), gateway.find(named)]);
    expect(new Set(found.map((one) => factIn(one).reference)).size).toBe(1);
    expect(bookOf(asked)).toHaveLength(1);
  });

  test('that was charged twice for one payment gives the second charge back, not the first', async () => {
    const token = factIn(await gateway.start(await keeping())).kept?.token ?? '';
    const first = await withKept(token);
    const { reference = null } = factIn(await gateway.start(first));
    const { baseUrl, secretKey } = culqiConfigOf(sandboxWorld, 5_000);
    const answer = await fetch(`${baseUrl}/charges`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ amount: 114_000, currency_code: 'PEN', email: first.payer.email, source_id: token },
        metadata: { attempt_id: first.attemptId },
      }),
    });
    const { id: movementId }: { id: string } = JSON.parse(await answer.text());
    const back = await gateway.refund?.({ ...referenceTo(first, reference), movementId }, first.amount, newId('brk'));
    expect(back && factIn(back).movements).toMatchObject([{ kind: 'refund', amount: 114_000n }]);
    const again = await gateway.find(referenceTo(first, movementId));
    expect(factIn(again).movements.map(({ kind }) => kind)).toEqual(['capture', 'refund']);
  });

  test('that was forgotten is charged no more', async () => {
    const { kept } = factIn(await gateway.start(await keeping()));
    expect([await gateway.forget?.(kept?.token ?? ''), await gateway.forget?.('crd_test_unknown')]).toEqual([
      true,
      true,
    ]);
    expect(factIn(await gateway.start(await withKept(kept?.token ?? ''))).state).toBe('declined');
  });

  async function listCards(): Promise<{ json: string }> {
    const { baseUrl, secretKey } = culqiConfigOf(sandboxWorld, 5_000);
    const answer = await fetch(`${baseUrl}/cards?limit=100`, { headers: { authorization: `Bearer ${secretKey}` } });
    return { json: await answer.text() };
  }
});
