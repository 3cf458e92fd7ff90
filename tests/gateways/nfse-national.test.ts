import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sweepDocuments } from '#src/domain/documents/audit-trail/index.server.ts';
import {
  type FiscalAuthority,
  noteOfOrder,
  processFiscalNote,
  sweepFiscalNotes,
  syncFiscalNote,
} from '#src/domain/documents/fiscal-notes/index.server.ts';
import { processNoteJob } from '#src/domain/documents/fiscal-notes/request-note.server.ts';
import { formatOrderReference } from '#src/domain/orders/index.server.ts';
import { refundOrder } from '#src/domain/payments/index.server.ts';
import { createNfseNational } from '#src/gateways/nfse-national/fiscal.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { schoolDocuments } from '#tests/support/fixtures/school-documents.ts';
import { openSandboxWorld, type SandboxWorld } from './suite/sandbox-world.server.ts';

let sandboxWorld: SandboxWorld;
let database: TestDatabase;
let authority: FiscalAuthority;
let world: DomainWorld;
beforeAll(async () => {
  [sandboxWorld, database] = await Promise.all([openSandboxWorld(), createTestDatabase()]);
  authority = createNfseNational({
    baseUrl: `${sandboxWorld.world.origin}/tax-office`,
    lookup: `${sandboxWorld.world.origin}/tax-office/consulta?chave={key}`,
    environment: 2,
    certificate: null,
    // Used up by the weather alone, however busy the machine is.
    budgetMs: 2_000,
  });
  world = createDomainWorld(database, { documents: schoolDocuments, fiscalAuthority: authority });
});
afterEach(() => sandboxWorld.clearFaults());
afterAll(async () => {
  await Promise.all([sandboxWorld.close(), database.close()]);
});

async function sale(): Promise<string> {
  const { session, quote } = await world.buyer();
  return accepted(await world.pay(session, quote)).orderId;
}

/** Runs every job about notes that was sent so far, as often as it was sent. */
async function settle(): Promise<void> {
  for (const { job, data } of world.sent.splice(0))
    if (job === processNoteJob) await processFiscalNote(world.ctx, data['noteId'] ?? '');
}

async function notesAtTheOffice(): Promise<string> {
  return (await fetch(`${sandboxWorld.world.origin}/tax-office/consulta`)).text();
}

describe('the fiscal note of a sale', () => {
  test('is requested once after the money, and its number and link are stored', async () => {
    const orderId = await sale();
    expect(await noteOfOrder(database.db, orderId)).toBeNull();
    await Promise.all([1, 2, 3].map(() => syncFiscalNote(world.ctx, orderId)));
    await settle();
    const note = await noteOfOrder(database.db, orderId);
    expect(note).toMatchObject({ state: 'issued', amount: 114_000n });
    expect(note?.accessKey).toMatch(/^4106902\d{43}$/);
    const page = await (await fetch(note?.link ?? '')).text();
    expect(page).toContain(`NFS-e ${note?.noteNumber ?? '-'}`);
    expect(page).toContain('R$ 1140,00');
    await processFiscalNote(world.ctx, note?.id ?? '');
    const { length } = await database.db
      .selectFrom('fiscal_notes')
      .select('id')
      .where('order_id', '=', orderId)
      .execute();
    expect(length).toBe(1);
  });

  test('is canceled when everything went back', async () => {
    const orderId = await sale();
    await syncFiscalNote(world.ctx, orderId);
    await settle();
    await refundOrder(world.ctx, orderId, 114_000n, `refund-${orderId}`, 'asked for');
    await world.runJobs();
    await syncFiscalNote(world.ctx, orderId);
    await settle();
    expect(await noteOfOrder(database.db, orderId)).toMatchObject({ state: 'canceled', canceledAt: expect.any(Date) });
    expect(await notesAtTheOffice()).toContain('(cancelada)');
  });

  test('is not asked for any more when everything went back before', async () => {
    const orderId = await sale();
    await syncFiscalNote(world.ctx, orderId);
    await refundOrder(world.ctx, orderId, 114_000n, `refund-${orderId}`, 'asked for');
    await world.runJobs();
    await syncFiscalNote(world.ctx, orderId);
    await settle();
    expect(await noteOfOrder(database.db, orderId)).toMatchObject({ state: 'canceled', accessKey: null });
  });

  test.each(['timeout-before', 'timeout-after', '500-after', 'reset', 'maintenance', '429'])(
    'is one and the same after %s',
    async (mode) => {
      const orderId = await sale();
      await sandboxWorld.faults({ target: 'tax-office', mode, times: 1 });
      await syncFiscalNote(world.ctx, orderId);
      await settle();
      expect(await noteOfOrder(database.db, orderId)).toMatchObject({ state: 'requested', accessKey: null });
      await sandboxWorld.clearFaults();
      world.clock.advance(31_000);
      expect(await sweepFiscalNotes(world.ctx)).toBeGreaterThan(0);
      await settle();
      expect(await noteOfOrder(database.db, orderId)).toMatchObject({ state: 'issued' });
      const order = await database.db
        .selectFrom('orders')
        .select('reference')
        .where('id', '=', orderId)
        .executeTakeFirstOrThrow();
      const page = await notesAtTheOffice();
      expect(page.split(`pedido ${formatOrderReference(order.reference)}:`)).toHaveLength(2);
    },
  );

  test('that is taken by one worker is left alone by the other', async () => {
    const orderId = await sale();
    await syncFiscalNote(world.ctx, orderId);
    const { id } = (await noteOfOrder(database.db, orderId)) ?? { id: '' };
    world.sent.splice(0);
    await Promise.all([1, 2, 3, 4].map(() => processFiscalNote(world.ctx, id)));
    const row = await database.db.selectFrom('fiscal_notes').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ state: 'issued', tries: 1 });
  });

  test('comes by the sweep of papers, too, and numbers follow each other', async () => {
    await sale();
    await sale();
    world.clock.advance(31_000);
    await sweepDocuments(world.ctx);
    await settle();
    const rows = await database.db.selectFrom('fiscal_notes').select('number').orderBy('number').execute();
    expect(rows.map(({ number }) => Number(number))).toEqual(rows.map((_, index) => index + 1));
  });
});

describe('the tax office', () => {
  test.each([
    ['another identifier', 'Id="DPS4', 'Id="DPS5', 'E0004'],
    ['letters in the CNPJ', '<CNPJ>11222333000181</CNPJ>', '<CNPJ>12ABC34501DE35</CNPJ>', 'E1235'],
    ['elements in another order', '<serie>1</serie>', '', 'E1235'],
    ['an element that is not there', '<tpEmit>1</tpEmit>', '<tpEmit>1</tpEmit><nada>1</nada>', 'E1235'],
    ['no value', '<vServ>', '<vServ>x', 'E1235'],
  ])('refuses a declaration with %s', async (_, from, to, code) => {
    const orderId = await sale();
    await syncFiscalNote(world.ctx, orderId);
    world.sent.splice(0);
    const { id } = (await noteOfOrder(database.db, orderId)) ?? { id: '' };
    const row = await database.db
      .selectFrom('fiscal_notes')
      .select('declaration')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row.declaration).toContain(from);
    expect(await authority.issue(row.declaration.replace(from, to))).toMatchObject({ kind: 'refused', code });
  });

  test('a refusal is stored for the staff and not retried', async () => {
    const orderId = await sale();
    await syncFiscalNote(world.ctx, orderId);
    await database.db
      .updateTable('fiscal_notes')
      .set({ declaration: '<DPS></DPS>' })
      .where('order_id', '=', orderId)
      .execute();
    await settle();
    expect(await noteOfOrder(database.db, orderId)).toMatchObject({
      state: 'refused',
      refusal: expect.stringContaining('E1235'),
    });
    const row = await database.db
      .selectFrom('fiscal_notes')
      .select('next_try_at')
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow();
    expect(row.next_try_at).toBeNull();
  });
});

test('an absent tax office is no refusal', async () => {
  const away = createNfseNational({
    baseUrl: 'http://127.0.0.1:9/tax-office',
    lookup: 'x{key}',
    environment: 2,
    certificate: null,
    budgetMs: 300,
  });
  expect(await away.issue('<DPS/>')).toMatchObject({ kind: 'unknown' });
  expect(await away.find('DPS1')).toMatchObject({ kind: 'unknown' });
  expect(await away.cancel('1', '<x/>')).toMatchObject({ kind: 'unknown' });
});
