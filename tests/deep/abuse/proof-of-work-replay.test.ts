import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AbuseWorld, type Caller, createAbuseWorld, solveProofOfWork } from './abuse-world.server.ts';

let world: AbuseWorld;
beforeAll(async () => {
  world = await createAbuseWorld();
});
afterAll(() => world.close());

const handIn = (caller: Caller, captchaToken: string, action = 'pay') =>
  caller.call('POST', '/api/v1/proof', { action, captchaToken });
const refused = { status: 422, json: { code: 'captcha-refused' } };

test('S-08 row 29: a solution is taken once, however many hand it in at the same time', async () => {
  const caller = world.from('177.1.2.3');
  const token = await solveProofOfWork(caller);
  const answers = await Promise.all(Array.from({ length: 10 }, () => handIn(caller, token)));
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
  expect(await handIn(caller, token)).toMatchObject(refused);
});

test('row 29: not after its time, not for another action, not for another browser, not with a changed word', async () => {
  const caller = world.from('177.1.2.4');
  expect(await handIn(caller, await solveProofOfWork(caller), 'lead')).toMatchObject(refused);
  const token = await solveProofOfWork(caller);
  const stranger = world.from('177.1.2.4');
  expect(await handIn(stranger, token)).toMatchObject(refused);
  for (const change of [{ keyPrefix: '' }, { cost: 1 }, { algorithm: 'SHA-1' }, { algorithm: 'none' }]) {
    const easier = JSON.parse(Buffer.from(token, 'base64').toString('utf8')) as { challenge: { parameters: object } };
    Object.assign(easier.challenge.parameters, change);
    expect(await handIn(caller, Buffer.from(JSON.stringify(easier)).toString('base64'))).toMatchObject(refused);
  }
  for (const rubbish of ['', 'AAAA', 'e30=', '%', 'x'.repeat(4_096)])
    expect(await handIn(caller, rubbish)).toMatchObject(refused);
  world.clock.advance(301_000);
  expect(await handIn(caller, token)).toMatchObject(refused);
});
