import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AcquirerClient, createAcquirerClient } from '#tests/gateways/acquirer-client.server.ts';
import { cardToken, codeToken } from '#tests/gateways/suite/charges.server.ts';
import { openSandboxWorld, type SandboxWorld } from '#tests/gateways/suite/sandbox-world.server.ts';

const good = '4111111111111111';
let stage: SandboxWorld;
let call: AcquirerClient['call'];
let charge: AcquirerClient['charge'];
beforeAll(async () => {
  stage = await openSandboxWorld();
  ({ call, charge } = createAcquirerClient(stage));
});
afterAll(() => stage.close());

async function inspect(number: string): Promise<Record<string, unknown>> {
  const { status, json } = await call('POST', '/cards', { cardToken: await cardToken(stage, number) });
  expect(status).toBe(201);
  return json;
}
const plain = { threeDS: { mode: 'none' } };

describe('a card that is looked at', () => {
  test('has a fingerprint of its own that outlives a restart, and no number', async () => {
    const [first, again, other] = [await inspect(good), await inspect(good), await inspect('5555666677778884')];
    expect(first).toMatchObject({ brand: 'visa', last4: '1111', kind: 'credit', countryOfIssue: 'BR' });
    expect(again['fingerprint']).toBe(first['fingerprint']);
    expect(other['fingerprint']).not.toBe(first['fingerprint']);
    await stage.restart();
    // The repeated request opens a new connection.
    await stage.ask('GET', '/sandbox/clock');
    expect((await inspect(good))['fingerprint']).toBe(first['fingerprint']);
  });

  test('is charged once by its name', async () => {
    const { id } = await inspect(good);
    expect((await charge('', { cardToken: undefined, cardId: id })).json).toMatchObject({ status: 'captured' });
    expect(await charge('', { cardToken: undefined, cardId: id })).toMatchObject({
      status: 422,
      json: { code: 'token-card-unknown' },
    });
  });

  test('is named in one way', async () => {
    const { id } = await inspect(good);
    expect(await charge(good, { cardId: id })).toMatchObject({ status: 422, json: { code: 'malformed' } });
  });
});

describe('a card that is kept', () => {
  test('pays again by the buyer and by the merchant, until it is deleted', async () => {
    const { json } = await charge(good, { saveCard: true });
    const { savedId, schemeTransactionId } = JSON.parse(
      JSON.stringify({ ...Object(json['card']), schemeTransactionId: json['schemeTransactionId'] }),
    );
    expect([typeof savedId, typeof schemeTransactionId]).toEqual(['string', 'string']);
    const by = (initiator: string, previousTransactionId?: string): Record<string, unknown> => ({
      ...plain,
      cardToken: undefined,
      savedCardId: savedId,
      storedCredential: { initiator, usage: 'used', reason: 'recurring', previousTransactionId },
    });
    expect((await charge('', by('cardholder'))).json).toMatchObject({ status: 'captured' });
    expect((await charge('', by('merchant', schemeTransactionId))).json).toMatchObject({ status: 'captured' });
    expect((await charge('', by('merchant'))).status).toBe(422);
    expect((await fetchDelete(savedId)).status).toBe(204);
    expect((await charge('', by('cardholder'))).json).toMatchObject({ code: 'saved-card-unknown' });
    expect((await call('GET', `/saved-cards/${savedId}`)).status).toBe(404);
  });

  test('takes its code beside it, which is looked at, used once, and kept nowhere', async () => {
    const amex = '371449635398431';
    const first = await charge('', {
      saveCard: true,
      cardToken: await cardToken(stage, amex, { securityCode: '7391' }),
    });
    const { savedId: savedCardId } = JSON.parse(JSON.stringify(first.json['card']));
    const by = (securityCodeToken?: string) =>
      charge('', { ...plain, cardToken: undefined, savedCardId, securityCodeToken });
    const right = await codeToken(stage, '7391');
    expect((await by(right)).json).toMatchObject({ status: 'captured', securityCodeChecked: true });
    expect(await by(right)).toMatchObject({ status: 422, json: { code: 'token-replayed' } });
    expect((await by(await codeToken(stage, '0000'))).json).toMatchObject({ status: 'declined', returnCode: '82' });
    expect((await by(await codeToken(stage, '739'))).json).toMatchObject({ status: 'declined', returnCode: '82' });
    expect((await by(await cardToken(stage, amex))).json).toMatchObject({ code: 'token-refused' });
    expect((await by()).json).not.toHaveProperty('securityCodeChecked');
    const journals = readdirSync(stage.dataDir).map((file) => readFileSync(`${stage.dataDir}/${file}`, 'utf8'));
    // As a separate word: four digits also occur within random ids now and then.
    expect(journals.join('')).not.toMatch(/(?<![\w-])7391(?![\w-])|securityCode"/);
  });

  test('is not named when its first payment was refused', async () => {
    const { json } = await charge('4012001037141112', { saveCard: true });
    expect(json).toMatchObject({ status: 'declined' });
    expect(json['card']).not.toHaveProperty('savedId');
  });

  test('is paid by its holder and empty later, where its number begins so', async () => {
    const { json } = await charge('4000770000000034', { saveCard: true });
    expect(json).toMatchObject({ status: 'captured' });
    const { savedId: savedCardId } = JSON.parse(JSON.stringify(json['card']));
    const later = { ...plain, cardToken: undefined, savedCardId };
    expect((await charge('', later)).json).toMatchObject({ status: 'declined', returnCode: '51' });
    expect((await charge('4000770000000034')).json).toMatchObject({ status: 'captured' });
  });

  test('leaves no number in any journal', () => {
    const text = readdirSync(stage.dataDir).map((file) => readFileSync(`${stage.dataDir}/${file}`, 'utf8'));
    expect(text.join('')).not.toContain(good);
    expect(text.join('')).toContain('svd_');
  });

  async function fetchDelete(id: string): Promise<Response> {
    const { merchant, secret } = (await import('#sandbox/accounts.server.ts')).sandboxSecrets.companies[
      'test-acquirer'
    ];
    const authorization = `Basic ${Buffer.from(`${merchant}:${secret}`).toString('base64')}`;
    return fetch(`${stage.world.origin}/acquirer/saved-cards/${id}`, { method: 'DELETE', headers: { authorization } });
  }
});

describe('a check without money', () => {
  const check = async (number: string, key: string) =>
    call('POST', '/verifications', { cardToken: await cardToken(stage, number) }, { 'idempotency-key': key });

  test.each([
    [good, true, '00'],
    ['4012001037141112', false, '05'],
    ['36490102462661', false, '57'],
    ['6062825624254001', false, '57'],
  ])('%s: %s %s', async (number, valid, returnCode) => {
    const { status, json } = await check(number, `check-${number}`);
    expect([status, json['valid'], json['returnCode']]).toEqual([201, valid, returnCode]);
    expect(stage.world.book().charges.some(({ amount }) => amount === 0)).toBe(false);
  });

  test('of the same key is the same', async () => {
    const first = await check(good, 'check-once');
    expect((await check(good, 'check-once')).json).toEqual(first.json);
  });
});
