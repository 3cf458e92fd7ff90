import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { transaction } from '#src/kernel/db/transaction.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { schoolDocuments } from '#tests/support/fixtures/school-documents.ts';
import { refundOrder } from '../../payments/index.server.ts';
import type { FiscalAuthority, IssueAnswer } from './index.ts';
import { noteOfOrder, processFiscalNote, sweepFiscalNotes, syncFiscalNote } from './index.server.ts';
import { processNoteJob } from './request-note.server.ts';

let database: TestDatabase;
let world: DomainWorld;
/** Notes at the office, by their keys. */
let office: Map<string, 'issued' | 'canceled'>;
/** Happens while the office makes a note out. */
let meanwhile: () => Promise<void>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  office = new Map();
  meanwhile = () => Promise.resolve();
  await database.db.deleteFrom('fiscal_notes').execute();
  const known = (id: string): IssueAnswer => {
    const accessKey = id.replace(/\D/g, '').padEnd(50, '0');
    return {
      kind: 'issued',
      note: { accessKey, number: '1', link: 'https://office.example', issuedAt: world.clock.now() },
    };
  };
  const made = new Map<string, IssueAnswer>();
  const fiscalAuthority: FiscalAuthority = {
    environment: 2,
    async issue(declaration) {
      const id = /Id="(DPS\d+)"/.exec(declaration)?.[1] ?? '';
      const answer = known(id);
      made.set(id, answer);
      if (answer.kind === 'issued') office.set(answer.note.accessKey, 'issued');
      await meanwhile();
      return answer;
    },
    find: (id) => Promise.resolve(made.get(id) ?? { kind: 'not-found' }),
    cancel(accessKey) {
      office.set(accessKey, 'canceled');
      return Promise.resolve({ kind: 'canceled' });
    },
  };
  world = createDomainWorld(database, { documents: schoolDocuments, fiscalAuthority });
});

/** A sale whose note is wanted and was not handed in yet. */
async function wanted() {
  const { session, quote } = await world.buyer();
  const { orderId } = accepted(await world.pay(session, quote));
  await syncFiscalNote(world.ctx, orderId);
  world.sent.splice(0);
  return { orderId, noteId: (await noteOfOrder(database.db, orderId))?.id ?? '' };
}

async function giveAllBack(orderId: string): Promise<void> {
  accepted(await refundOrder(world.ctx, orderId, 'all', `refund-${orderId}`, 'asked for'));
  await world.runJobs();
}

/** What is left to do is done by whoever comes later. */
async function processDueNotes(): Promise<void> {
  world.clock.advance(2 * 3_600_000);
  for (let round = 0; round < 3; round += 1) {
    await sweepFiscalNotes(world.ctx);
    for (const { job, data } of world.sent.splice(0))
      if (job === processNoteJob) await processFiscalNote(world.ctx, data['noteId'] ?? '');
  }
}

test('fiscal note: a note that was issued during a full refund is canceled although its worker died', async () => {
  const { orderId, noteId } = await wanted();
  meanwhile = async () => {
    await giveAllBack(orderId);
    await syncFiscalNote(world.ctx, orderId);
  };
  const dies = () => Promise.reject(new Error('The process died'));
  const dying = { ...world.ctx, jobs: { ...world.ctx.jobs, send: dies } };
  await expect(processFiscalNote(dying, noteId)).rejects.toThrow('died');
  await processDueNotes();
  expect([...office.values()]).toEqual(['canceled']);
  expect(await noteOfOrder(database.db, orderId)).toMatchObject({ state: 'canceled' });
});

test('fiscal note: a note that a worker acquires during its cancellation is canceled at the authority', async () => {
  const { orderId, noteId } = await wanted();
  await giveAllBack(orderId);
  const { promise: isTaken, resolve: take } = Promise.withResolvers<undefined>();
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<undefined>();
  const taking = transaction(database.db, async (trx) => {
    const change = trx.updateTable('fiscal_notes').set({ tries: 1, next_try_at: world.clock.now() });
    await change.where('id', '=', noteId).execute();
    take(undefined);
    await mayEnd;
  });
  await isTaken;
  const syncing = syncFiscalNote(world.ctx, orderId);
  await Promise.race([syncing, new Promise((resolve) => setTimeout(resolve, 300))]);
  end(undefined);
  await Promise.all([taking, syncing]);
  expect(await noteOfOrder(database.db, orderId)).toMatchObject({ state: 'requested' });
  await processDueNotes();
  expect([...office.values()]).toEqual(['canceled']);
  expect(await noteOfOrder(database.db, orderId)).toMatchObject({ state: 'canceled' });
});
