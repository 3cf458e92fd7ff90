import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { card, createSplitWorld, type SplitWorld } from '#tests/support/worlds/split-world.server.ts';

let database: TestDatabase;
let world: SplitWorld;
beforeEach(async () => {
  database = await createTestDatabase();
  const plain = createSplitWorld(database);
  world = createSplitWorld(database, {
    config: { ...plain.ctx.config, risk: { countsPrivateAddresses: true } },
    rails: {
      ...plain.ctx.rails,
      byMethod(method) {
        const rail = plain.ctx.rails.byMethod(method);
        return rail && { ...rail, countsCardAttempts: true };
      },
    },
  });
});
afterEach(() => world.end());

test('concurrent payments above the pool’s size never deadlock on a connection that they hold', async () => {
  const buyers = [];
  for (let index = 0; index < 12; index += 1) buyers.push(await world.buyer());
  const answers = await Promise.all(
    buyers.map(({ session, quote }, index) =>
      world.pay(session, quote, { browser: { userAgent: 'test', language: 'pt-BR', ip: `189.40.1.${index + 1}` } }),
    ),
  );
  expect(answers.map((answer) => accepted(answer).state)).toEqual(buyers.map(() => 'captured'));
});

test('a saved card beside a new card leaves the new card’s checks in force', async () => {
  const now = world.clock.now();
  const { session, lead, quote } = await world.buyer();
  await database.db
    .insertInto('decline_alarms')
    .values({ level: 3, since: now, until: new Date(now.getTime() + 3_600_000) })
    .execute();
  const { browser_hash: browser } = await database.db
    .selectFrom('checkout_sessions')
    .select('browser_hash')
    .where('id', '=', session.id)
    .executeTakeFirstOrThrow();
  await database.db
    .insertInto('payment_profiles')
    .values({
      ...{ id: 'pro_kept', browser_hash: browser, session_id: session.id, lead_id: lead.id, email: lead.email },
      ...{ business: 'school', market: 'BR', rail: 'now', gateway: 'cards', token: 'kept', instrument_key: null },
      ...{ brand: 'visa', last4: '1111', expiry: '2030-12', scheme_transaction_id: null, consent_id: null },
      ...{ attempt_id: null, created_at: now, deleted_at: null, replaced_by: null },
    })
    .execute();
  const kept = { ...card(1_000n), fields: { paymentProfileId: 'pro_kept' } };
  const browserAt = { browser: { userAgent: 'test', language: 'pt-BR', ip: '189.40.1.1' } };
  const both = await world.payWith(session, quote, [kept, card()], browserAt);
  expect(both).toEqual({ ok: false, error: { code: 'method-paused' } });
  expect(world.sandbox()).toEqual({ taken: 0n, reserved: 0n });
});
