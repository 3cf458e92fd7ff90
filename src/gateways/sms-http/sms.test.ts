import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sandboxSecrets } from '#sandbox/accounts.server.ts';
import type { SmsPort } from '#src/domain/customers/phones/index.ts';
import { openSandboxWorld, type SandboxWorld } from '#tests/gateways/suite/sandbox-world.server.ts';
import { createSmsHttp } from './sms.server.ts';

let stage: SandboxWorld;
let carrier: SmsPort;
/** The same with a shorter time limit: for faults only, since a busy machine is slow, too. */
let hasty: SmsPort;
const { user, secret } = sandboxSecrets.companies['sms-http'];
beforeAll(async () => {
  stage = await openSandboxWorld();
  const within = (budgetMs: number) => createSmsHttp({ baseUrl: `${stage.world.origin}/sms`, user, secret, budgetMs });
  [carrier, hasty] = [within(8_000), within(1_000)];
});
afterEach(() => stage.clearFaults());
afterAll(() => stage.close());

const to = '+5511961234567';
async function received(phone = to): Promise<string[]> {
  const { json } = await stage.ask('GET', `/sandbox/inbox.json?to=${encodeURIComponent(phone)}`);
  const { sms }: { sms: { text: string }[] } = JSON.parse(JSON.stringify(json));
  return sms.map(({ text }) => text);
}

describe('the carrier of text messages', () => {
  test('takes a message once, and keeps it over a restart', async () => {
    const message = { to, text: 'Codigo 123456\n\n@localhost #123456', key: 'cod_one' };
    expect(await carrier.send(message)).toBe('accepted');
    expect(await carrier.send(message)).toBe('accepted');
    expect(await received()).toEqual([message.text]);
    expect(await received('5511 96123-4567')).toEqual([message.text]);
    expect(await received('+5511960000000')).toEqual([]);
    expect(await carrier.send({ ...message, text: 'something else' })).toBe('rejected');
    await stage.restart();
    expect(await received()).toEqual([message.text]);
  });

  test('shows it to people beside their mail', async () => {
    await carrier.send({ to: '+51961234567', text: 'Tu <b>codigo</b>', key: 'cod_html' });
    const page = await (await fetch(`${stage.world.origin}/sandbox/inbox`)).text();
    expect(page).toContain('Tu &lt;b&gt;codigo&lt;/b&gt;');
    expect(page).toContain('+51961234567');
  });

  test.each([
    ['429', 'rejected', 0],
    ['maintenance', 'rejected', 0],
    ['timeout-before', 'unknown', 0],
    ['timeout-after', 'unknown', 1],
    ['500-after', 'unknown', 1],
  ])('under the fault %s the message is %s', async (mode, outcome, count) => {
    await stage.faults({ target: 'sms', mode, times: 3 });
    const phone = `+5511962${String(mode.length).padStart(2, '0')}${String(count).padStart(4, '0')}`;
    expect(await hasty.send({ to: phone, text: mode, key: `cod_${mode}` })).toBe(outcome);
    expect(await received(phone)).toHaveLength(count);
  });

  test('turns away who is not known, and what is no message', async () => {
    const unauthorized = createSmsHttp({ baseUrl: `${stage.world.origin}/sms`, user, secret: 'wrong' });
    expect(await unauthorized.send({ to, text: 'x', key: 'cod_stranger' })).toBe('rejected');
    expect(await carrier.send({ to: '96123-4567', text: 'x', key: 'cod_local' })).toBe('rejected');
    const nowhere = createSmsHttp({ baseUrl: 'http://127.0.0.1:9', user, secret, budgetMs: 300 });
    expect(await nowhere.send({ to, text: 'x', key: 'cod_nowhere' })).toBe('rejected');
  });
});
