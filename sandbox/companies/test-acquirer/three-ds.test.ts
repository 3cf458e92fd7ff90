import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type AcquirerClient, createAcquirerClient } from '#tests/gateways/acquirer-client.server.ts';
import { openSandboxWorld, type SandboxWorld } from '#tests/gateways/suite/sandbox-world.server.ts';

let stage: SandboxWorld;
let call: AcquirerClient['call'];
let charge: AcquirerClient['charge'];
beforeAll(async () => {
  stage = await openSandboxWorld();
  ({ call, charge } = createAcquirerClient(stage));
});
afterEach(() => stage.clearFaults());
afterAll(() => stage.close());

describe('3-D Secure', () => {
  test.each([
    ['4000000000001000', 'captured', '6', '05'],
    ['6505050000001000', 'captured', '6', '05'],
    ['4000000000001117', 'captured', '6', '07', 'U'],
    ['4000000000001125', 'captured', '6', '06', 'A'],
    ['4000000000001133', 'captured', '6', '07', 'U'],
    ['5200000000001104', 'captured', '6', '04', 'I'],
    ['4000000000001018', 'declined', 'NA', undefined, 'N'],
    ['4000000000001141', 'declined', 'NA', undefined, 'R'],
    // A debit card whose bank cannot authenticate the holder.
    ['4000000000001166', 'declined', 'NA', undefined, 'U'],
  ])('%s goes on without a question: %s %s', async (number, status, returnCode, eci, transStatus = 'Y') => {
    const { json } = await charge(number);
    expect(json).toMatchObject({ status, returnCode, transStatus, ...(eci === undefined ? {} : { eci }) });
    expect(json['movements']).toHaveLength(status === 'declined' ? 0 : 1);
  });

  test('debit is asked for, and never taken without the question', async () => {
    expect((await charge('4000000000001158')).json['status']).toBe('challenge');
    expect((await charge('4000000000001158', { threeDS: { mode: 'none' } })).json).toMatchObject({
      status: 'declined',
      returnCode: 'NA',
    });
  });

  const required = { threeDS: { mode: 'required', notificationUrl: 'https://shop.example/end' } };

  test.each([
    // Approved, declined, and without a challenge: none is revealed before the authentication.
    ['4111111111111111', 'challenge', 'C'],
    ['4012001037141112', 'challenge', 'C'],
    ['4000000000001000', 'challenge', 'C'],
    // No buyer can be authenticated.
    ['4000000000001117', 'declined', 'U'],
    ['4000000000001125', 'declined', 'A'],
  ])('a merchant who requires the question gets nothing else: %s %s', async (number, status, transStatus) => {
    const { json } = await charge(number, required);
    expect(json).toMatchObject({ status, transStatus, movements: [] });
    expect(json['returnCode']).toBe(status === 'declined' ? 'NA' : '');
  });

  interface Challenged {
    readonly id: string;
    readonly challenge: { readonly acsUrl: string; readonly creq: string };
  }

  async function challenged(number: string): Promise<Challenged> {
    const { json } = await charge(number);
    expect(json['status']).toBe('challenge');
    const text = JSON.stringify(json);
    return JSON.parse(text);
  }

  async function postForm(
    url: string,
    fields: Record<string, string>,
  ): Promise<{ status: number; text: string; policy: string }> {
    const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
    return {
      status: answer.status,
      text: await answer.text(),
      policy: answer.headers.get('content-security-policy') ?? '',
    };
  }

  async function answered(
    number: string,
    answer: string,
  ): Promise<{ end: string; policy: string; charge: Record<string, unknown> }> {
    const { id, challenge } = await challenged(number);
    const question = await postForm(challenge.acsUrl, { creq: challenge.creq });
    expect(question.status).toBe(200);
    const transaction = /name="transaction" value="([^"]+)"/.exec(question.text)?.[1] ?? '';
    const end = await postForm(`${stage.world.origin}/acquirer/acs/answer`, { transaction, answer });
    return { end: end.text, policy: end.policy, charge: (await call('GET', `/charges/${id}`)).json };
  }

  test('the buyer confirms, and the truth is at the acquirer before the shop hears of it', async () => {
    const { end, policy, charge: after } = await answered('4000000000001091', 'approve');
    expect(after).toMatchObject({ status: 'captured', eci: '05', capturedAmount: 114_000 });
    expect(end).toContain(`action="${stage.notificationUrl}/end"`);
    const cres = /name="cres" value="([^"]+)"/.exec(end)?.[1] ?? '';
    expect(JSON.parse(Buffer.from(cres, 'base64url').toString())).toMatchObject({
      messageType: 'CRes',
      transStatus: 'Y',
    });
    expect(policy).toContain(`form-action ${new URL(stage.notificationUrl).origin}`);
    expect(policy).not.toContain('unsafe-inline');
  });

  test('the buyer refuses', async () => {
    const { charge: after } = await answered('5200000000001096', 'refuse');
    expect(after).toMatchObject({ status: 'declined', returnCode: 'NA', movements: [] });
  });

  test('a card that always fails does so though the buyer confirms', async () => {
    expect((await answered('4000000000001109', 'approve')).charge).toMatchObject({ status: 'declined' });
  });

  test('the buyer walks away: the charge waits, then ends', async () => {
    const { charge: after } = await answered('4000000000001091', 'leave');
    expect(after['status']).toBe('challenge');
    await stage.ask('POST', '/sandbox/clock', { advanceSeconds: 901 });
    expect((await call('GET', `/charges/${String(after['id'])}`)).json).toMatchObject({
      status: 'declined',
      returnCode: 'NA',
    });
  });

  describe('a bank that looks at the browser first', () => {
    const known = '4000000000001182';

    async function lookedAt(transaction: string): Promise<{ status: number; text: string; policy: string }> {
      const { json } = await call('GET', '/.well-known/card-ranges.json');
      const ranges = JSON.parse(JSON.stringify(json['cardRangeData'])) as Record<string, string>[];
      const { threeDSMethodURL = '' } =
        ranges.find(({ startRange = '', endRange = '' }) => startRange <= known && known <= endRange) ?? {};
      const data = {
        threeDSServerTransID: transaction,
        threeDSMethodNotificationURL: 'https://cards.example/look-end',
      };
      return postForm(threeDSMethodURL, { threeDSMethodData: Buffer.from(JSON.stringify(data)).toString('base64url') });
    }
    const asked = (transaction: string, threeDSCompInd: string) =>
      charge(known, {
        threeDS: {
          mode: 'optional',
          notificationUrl: `${stage.notificationUrl}/end`,
          threeDSCompInd,
          threeDSServerTransID: transaction,
        },
      });

    test('asks nothing of a browser that it has seen, and goes back to where the shop said', async () => {
      const transaction = crypto.randomUUID();
      const seen = await lookedAt(transaction);
      expect(seen.text).toContain('action="https://cards.example/look-end"');
      expect(seen.policy).toContain('form-action https://cards.example; script-src');
      const data = /name="threeDSMethodData" value="([^"]+)"/.exec(seen.text)?.[1] ?? '';
      expect(JSON.parse(Buffer.from(data, 'base64url').toString())).toEqual({ threeDSServerTransID: transaction });
      expect((await asked(transaction, 'Y')).json).toMatchObject({
        status: 'captured',
        transStatus: 'Y',
        eci: '05',
        threeDSCompInd: 'Y',
      });
    });

    test('asks when it has not looked, whatever the shop says', async () => {
      const unseen = crypto.randomUUID();
      const { json } = await asked(unseen, 'Y');
      expect(json).toMatchObject({ status: 'challenge', challenge: { threeDSServerTransID: unseen } });
      expect((await asked(crypto.randomUUID(), 'N')).json).toMatchObject({ status: 'challenge', threeDSCompInd: 'N' });
      expect((await charge(known)).json).toMatchObject({ status: 'challenge', threeDSCompInd: 'U' });
    });

    test('takes no word for a look without its transaction, and none that cannot be read', async () => {
      const threeDS = { mode: 'optional', notificationUrl: `${stage.notificationUrl}/end`, threeDSCompInd: 'Y' };
      expect(await charge(known, { threeDS })).toMatchObject({ status: 422, json: { code: 'malformed' } });
      expect((await postForm(`${stage.world.origin}/acquirer/acs/method`, { threeDSMethodData: 'AAAA' })).status).toBe(
        400,
      );
    });
  });

  test('the question can be looked at about no charge, and no answer to it does anything', async () => {
    const specimen = `${stage.world.origin}/acquirer/acs/specimen`;
    const question = await postForm(specimen, { amount: '149700', currency: 'BRL', shop: 'Vende-C', last4: '1142' });
    expect(question.text).toContain('R$ 1.497,00');
    const answer = { transaction: '', answer: 'approve' };
    expect((await postForm(`${stage.world.origin}/acquirer/acs/answer`, answer)).status).toBe(409);
    expect((await postForm(specimen, { amount: 'much', currency: 'BRL', last4: '1142' })).status).toBe(400);
    expect((await postForm(specimen, {})).status).toBe(400);
  });

  test('a second answer, a voided charge and a forged request are told so', async () => {
    const { id, challenge } = await challenged('4000000000001091');
    await call('PUT', `/charges/${id}/void`);
    expect((await postForm(challenge.acsUrl, { creq: challenge.creq })).status).toBe(409);
    expect((await postForm(challenge.acsUrl, { creq: 'forged' })).status).toBe(404);
    expect(
      (await postForm(`${stage.world.origin}/acquirer/acs/answer`, { transaction: 'forged', answer: 'approve' }))
        .status,
    ).toBe(409);
  });
});
