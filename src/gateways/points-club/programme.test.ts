import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sandboxSecrets } from '#sandbox/accounts.server.ts';
import type { PointsProgramme } from '#src/domain/customers/loyalty/index.ts';
import { openSandboxWorld, type SandboxWorld } from '#tests/gateways/suite/sandbox-world.server.ts';
import { freezeClock } from '#tests/support/clock/freeze-clock.ts';
import { createPointsClub } from './programme.server.ts';

const contract = sandboxSecrets.companies['points-club'] ?? { user: '', secret: '' };
const maria = { document: '39053344705', memberId: 'mem_7f3a91c2', phone: '+5511961234567' };

let stage: SandboxWorld;
let club: PointsProgramme;
/** The same with a short time limit: for faults only, since a busy machine is slow, too. */
let hasty: PointsProgramme;
beforeAll(async () => {
  stage = await openSandboxWorld();
  const within = (budgetMs: number) =>
    createPointsClub({ baseUrl: `${stage.world.origin}/points-club`, ...contract, budgetMs });
  [club, hasty] = [within(8_000), within(400)];
});
// Every test begins when the last code has expired.
beforeEach(() => stage.clock.advance(3_600_000));
afterEach(() => stage.clearFaults());
afterAll(() => stage.close());

async function messagesTo(to: string, kind: 'sms' | 'messages'): Promise<{ text: string }[]> {
  const { json } = await stage.ask('GET', `/sandbox/inbox.json?to=${encodeURIComponent(to)}`);
  const box: Record<string, { text: string }[]> = JSON.parse(JSON.stringify(json));
  return box[kind] ?? [];
}

/** The newest code on Maria's phone. */
async function newestCode(): Promise<string> {
  const texts = await messagesTo(maria.phone, 'sms');
  return texts.map(({ text }) => /\d{6}/.exec(text)?.[0] ?? '')[0] ?? '';
}

async function sent(): Promise<string> {
  freezeClock();
  const answer = await club.sendCode(maria.memberId, 'dev_1');
  if (!answer.ok) throw new Error(answer.error);
  const life = answer.value.expiresAt.getTime() - stage.clock.now().getTime();
  expect(life).toBeGreaterThan(299_000);
  expect(life).toBeLessThanOrEqual(300_000);
  return answer.value.challengeId;
}

describe('the points programme', () => {
  test('knows its members, and shows their devices masked', async () => {
    expect(await club.identify(maria.document)).toEqual({
      ok: true,
      value: {
        memberId: maria.memberId,
        devices: [
          { id: 'dev_1', kind: 'sms', masked: '(••) •••••-4567' },
          { id: 'dev_2', kind: 'email', masked: 'm•••@e•••.com.br' },
        ],
      },
    });
    expect(await club.identify('01234567890')).toEqual({ ok: false, error: 'not-member' });
    expect(await club.identify('12345678909')).toEqual({ ok: false, error: 'blocked' });
  });

  test('opens the account to who has the code, for a while', async () => {
    const challenge = await sent();
    const opened = await club.verify(challenge, await newestCode());
    if (!opened.ok) throw new Error(opened.error);
    expect(await club.account(opened.value.token)).toEqual({
      ok: true,
      value: { points: 24_500, pointsPerUnit: 32, minimum: 1_000, step: 500 },
    });
    expect(await club.verify(challenge, await newestCode())).toEqual({ ok: false, error: 'code-expired' });
    stage.clock.advance(15 * 60_000);
    expect(await club.account(opened.value.token)).toEqual({ ok: false, error: 'session-over' });
    expect(await club.account('a-guess')).toEqual({ ok: false, error: 'session-over' });
  });

  test('says what a purchase earns', async () => {
    expect(await club.earning()).toEqual({ ok: true, value: { pointsPerUnit: 2, creditDays: 30 } });
  });

  test('brings a code by e-mail too', async () => {
    const before = await messagesTo('maria@exemplo.com.br', 'messages');
    expect(await club.sendCode(maria.memberId, 'dev_2')).toMatchObject({ ok: true });
    await expect
      .poll(async () => (await messagesTo('maria@exemplo.com.br', 'messages')).length)
      .toBe(before.length + 1);
  });

  test('lets three wrong codes pass and no more', async () => {
    const challenge = await sent();
    const code = await newestCode();
    const wrong = code === '000000' ? '000001' : '000000';
    expect(await club.verify(challenge, wrong)).toEqual({ ok: false, error: 'code-wrong' });
    expect(await club.verify(challenge, wrong)).toEqual({ ok: false, error: 'code-wrong' });
    expect(await club.verify(challenge, wrong)).toEqual({ ok: false, error: 'locked' });
    expect(await club.verify(challenge, code)).toEqual({ ok: false, error: 'locked' });
  });

  test('forgets a code after five minutes, and sends no second one at once', async () => {
    const challenge = await sent();
    expect(await club.sendCode(maria.memberId, 'dev_1')).toEqual({ ok: false, error: 'too-soon' });
    stage.clock.advance(300_000);
    expect(await club.verify(challenge, await newestCode())).toEqual({ ok: false, error: 'code-expired' });
    expect(await club.verify('chl_guess', '123456')).toEqual({ ok: false, error: 'code-expired' });
    expect(await club.sendCode(maria.memberId, 'dev_9')).toEqual({ ok: false, error: 'device-unknown' });
  });

  test.each(['maintenance', '429', 'timeout-before', 'timeout-after', '500-after', 'reset'])(
    'under the fault %s nothing is known',
    async (mode) => {
      await stage.faults({ target: 'points-club', mode, times: 3 });
      expect(await hasty.identify(maria.document)).toEqual({ ok: false, error: 'unavailable' });
    },
  );

  test('is not spoken to without a contract', async () => {
    const unauthorized = createPointsClub({ baseUrl: `${stage.world.origin}/points-club`, user: 'x', secret: 'wrong' });
    expect(await unauthorized.identify(maria.document)).toEqual({ ok: false, error: 'unavailable' });
    const nowhere = createPointsClub({ baseUrl: 'http://127.0.0.1:9', ...contract, budgetMs: 300 });
    expect(await nowhere.identify(maria.document)).toEqual({ ok: false, error: 'unavailable' });
  });
});
