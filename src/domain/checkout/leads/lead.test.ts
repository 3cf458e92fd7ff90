import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { patchLead, saveLead } from './index.server.ts';

let database: TestDatabase;
let world: DomainWorld;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(() => {
  world = createDomainWorld(database);
});

const other = { name: 'João Souza', email: 'joao@example.com', phone: '+5511987654321', consents: [], ip: '127.0.0.1' };

async function leadsOf(sessionId: string) {
  return database.db.selectFrom('leads').select('email').where('session_id', '=', sessionId).execute();
}

describe('the lead of a session', () => {
  test('is corrected by a second save, never doubled', async () => {
    const { session, lead } = await world.buyer();
    const saved = await saveLead(world.ctx, session, other);
    expect(saved).toMatchObject({ id: lead.id, email: other.email });
    expect(await leadsOf(session.id)).toEqual([{ email: other.email }]);
  });

  test('is written once by twenty saves at a moment', async () => {
    const { session } = await world.buyer();
    await Promise.all(Array.from({ length: 20 }, () => saveLead(world.ctx, session, other)));
    expect(await leadsOf(session.id)).toHaveLength(1);
  });

  test('that has paid is not overwritten by the next person at the same screen', async () => {
    const { session, lead, quote } = await world.buyer();
    accepted(await world.pay(session, quote));
    expect(await saveLead(world.ctx, session, other)).toMatchObject({ id: lead.id, email: lead.email });
    expect(await leadsOf(session.id)).toEqual([{ email: lead.email }]);
  });

  test('that has paid keeps its data, and only missing ones are filled in', async () => {
    const { session, lead, quote } = await world.buyer();
    const document = { type: 'cpf', number: '52998224725' } as const;
    const before = await patchLead(world.ctx, session, lead.id, { document, address: { city: 'Recife' } });
    expect(before).toMatchObject({ document, address: { city: 'Recife' } });
    accepted(await world.pay(session, quote));
    const swap = { type: 'cnpj', number: '11222333000181' } as const;
    const after = await patchLead(world.ctx, session, lead.id, {
      document: swap,
      address: { city: 'Olinda' },
      birthDate: '1990-01-01',
    });
    expect(after).toMatchObject({ document, address: { city: 'Recife' }, birthDate: '1990-01-01' });
  });

  test('of another session is out of reach', async () => {
    const one = await world.buyer();
    const stranger = await world.buyer();
    expect(await patchLead(world.ctx, stranger.session, one.lead.id, { birthDate: '1990-01-01' })).toBeNull();
  });
});
