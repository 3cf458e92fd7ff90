import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { knownCookie, openPages, type PagesWorld } from '#tests/support/worlds/pages-world.server.ts';

let stage: PagesWorld;
beforeAll(async () => {
  stage = await openPages();
});
afterAll(() => stage.close());

const flow = 'product=ms&flowId=phone-verification';
const link = `/phone-verification?${flow}`;
const lead = { name: 'Maria da Silva', email: 'maria@example.com', phone: '(11) 96123-4567', country: 'BR' };
const shown = async (): Promise<string> => (await stage.get(link, { cookie: knownCookie })).body;
const enter = (code: string) => stage.post(link, { code });

describe('/phone-verification', () => {
  test('comes after the lead', async () => {
    const early = await stage.get(link, { cookie: knownCookie });
    expect([early.statusCode, early.headers.location]).toEqual([307, `/lead?${flow}`]);
    const answer = await stage.post(`/lead?${flow}`, lead);
    expect(answer.headers.location).toBe(link);
  });

  test('sends nothing by being looked at, and never shows the number', async () => {
    const body = await shown();
    expect(body).toMatch(/"state":"ask",[^{}]*"phone":"•••• 4567"/);
    expect(body).not.toMatch(/96123\D{0,3}4567/);
    expect(stage.phones.messages).toEqual([]);
  });

  test('sends a code by a press, in the words of the brand, and asks for it', async () => {
    const answer = await stage.post(link, { intent: 'send' });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, link]);
    expect(stage.phones.messages.map(({ to }) => to)).toEqual(['+5511961234567']);
    expect(stage.phones.messages[0]?.text).toMatch(/^.+: seu codigo é (\d{6})\..+\n\n@localhost #\1$/s);
    expect(await shown()).toMatch(/"state":"sent".*"resendSeconds":(60|59|58)\D/);
  });

  test('says the same whatever was wrong', async () => {
    const soon = await stage.post(link, { intent: 'send' });
    expect(soon.statusCode).toBe(422);
    expect(soon.body).toContain('"errors":{"form":"phone-verification.send.failed"}');
    stage.clock.advance(60_000);
    stage.phones.outcome = 'rejected';
    expect((await stage.post(link, { intent: 'send' })).body).toContain(
      '"errors":{"form":"phone-verification.send.failed"}',
    );
    stage.phones.outcome = 'accepted';
    await stage.post(link, { intent: 'send' });
    const code = stage.phones.code();
    const refused = '"errors":{"code":"phone-verification.code.refused"}';
    const other = code === '000000' ? '000001' : '000000';
    expect((await enter(other)).body).toContain(refused);
    stage.clock.advance(600_000);
    expect((await enter(code)).body).toContain(refused);
    expect((await enter('12')).body).toContain('"errors":{"code":"phone-verification.code.format"}');
    expect(await shown()).toContain('"state":"ask"');
  });

  test('goes on with the right one, and says so when the buyer comes back', async () => {
    await stage.post(link, { intent: 'send' });
    const answer = await enter(stage.phones.code());
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `/payment?${flow}`]);
    expect(await shown()).toContain('"state":"verified"');
    const sent = stage.phones.messages.length;
    expect((await stage.post(link, { intent: 'send' })).headers.location).toBe(`/payment?${flow}`);
    expect(stage.phones.messages).toHaveLength(sent);
  });

  test('asks for another number where none is served', async () => {
    await stage.post(`/lead?${flow}`, { ...lead, country: 'PT', phone: '912 345 678' });
    expect(await shown()).toMatch(/"state":"not-served",[^{}]*"phone":"•••• 5678"/);
  });
});
