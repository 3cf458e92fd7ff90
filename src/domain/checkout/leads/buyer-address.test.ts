import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { addressOfBuyer, leadById, patchLead, updateAddressOfBuyer } from './index.server.ts';

let database: TestDatabase;
let world: DomainWorld;
beforeEach(async () => {
  database = await createTestDatabase();
  world = createDomainWorld(database);
});
afterEach(() => database.close());

test('an address that a buyer corrects reaches nobody who only typed the same e-mail, nor theirs the buyer', async () => {
  const mine = await world.buyer();
  accepted(await world.pay(mine.session, mine.quote));
  const stranger = await world.buyer();
  expect(stranger.lead.email).toBe(mine.lead.email);
  await patchLead(world.ctx, stranger.session, stranger.lead.id, { address: { city: 'Elsewhere' } });
  const buyer = { brand: 'school', email: mine.lead.email };
  expect(await addressOfBuyer(database.db, buyer)).toBeNull();
  await updateAddressOfBuyer(database.db, buyer, { city: 'Recife' }, world.clock.now());
  expect(await addressOfBuyer(database.db, buyer)).toEqual({ city: 'Recife' });
  expect((await leadById(database.db, mine.lead.id))?.address).toEqual({ city: 'Recife' });
  expect((await leadById(database.db, stranger.lead.id))?.address).toEqual({ city: 'Elsewhere' });
});
