import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { requestErasure, requestLink, ensureBuyerAccount } from '../../privacy/index.server.ts';
import { linkLimits } from './link-budget.repository.server.ts';

let database: TestDatabase;
let world: DomainWorld;
beforeEach(async () => {
  database = await createTestDatabase();
  world = createDomainWorld(database);
});
afterEach(() => database.close());

const returnLink = { brand: 'school', variant: null, locale: 'pt-BR', link: {} } as const;
const letters = () => world.sent.filter(({ job }) => job === 'send-account-email').length;

/** Asks for somebody's link, as anybody can. */
const ask = (email: string, ip: string): Promise<void> => requestLink(world.ctx, { ...returnLink, email, ip });

test('link requests for unknown addresses count nothing in the shared budget', async () => {
  for (let count = 0; count < linkLimits.machine + 10; count += 1)
    await ask(`nobody${count}@example.com`, '203.0.113.7');
  const { lead } = await world.buyer();
  await ask(lead.email, '203.0.113.8');
  const { rows } = await database.pool.query<{ asked: number }>('select asked from link_budgets where most = $1', [
    linkLimits.all,
  ]);
  // Only the e-mail that was queued.
  expect([rows, letters()]).toEqual([[{ asked: 1 }], 1]);
});

test('link requests for an address do not keep its owner from requesting an erasure', async () => {
  const { lead } = await world.buyer();
  for (let count = 0; count < linkLimits.email + 2; count += 1) await ask(lead.email, `203.0.113.${count}`);
  expect(letters()).toBe(linkLimits.email);
  const page = await ensureBuyerAccount(world.ctx, database.db, { brand: 'school', email: lead.email });
  const request = { ...returnLink, ip: '198.51.100.1' };
  expect(await requestErasure(world.ctx, page, request)).toBe('asked');
  // A hand that presses again and again fills nobody's mailbox.
  for (let count = 1; count < linkLimits.email; count += 1) await requestErasure(world.ctx, page, request);
  expect(await requestErasure(world.ctx, page, request)).toBe('too-often');
});
