import { afterAll, beforeAll, expect, test } from 'vitest';
import { pollAttempt } from '#src/domain/payments/index.server.ts';
import {
  type AbuseWorld,
  beginPurchase,
  type Caller,
  type CardOutcome,
  cardToken,
  createAbuseWorld,
  payByCard,
  solveProofOfWork,
} from './abuse-world.server.ts';

let world: AbuseWorld;
beforeAll(async () => {
  world = await createAbuseWorld();
});
afterAll(() => world.close());

async function begin(caller: Caller, email: string): Promise<string> {
  const lead = await beginPurchase(caller, email);
  if (typeof lead !== 'string') throw new Error(`No purchase: ${lead.status}`);
  return lead;
}

/** An alarm of the last stage, as so many refusals raise it; it stands before anybody looks. */
async function raiseAlarm(): Promise<void> {
  const now = world.clock.now();
  await world.database.pool.query('insert into decline_alarms (level, since, until) values (3, $1, $2)', [
    ...[now, new Date(now.getTime() + 3 * 86_400_000)],
  ]);
}

/** A stranger's purchase: work is proved, their bank asks, and they answer. */
async function buyAsStranger(caller: Caller, lead: string, who: string): Promise<void> {
  expect((await payByCard(caller, lead, cardToken(who, 'good'))).json['code']).toBe('captcha-needed');
  const captchaToken = await solveProofOfWork(caller);
  const asked = await payByCard(caller, lead, cardToken(who, 'good'), { captchaToken });
  expect(asked).toMatchObject({ status: 202, json: { state: 'awaiting-buyer' } });
  expect(world.gateway.countOf(who)).toBe(0);
  const attemptId = String(asked.json['attemptId']);
  world.gateway.answerQuestion(attemptId, true);
  expect(await pollAttempt(world.ctx, attemptId, 'check')).toMatchObject({ state: 'captured' });
}

test('row 28: a stranger is challenged at the last level, and who paid a day ago is asked for nothing', async () => {
  await raiseAlarm();
  const buyer = world.from('177.20.1.1');
  await buyAsStranger(buyer, await begin(buyer, 'maria@exemplo.com.br'), 'maria');

  const other = { productCode: 'meusucesso', seller: 'ana', source: 'campanha' };
  const contact = { name: 'Maria da Silva', email: 'maria@exemplo.com.br', phone: '(11) 96123-4567' };
  const lead = await buyer.call('POST', '/api/v1/lead', { ...contact, ...other });
  expect(lead.status).toBe(201);
  const pays = (outcome: CardOutcome) =>
    payByCard(buyer, String(lead.json['id']), cardToken('maria', outcome), {
      productCode: other.productCode,
      business: 'meusucesso',
    });
  // What was paid a moment ago speaks for nobody.
  expect((await pays('good')).json).toMatchObject({ state: 'awaiting-buyer' });
  world.clock.advance(86_400_000 + 60_000);
  const refused = await pays('bad');
  expect(refused).toMatchObject({ status: 402 });
  // Nor does what was paid long ago, once a card was refused.
  expect((await pays('good')).json).toMatchObject({ code: 'captcha-needed' });
  expect(world.gateway.asked.get('maria')).toBe(2);
});
