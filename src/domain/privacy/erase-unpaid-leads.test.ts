import { afterEach, beforeEach, expect, test } from 'vitest';
import { addDays } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { card, code, createSplitWorld, type SplitWorld } from '#tests/support/worlds/split-world.server.ts';
import { invoiceOffer, createOffer, offerById } from '../sales/custom-offers/index.server.ts';
import { patchLead } from '../checkout/leads/index.server.ts';
import { ensureBuyerAccount, eraseData, eraseUnpaidLeads } from './index.server.ts';

let database: TestDatabase;
let world: SplitWorld;
beforeEach(async () => {
  database = await createTestDatabase();
  world = createSplitWorld(database);
});
afterEach(() => world.end());

const dayMs = 86_400_000;
const document = '39053344705';

/** A visitor with a document who was shown a contract. */
async function visitor() {
  const buyer = await world.buyer();
  const { session, lead, quote } = buyer;
  await patchLead(world.ctx, session, lead.id, { document: { type: 'cpf', number: document } });
  await database.pool.query(
    `insert into contracts (id, session_id, quote_id, locale, terms_version, body, text_hash, created_at)
     values ($1, $2, $3, 'pt-BR', '1', $4, 'x', now())`,
    [`con_${lead.id}`, session.id, quote.id, JSON.stringify({ text: `${lead.name}, ${document}` })],
  );
  return buyer;
}

async function rowsWith(text: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ place: string }>(
    `select 'leads' as place from leads where leads::text like $1
     union all select 'contracts' from contracts where contracts::text like $1
     union all select 'attempts' from attempts where attempts::text like $1`,
    [`%${text}%`],
  );
  return rows.map(({ place }) => place);
}

test('a lead without a purchase is erased after ninety days, once, in every table', async () => {
  const { lead } = await visitor();
  world.clock.advance(89 * dayMs);
  expect(await eraseUnpaidLeads(world.ctx)).toBe(0);
  expect(await rowsWith(document)).toEqual(['leads', 'contracts']);
  world.clock.advance(2 * dayMs);
  const all = await Promise.all([eraseUnpaidLeads(world.ctx), eraseUnpaidLeads(world.ctx)]);
  expect(all.reduce((sum, one) => sum + one, 0)).toBe(1);
  for (const text of [document, lead.email, lead.phone]) expect(await rowsWith(text)).toEqual([]);
  expect(await eraseUnpaidLeads(world.ctx)).toBe(0);
});

test('a lead that bought, or is about to, is kept', async () => {
  const bought = await visitor();
  accepted(await world.payWith(bought.session, bought.quote, [card()]));
  const waiting = await visitor();
  accepted(await world.payWith(waiting.session, waiting.quote, [code()]));
  world.clock.advance(91 * dayMs);
  expect(await eraseUnpaidLeads(world.ctx)).toBe(0);
  const kept = await database.db.selectFrom('leads').select('document_number').execute();
  expect(kept).toEqual([{ document_number: document }, { document_number: document }]);
});

test('a lead whose payment failed and was left is erased with it', async () => {
  const { session, quote } = await visitor();
  accepted(await world.payWith(session, quote, [code()]));
  await database.pool.query(`update attempts set state = 'expired'`);
  world.clock.advance(91 * dayMs);
  expect(await eraseUnpaidLeads(world.ctx)).toBe(1);
  expect(await rowsWith(document)).toEqual([]);
});

test('an erasure that a visitor without a purchase requests reaches the contract that they were shown', async () => {
  const { lead, session } = await visitor();
  const page = await ensureBuyerAccount(world.ctx, database.db, { brand: session.brand, email: lead.email });
  accepted(await eraseData(world.ctx, page.id));
  expect(await rowsWith(document)).toEqual([]);
});

async function offerTo(leadId: string, days: number): Promise<string> {
  const expiresOn = addDays(marketDate(world.clock.now(), 'BR'), days);
  const terms = { subject: { leadId }, planId: 'plan-year', amount: 99_000n, seller: 'ana', expiresOn };
  return accepted(await createOffer(world.ctx, terms)).id;
}

test('a lead with a custom offer is kept while the offer is open, and not after', async () => {
  const { lead } = await visitor();
  const offerId = await offerTo(lead.id, 120);
  world.clock.advance(100 * dayMs);
  expect(await eraseUnpaidLeads(world.ctx)).toBe(0);
  expect(await rowsWith(document)).toContain('leads');
  world.clock.advance(23 * dayMs);
  expect(await eraseUnpaidLeads(world.ctx)).toBe(1);
  expect(await offerById(database.db, offerId)).toBeNull();
});

test('a custom offer to an erased lead is neither invoiced nor paid', async () => {
  const { lead, session, quote } = await visitor();
  const offerId = await offerTo(lead.id, 120);
  const page = await ensureBuyerAccount(world.ctx, database.db, { brand: session.brand, email: lead.email });
  accepted(await eraseData(world.ctx, page.id));
  expect(await invoiceOffer(world.ctx, offerId)).toEqual({ ok: false, error: 'not-found' });
  const paid = await world.payWith(session, quote, [card()]);
  expect(paid).toEqual({ ok: false, error: { code: 'lead-missing' } });
});

test('a lead that came back to its session is kept, whenever it was left first', async () => {
  const { session } = await visitor();
  world.clock.advance(60 * dayMs);
  const now = world.clock.now();
  await database.db.updateTable('checkout_sessions').set({ touched_at: now }).where('id', '=', session.id).execute();
  world.clock.advance(89 * dayMs);
  expect(await eraseUnpaidLeads(world.ctx)).toBe(0);
  world.clock.advance(2 * dayMs);
  expect(await eraseUnpaidLeads(world.ctx)).toBe(1);
});

test('an erasure that fails stops no other, and is tried again the next night', async () => {
  const stuck = await visitor();
  await visitor();
  await visitor();
  await database.pool.query(`
    create function stick() returns trigger language plpgsql as $$ begin raise exception 'stuck'; end $$;
    create trigger stick before update of name on leads for each row when (old.id = '${stuck.lead.id}') execute function stick();
  `);
  world.clock.advance(91 * dayMs);
  expect(await eraseUnpaidLeads(world.ctx, { most: 2 })).toBe(2);
  await database.pool.query('drop trigger stick on leads');
  expect(await eraseUnpaidLeads(world.ctx)).toBe(0);
  world.clock.advance(dayMs);
  expect(await eraseUnpaidLeads(world.ctx)).toBe(1);
});

test('a payment that is being written goes before the erasure, without a deadlock, and its lead is kept', async () => {
  const { session, quote } = await visitor();
  world.clock.advance(91 * dayMs);
  const [paid] = await Promise.all([world.payWith(session, quote, [card()]), eraseUnpaidLeads(world.ctx)]);
  const { rows } = await database.pool.query(`select name from leads where email like '%@erased.invalid'`);
  expect(rows).toHaveLength(paid.ok ? 0 : 1);
});
