import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type AcquirerCaller, callAcquirer } from '#tests/gateway-suite/acquirer-caller.server.ts';
import { openOutsideStage, type OutsideStage } from '#tests/gateway-suite/outside-stage.server.ts';

let stage: OutsideStage;
let call: AcquirerCaller['call'];
let charge: AcquirerCaller['charge'];
beforeAll(async () => {
  stage = await openOutsideStage();
  ({ call, charge } = callAcquirer(stage));
});
afterEach(() => stage.clearSky());
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
    // A debit card whose bank cannot say who pays.
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
