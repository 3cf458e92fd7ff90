import { afterEach, beforeEach, expect, test } from 'vitest';
import { transaction } from '#src/kernel/db/transaction.server.ts';
import { addDays } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { erasedDomain } from '../../checkout/leads/index.server.ts';
import { lockSession } from '../../checkout/sessions/index.server.ts';
import { invoiceOffer, createOffer } from './index.server.ts';

let database: TestDatabase;
let world: DomainWorld;
beforeEach(async () => {
  database = await createTestDatabase();
  world = createDomainWorld(database);
});
afterEach(() => database.close());

async function offered() {
  const { lead, session } = await world.buyer();
  const expiresOn = addDays(marketDate(world.clock.now(), 'BR'), 10);
  const terms = { subject: { leadId: lead.id }, planId: 'plan-year', amount: 99_000n, seller: 'ana', expiresOn };
  const { id } = accepted(await createOffer(world.ctx, terms));
  return { lead, session, offerId: id };
}

/** Takes an offer while somebody who has the lock of its buyer's visit changes who that is. */
async function billedBeside(
  { lead, session, offerId }: Awaited<ReturnType<typeof offered>>,
  contact: { readonly name: string; readonly email: string },
) {
  const { promise: isLocked, resolve: lock } = Promise.withResolvers<undefined>();
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<undefined>();
  const changing = transaction(database.db, async (trx) => {
    await lockSession(trx, session.id);
    lock(undefined);
    await mayEnd;
    await trx.updateTable('leads').set(contact).where('id', '=', lead.id).execute();
  });
  await isLocked;
  const billing = invoiceOffer(world.ctx, offerId);
  // Long enough for whoever does not wait for the lock.
  await Promise.race([billing, new Promise((resolve) => setTimeout(resolve, 500))]);
  end(undefined);
  await changing;
  return billing;
}

const names = async () => database.db.selectFrom('leads').select(['name', 'email']).orderBy('created_at').execute();

test('custom offer: accepting it while its buyer is being erased stores no personal data again', async () => {
  const offer = await offered();
  const nobody = { name: 'Dados apagados', email: `nobody@${erasedDomain}` };
  expect(await billedBeside(offer, nobody)).toEqual({ ok: false, error: 'not-found' });
  expect(await names()).toEqual([nobody]);
  expect(await database.db.selectFrom('orders').select('id').execute()).toEqual([]);
});

test('custom offer: the invoice names the buyer as of its writing', async () => {
  const offer = await offered();
  const right = { name: 'Maria da Silva', email: 'right@example.com' };
  accepted(await billedBeside(offer, right));
  expect(await names()).toEqual([right, right]);
});
