import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { type AuditEntry, recordAudit } from '../../staff/index.server.ts';
import { timelineOf } from '../timeline/index.server.ts';
import { eraseSaleNotes, insertSaleNote } from './index.server.ts';

let database: TestDatabase;
let world: DomainWorld;
let orderId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  world = createDomainWorld(database);
  const { session, quote } = await world.buyer();
  ({ orderId } = accepted(await world.pay(session, quote)));
});
afterAll(() => database.close());

const note = (id: string, text: string) =>
  insertSaleNote(database.db, { id, orderId, writtenBy: 'staff:acc_ana', text, at: world.clock.now() });
const staffOf = async () => (await timelineOf(database.db, orderId, world.clock.now()))?.sale.staff;

describe('a note of a sale', () => {
  test('is one note however often it is sent, and stands on the timeline with what staff did and saw', async () => {
    expect([await note('note_1', 'Maria ligou'), await note('note_1', 'Maria ligou')]).toEqual([true, false]);
    const entry: AuditEntry = {
      ...{ actor: 'staff:acc_ana', sessionId: null, action: 'buyer.reveal', brand: 'school', detail: {} },
      ...{ subject: { kind: 'order', id: orderId }, reason: 'ticket 12', ipGroup: '203.0.113.0/24', outcome: 'seen' },
    };
    await recordAudit(database.db, entry, world.clock.now());
    expect(await staffOf()).toMatchObject([
      { kind: 'note', actor: 'staff:acc_ana', reason: 'Maria ligou' },
      { kind: 'seen', actor: 'staff:acc_ana', action: 'buyer.reveal', reason: 'ticket 12' },
    ]);
  });

  test('cannot be changed or deleted, but for its text at the erasure of the buyer', async () => {
    await note('note_2', 'Maria da Silva mora em Campinas');
    for (const statement of [
      "update sale_notes set text = 'other'",
      "update sale_notes set written_by = 'staff:x', text = null",
      'delete from sale_notes',
      'truncate sale_notes',
    ])
      await expect(database.pool.query(statement)).rejects.toThrow('append-only');
    await eraseSaleNotes(database.db, [orderId]);
    const notes = (await staffOf())?.filter(({ kind }) => kind === 'note');
    expect(notes?.map(({ reason }) => reason)).toEqual([null, null]);
  });
});

describe('the timeline of a sale', () => {
  test('has no name, address, phone or document of its buyer', async () => {
    const timeline = await timelineOf(database.db, orderId, world.clock.now());
    const text = JSON.stringify(timeline, (_key, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    for (const personal of ['Maria', 'maria@example.com', '11961234567']) expect(text).not.toContain(personal);
  });
});
