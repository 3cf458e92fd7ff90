import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { leadById, patchLead } from '../checkout/leads/index.server.ts';
import { addressOf, ensureBuyerAccount, updateAddress } from './index.server.ts';

let database: TestDatabase;
let world: DomainWorld;
beforeEach(async () => {
  database = await createTestDatabase();
  world = createDomainWorld(database);
});
afterEach(() => database.close());

const pageOf = (email: string) => ensureBuyerAccount(world.ctx, database.db, { brand: 'school', email });

test('a corrected address reaches nobody who only typed the same e-mail, nor theirs the page', async () => {
  const mine = await world.buyer();
  accepted(await world.pay(mine.session, mine.quote));
  const stranger = await world.buyer();
  expect(stranger.lead.email).toBe(mine.lead.email);
  await patchLead(world.ctx, stranger.session, stranger.lead.id, { address: { city: 'Elsewhere' } });
  const page = await pageOf(mine.lead.email);
  expect(await addressOf(world.ctx, page)).toBeNull();
  await updateAddress(world.ctx, page, { city: 'Recife' });
  expect(await addressOf(world.ctx, page)).toEqual({ city: 'Recife' });
  expect((await leadById(database.db, mine.lead.id))?.address).toEqual({ city: 'Recife' });
  expect((await leadById(database.db, stranger.lead.id))?.address).toEqual({ city: 'Elsewhere' });
});
