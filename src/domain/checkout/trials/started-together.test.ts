import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import type { RenewalWorld } from '#tests/support/worlds/renewal-world.server.ts';
import { createTrialWorld, planLike } from '#tests/support/worlds/trial-world.server.ts';
import { trialLinkKey } from '../flows/index.ts';
import { currentQuote } from '../quotes/index.server.ts';
import { sessionById } from '../sessions/index.server.ts';

const words = { label: 'aceito', text: 'R$ 2.388,00 em três meses' };

let database: TestDatabase;
let world: RenewalWorld;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  world = await createTrialWorld(database, [planLike('free', 238_800n, { trial: { unit: 'month', count: 3 } })]);
});

/** The same person in one more browser, by a link that gives free time. */
async function visit() {
  const { session: came } = await world.buyer();
  await database.pool.query('update checkout_sessions set link = $2 where id = $1', [
    came.id,
    { [trialLinkKey]: 'yes' },
  ]);
  const session = await sessionById(database.db, came.id);
  if (!session) throw new Error('No session');
  return { session, quote: accepted(await currentQuote(world.ctx, session)) };
}

const begun = () => database.db.selectFrom('subscriptions').select('id').where('state', '=', 'trialing').execute();

test('a trial that one buyer starts in many browsers at once is started once', async () => {
  const visits = await Promise.all(Array.from({ length: 6 }, visit));
  const answers = await Promise.all(visits.map(({ session, quote }) => world.pay(session, quote, { trial: words })));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  for (const answer of answers.filter(({ ok }) => !ok)) expect(answer).toMatchObject({ error: { code: 'trial-used' } });
  expect(await begun()).toHaveLength(1);
});
