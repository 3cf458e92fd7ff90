import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { newSecret } from '#src/kernel/ids/ids.server.ts';
import { type CheckoutSession, openSession, type SessionStart } from '../sessions/index.server.ts';
import { currentQuote, type QuoteRequest } from './index.server.ts';

let database: TestDatabase;
let world: DomainWorld;
let start: SessionStart;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => {
  world = createDomainWorld(database);
  start = {
    ...{ browserHash: newSecret(), brand: 'school', variant: null, business: 'school', productCode: 'course' },
    ...{ offer: '', flowId: 'default', market: 'BR', locale: 'pt-BR', seller: 'ana', source: 'campanha' },
    link: { voucher: ' For-All ' },
  };
});

const full = 114_000n;
const lowered = 102_000n;

/** The buyer's next request: by the link again, as every page is opened. */
const visit = (voucher = ' For-All '): Promise<CheckoutSession> =>
  openSession(world.ctx, { ...start, link: { voucher } });
async function priceOf(session: CheckoutSession, request?: QuoteRequest): Promise<bigint> {
  return accepted(await currentQuote(world.ctx, session, request)).total;
}

describe('a voucher of the link', () => {
  test('that the buyer removed does not come back by a reload, another page or an expired quote', async () => {
    expect(await priceOf(await visit())).toBe(lowered);
    expect(await priceOf(await visit(), { voucher: '' })).toBe(full);
    for (let page = 0; page < 3; page += 1) {
      expect(await priceOf(await visit())).toBe(full);
      world.clock.advance(3_600_000);
    }
  });

  test('that was removed is back when it is typed', async () => {
    await priceOf(await visit(), { voucher: '' });
    expect(await priceOf(await visit(), { voucher: 'for-all' })).toBe(lowered);
    world.clock.advance(3_600_000);
    expect(await priceOf(await visit())).toBe(lowered);
  });

  test('that was removed is gone at once, also for a request that read the session before', async () => {
    const session = await visit();
    await priceOf(session, { voucher: '' });
    expect(await priceOf(session)).toBe(full);
  });

  test('of a later link counts in place of the removed one', async () => {
    await priceOf(await visit(), { voucher: '' });
    expect(await priceOf(await visit('last-one'))).toBe(lowered);
  });
});
