import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { schoolDocuments } from '#tests/support/fixtures/school-documents.ts';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { eraseLeads } from '../../checkout/leads/index.server.ts';
import { refundOrder } from '../../payments/index.server.ts';
import type { FiscalAuthority, IssueAnswer } from './index.ts';
import { noteOfOrder, processFiscalNote, requestNoteAgain, syncFiscalNote } from './index.server.ts';

const wrong = 'E160: CPF not known';
const right = { type: 'cpf', number: '11144477735' } as const;

let database: TestDatabase;
let world: DomainWorld;
/** Declarations that the office was asked to issue; it refuses each whose buyer does not have the right number. */
let declared: string[];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  declared = [];
  await database.db.deleteFrom('fiscal_notes').execute();
  const fiscalAuthority: FiscalAuthority = {
    environment: 2,
    issue(declaration): Promise<IssueAnswer> {
      declared.push(declaration);
      if (!declaration.includes(`<CPF>${right.number}</CPF>`))
        return Promise.resolve({ kind: 'refused', code: 'E160', message: 'CPF not known' });
      const note = {
        accessKey: '1'.repeat(50),
        number: '7',
        link: 'https://office.example',
        issuedAt: world.clock.now(),
      };
      return Promise.resolve({ kind: 'issued', note });
    },
    find: () => Promise.resolve({ kind: 'not-found' }),
    cancel: () => Promise.resolve({ kind: 'canceled' }),
  };
  world = createDomainWorld(database, { documents: schoolDocuments, fiscalAuthority });
});

/** A paid order whose note the office refused. */
async function refused() {
  const { session, quote } = await world.buyer();
  const { orderId } = accepted(await world.pay(session, quote));
  await syncFiscalNote(world.ctx, orderId);
  await process(orderId);
  const note = await noteOfOrder(database.db, orderId);
  expect(note).toMatchObject({ state: 'refused', refusal: wrong });
  return { orderId, noteId: note?.id ?? '' };
}

async function process(orderId: string): Promise<void> {
  await processFiscalNote(world.ctx, (await noteOfOrder(database.db, orderId))?.id ?? '');
}

const notesOf = (orderId: string) =>
  database.db.selectFrom('fiscal_notes').select(['sequence', 'state', 'number']).where('order_id', '=', orderId);

describe('a refused fiscal note that is requested again', () => {
  test('is a new one with the tax id that the buyer gave since, which their purchase does not take over', async () => {
    const { orderId, noteId } = await refused();
    const leads = () => database.db.selectFrom('leads').select('document_number').execute();
    const before = await leads();
    accepted(await requestNoteAgain(world.ctx, { noteId, document: right }));
    await process(orderId);
    expect(await noteOfOrder(database.db, orderId)).toMatchObject({ state: 'issued', noteNumber: '7' });
    const [first, second] = await notesOf(orderId).orderBy('sequence').execute();
    expect([first, second]).toMatchObject([{ state: 'refused' }, { sequence: 2, state: 'issued' }]);
    expect(second?.number).toBe((first?.number ?? 0n) + 1n);
    expect(await leads()).toEqual(before);
  });

  test('without a new tax id has the data of today, and is refused again where they are the same', async () => {
    const { orderId, noteId } = await refused();
    accepted(await requestNoteAgain(world.ctx, { noteId }));
    await process(orderId);
    const again = await noteOfOrder(database.db, orderId);
    expect(again).toMatchObject({ state: 'refused' });
    expect(again?.id).not.toBe(noteId);
    const buyers = declared.map((declaration) => /<toma>.*<\/toma>/s.exec(declaration)?.[0]);
    expect(buyers).toHaveLength(2);
    expect(buyers[1]).toBe(buyers[0]);
  });

  test('is one, however often and however many at once ask', async () => {
    const { orderId, noteId } = await refused();
    let entries = 0;
    const ask = () =>
      requestNoteAgain(world.ctx, { noteId, document: right }, async () => {
        entries += 1;
      });
    const answers = await Promise.all([ask(), ask(), ask()]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await ask()).toEqual({ ok: false, error: 'note-not-refused' });
    expect(await notesOf(orderId).execute()).toHaveLength(2);
    expect(entries).toBe(1);
  });

  test('is not made for an order that was refunded, for an erased buyer’s number, or with one that no note takes', async () => {
    const { orderId, noteId } = await refused();
    expect(await requestNoteAgain(world.ctx, { noteId, document: { type: 'cpf', number: '12' } })).toEqual({
      ...{ ok: false, error: 'document-invalid' },
    });
    const leads = await database.db.selectFrom('orders').select('lead_id').where('id', '=', orderId).execute();
    await eraseLeads(
      database.db,
      leads.map((row) => row.lead_id),
      world.clock.now(),
    );
    expect(await requestNoteAgain(world.ctx, { noteId, document: right })).toEqual({
      ok: false,
      error: 'buyer-erased',
    });
    accepted(await refundOrder(world.ctx, orderId, 'all', `refund-${orderId}`, 'asked for'));
    await world.runJobs();
    expect(await requestNoteAgain(world.ctx, { noteId })).toEqual({ ok: false, error: 'note-not-owed' });
    expect(await notesOf(orderId).execute()).toHaveLength(1);
  });
});
