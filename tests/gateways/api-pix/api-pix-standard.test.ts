import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sandboxSecrets } from '#sandbox/accounts.server.ts';
import { createPixGateway } from '#src/gateways/pix-bcb/gateway.server.ts';
import { plainId } from '#src/gateways/pix-bcb/pix-ids.ts';
import { secretPath } from '#src/gateways/pix-bcb/webhooks.server.ts';
import type { ChargeRequest } from '#src/domain/payments/index.ts';
import { addDays, type LocalDate } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import { readBrCode } from '#src/rails/pix/br-code.ts';
import { newId } from '#src/kernel/ids/ids.server.ts';
import { chargeOf, factIn, referenceTo } from '../suite/charges.server.ts';
import { readApiPixStandard } from './api-pix-standard.ts';
import { type StandardProxy, openStandardProxy } from './standard-proxy.server.ts';
import { openSandboxWorld, type SandboxWorld } from '../suite/sandbox-world.server.ts';

const norm = readApiPixStandard();
const pix = sandboxSecrets.companies['pix-bcb'];
const bankDay = ({ clock }: SandboxWorld): LocalDate => marketDate(clock.now(), 'BR');
let sandboxWorld: SandboxWorld;
let proxy: StandardProxy;

beforeAll(async () => {
  sandboxWorld = await openSandboxWorld();
  proxy = await openStandardProxy(sandboxWorld.world.origin, norm, readApiPixStandard(false));
});
afterAll(async () => {
  proxy.close();
  await sandboxWorld.close();
});

test('the norm says no to what breaks it', () => {
  const address = `/pix-bank/v2/cob/${'a'.repeat(32)}`;
  const right = { calendario: { expiracao: 60 }, valor: { original: '10.00' }, chave: 'x' };
  expect(norm.request('PUT', address, right)).toEqual([]);
  expect(norm.request('PUT', address, { ...right, valor: { original: '10,00' } })).not.toEqual([]);
  expect(norm.request('PUT', address, { valor: { original: '10.00' } })).not.toEqual([]);
  expect(norm.answer('PUT', address, 200, 'application/json', {})).toEqual(["status 200 is not the norm's"]);
  expect(norm.answer('GET', address, 404, 'application/json', {})).toEqual([
    'application/json instead of application/problem+json',
  ]);
});

describe('between the gateway and the bank', () => {
  const gateway = () =>
    createPixGateway({
      baseUrl: `${proxy.origin}/pix-bank`,
      clientId: pix.clientId,
      clientSecret: pix.clientSecret,
      key: pix.key,
      notificationKeys: [pix.notificationSecret],
      addressSecret: pix.notificationSecret,
      account: { agency: '0001', number: '0123456' },
      clock: sandboxWorld.clock,
    });

  test('every request and every answer is the norm’s', async () => {
    const shop = gateway();
    const charge = chargeOf(sandboxWorld);
    const company = chargeOf(sandboxWorld, {
      payer: { name: 'Empresa', email: 'e@example.com', document: { type: 'cnpj', number: '12ABC34501DE35' } },
    });
    const nobody = chargeOf(sandboxWorld, { payer: { name: 'Ana', email: 'a@example.com' } });
    for (const one of [charge, company, nobody]) expect(factIn(await shop.start(one)).state).toBe('awaiting-buyer');
    await sandboxWorld.ask('POST', '/sandbox/pix/pay', { txid: plainId(charge.attemptId) });
    const [paid] = factIn(await shop.find(referenceTo(charge))).movements;
    await shop.refund?.(
      { ...referenceTo(charge), movementId: paid?.id ?? '' },
      { amount: 1_000n, currency: 'BRL' },
      newId('ref'),
    );
    await shop.refund?.(
      { ...referenceTo(charge), movementId: paid?.id ?? '' },
      { amount: 999_999n, currency: 'BRL' },
      newId('ref'),
    );
    await shop.release?.(referenceTo(charge));
    await shop.release?.(referenceTo(company));
    await shop.release?.(referenceTo(company));
    await shop.find(referenceTo(chargeOf(sandboxWorld)));
    await shop.creditsSince?.(null);
    expect([...proxy.wrongRequests, ...proxy.wrongAnswers]).toEqual([]);
    for (const kind of [
      'PUT /pix-bank/v2/cob/… 201',
      'GET /pix-bank/v2/cob/… 200',
      'GET /pix-bank/v2/cob/… 404',
      'PATCH /pix-bank/v2/cob/… 200',
      'PATCH /pix-bank/v2/cob/… 400',
      'PUT /pix-bank/v2/webhook/… 200',
      'GET /pix-bank/v2/pix 200',
    ]) {
      expect(proxy.seen).toContain(kind);
    }
    expect(proxy.seen.filter((line) => line.includes('devolucao')).length).toBeGreaterThanOrEqual(2);
  });

  test('a return is followed to its end, in parts, and one that may not be is named', async () => {
    const shop = gateway();
    const charge = chargeOf(sandboxWorld);
    await shop.start(charge);
    await sandboxWorld.ask('POST', '/sandbox/pix/pay', { txid: plainId(charge.attemptId) });
    const [paid] = factIn(await shop.find(referenceTo(charge))).movements;
    const of = { ...referenceTo(charge), movementId: paid?.id ?? '' };
    const back = (amount: bigint, id: string) =>
      shop.refund?.(of, { amount, currency: 'BRL' }, id) ?? Promise.reject(new Error('It cannot give back'));
    const [first, second] = [newId('ref'), newId('ref')];
    expect(factIn(await back(100_000n, first)).movements).toEqual([]);
    expect(factIn(await back(100_000n, first)).movements).toEqual([]);
    await sandboxWorld.ask('POST', '/sandbox/clock', { advanceSeconds: 1 });
    const [gone] = factIn(await back(100_000n, first)).movements;
    expect(gone).toMatchObject({ kind: 'refund', amount: 100_000n });
    expect(await back(14_001n, second)).toEqual({ kind: 'silent', reason: 'refused-more-than-paid' });
    expect(factIn(await back(13_000n, second)).movements).toEqual([]);
    await sandboxWorld.ask('POST', '/sandbox/clock', { advanceSeconds: 1 });
    expect(factIn(await back(13_000n, second)).movements).toMatchObject([{ amount: 13_000n }]);

    // The bank could not make it: the next id is asked for.
    const third = newId('ref');
    await sandboxWorld.faults({ target: 'pix-bank', mode: 'decline', times: 1 });
    expect(factIn(await back(500n, third)).movements).toEqual([]);
    await sandboxWorld.ask('POST', '/sandbox/clock', { advanceSeconds: 1 });
    expect(factIn(await back(500n, third)).movements).toMatchObject([{ amount: 500n }]);
    expect(factIn(await shop.find(referenceTo(charge))).movements.filter(({ kind }) => kind === 'refund')).toHaveLength(
      3,
    );

    await sandboxWorld.ask('POST', '/sandbox/clock', { advanceSeconds: 91 * 86_400 });
    expect(await back(500n, newId('ref'))).toEqual({ kind: 'silent', reason: 'refused-window-over' });
    expect([...proxy.wrongRequests, ...proxy.wrongAnswers]).toEqual([]);
  });

  test('a consent with its first payment, its charges, tries and ends are the norm’s', async () => {
    const shop = gateway();
    await shop.announce?.(sandboxWorld.notificationUrl);
    const today = bankDay(sandboxWorld);
    const terms = { amount: 9_500, currency: 'BRL', period: 'monthly', firstDueOn: addDays(today, 5) };
    const charge = chargeOf(sandboxWorld, { details: { recurring: terms } });
    const asked = factIn(await shop.start(charge));
    expect(asked.mandate).toMatchObject({ state: 'created', terms: { period: 'monthly' } });
    const code = String(asked.instructions?.['brCode']);
    expect(readBrCode(code)).toMatchObject({ valid: true, recurrenceLocation: expect.stringContaining('/rec/') });
    const founding = { ...referenceTo(charge, asked.reference ?? null) };
    const reference = asked.mandate?.reference ?? '';
    const mandateCharge = (dueOn: string): ChargeRequest =>
      chargeOf(sandboxWorld, {
        amount: { amount: 9_500n, currency: 'BRL' },
        details: { collect: { reference, dueOn } },
      });
    expect(factIn(await shop.start(mandateCharge(addDays(today, 5))))).toMatchObject({ state: 'failed' });
    await sandboxWorld.ask('POST', '/sandbox/pix/pay', { txid: plainId(charge.attemptId), approve: true });
    expect(factIn(await shop.find(founding))).toMatchObject({ state: 'captured', mandate: { state: 'approved' } });

    const first = mandateCharge(addDays(today, 5));
    const sent = factIn(await shop.start(first));
    expect(sent).toMatchObject({ state: 'awaiting-buyer', movements: [], tries: [{ state: 'planned' }] });
    expect(factIn(await shop.start(mandateCharge(addDays(today, 6)))).state).toBe('failed');
    expect(factIn(await shop.find(referenceTo(first))).state).toBe('awaiting-buyer');
    const other = referenceTo(first, sent.reference ?? null);
    expect(factIn((await shop.consents?.retry(other, addDays(today, 6))) ?? { kind: 'not-found' }).tries).toHaveLength(
      1,
    );
    await sandboxWorld.ask('POST', '/sandbox/pix/consent', { idRec: reference, do: 'short' });
    sandboxWorld.clock.advance(9 * 86_400_000);
    await sandboxWorld.ask('POST', '/sandbox/clock', { advanceSeconds: 1 });
    expect(factIn(await shop.find(other)).tries).toMatchObject([{ state: 'failed' }]);
    const next = addDays(bankDay(sandboxWorld), 1);
    expect(factIn((await shop.consents?.retry(other, next)) ?? { kind: 'not-found' }).tries).toHaveLength(2);
    await sandboxWorld.ask('POST', '/sandbox/pix/consent', { idRec: reference, do: 'flush' });
    await sandboxWorld.ask('POST', '/sandbox/clock', { advanceSeconds: 2 * 86_400 });
    const paid = factIn(await shop.find(other));
    expect(paid).toMatchObject({ state: 'captured', movements: [{ kind: 'capture', amount: 9_500n }] });
    const ended = factIn((await shop.consents?.end(founding)) ?? { kind: 'not-found' });
    expect(ended.mandate).toMatchObject({ state: 'canceled', endedBy: 'payee' });
    expect([...proxy.wrongRequests, ...proxy.wrongAnswers]).toEqual([]);
    for (const kind of ['POST /pix-bank/v2/locrec 201', 'POST /pix-bank/v2/rec 201', 'GET /pix-bank/v2/rec/… 200'])
      expect(proxy.seen).toContain(kind);
    for (const kind of ['PUT /pix-bank/v2/cobr/… 201', 'PUT /pix-bank/v2/cobr/… 400', 'PATCH /pix-bank/v2/rec/… 200'])
      expect(proxy.seen).toContain(kind);
    expect(proxy.seen).toContain('PUT /pix-bank/v2/webhookrec 200');
    expect(proxy.seen).toContain('PUT /pix-bank/v2/webhookcobr 200');
  });

  test('a closed bank says so in the norm’s words', async () => {
    const shop = gateway();
    const charge = chargeOf(sandboxWorld);
    await shop.start(charge);
    await sandboxWorld.faults({ target: 'pix-bank', mode: 'maintenance', times: 1 });
    expect(await shop.find(referenceTo(charge))).toEqual({ kind: 'unreachable', reason: 'closed' });
    await sandboxWorld.clearFaults();
    expect([...proxy.wrongRequests, ...proxy.wrongAnswers]).toEqual([]);
  });

  test('the messages that a shop gets are the norm’s, and its address ends in /pix', async () => {
    const shop = gateway();
    const charge = chargeOf(sandboxWorld);
    await shop.start(charge);
    sandboxWorld.arrivals.length = 0;
    await sandboxWorld.ask('POST', '/sandbox/pix/pay', { txid: plainId(charge.attemptId) });
    const [reported] = await sandboxWorld.arrived(1);
    expect(reported?.path).toBe(`/told/${secretPath(pix.notificationSecret)}/pix`);
    const { pix: received }: { pix: readonly unknown[] } = JSON.parse(reported?.body.toString() ?? '');
    const listed = norm.answer('GET', `/pix-bank/v2/pix/${'e'.repeat(32)}`, 200, 'application/json', received[0]);
    expect(listed).toEqual([]);
  });
});

test('all answers follow the norm, except for the planted mistakes', () => {
  expect(proxy.wrongAnswers).toEqual([]);
  expect([...proxy.complaints].map((complaint) => complaint.replace(/ \{.*/, '')).toSorted()).toEqual([
    // The pattern of a CPF fits nothing, so that no person can owe anything.
    "/ must have required property 'cobs'",
    "/ must have required property 'ispbParticipante'",
    "/ must have required property 'retentativa'",
    "/devedor must have required property 'cnpj'",
    '/devedor must match exactly one schema in oneOf',
    '/devedor/cpf must match pattern "/^\\d{11}$/"',
    '/encerramento must match exactly one schema in oneOf',
    '/loc/location must match format "uri"',
    '/location must match format "uri"',
    '/pix/0/valor must be object',
    '/pix/0/valor must match a schema in anyOf',
    "/vinculo/devedor must have required property 'cnpj'",
    '/vinculo/devedor must match exactly one schema in oneOf',
    '/vinculo/devedor/cpf must match pattern "/^\\d{11}$/"',
  ]);
});
