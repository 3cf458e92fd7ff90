import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import { type ConsoleWorld, createConsoleWorld } from '#tests/support/worlds/console-world.server.ts';
import { enrollStaff } from '#tests/support/worlds/enroll-staff.server.ts';

let database: TestDatabase;
let world: ConsoleWorld;
let orderId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  world = await createConsoleWorld(database);
  const { session, quote } = await world.buyer();
  ({ orderId } = accepted(await world.pay(session, quote)));
});
afterAll(async () => {
  await world.close();
  await database.close();
});

const entries = (action: string) =>
  database.db.selectFrom('audit_log').selectAll().where('action', '=', action).orderBy('id').execute();
const noteId = 'note_0123456789abcdef';

describe('the sale of the console', () => {
  test('is shown with its explanation, timeline and masked buyer, and with what its reader may do', async () => {
    const { status, json } = await world.user('ana', ['help@brand:school']).get(`/sale/${orderId}`);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      explanation: {
        rule: 'paid',
        tone: 'ok',
        values: { amount: { kind: 'money', amount: '114000', currency: 'BRL' } },
      },
      buyer: { name: 'Maria S•••', email: 'm•••@e•••.com', phone: '•••4567' },
      sale: {
        order: { id: orderId, reference: expect.stringMatching(/^\w{3}-\w{3}$/), received: '114000' },
        attempts: [{ state: 'captured' }],
      },
    });
    expect(json['may']).toEqual(expect.arrayContaining(['buyer.reveal', 'sale.note', 'refund.request']));
    expect(json['may']).not.toContain('refund.approve');
    const text = JSON.stringify(json);
    for (const personal of ['Maria da Silva', 'maria@example.com', '961234567']) expect(text).not.toContain(personal);
  });

  test('is not there for another brand or another seller, and is for its own seller', async () => {
    const statusFor = async (
      name: string,
      grant: 'help@brand:other' | 'seller@seller:school/bia' | 'seller@seller:school/ana',
    ) => (await world.user(name, [grant]).get(`/sale/${orderId}`)).status;
    expect(await statusFor('one', 'help@brand:other')).toBe(404);
    expect(await statusFor('two', 'seller@seller:school/bia')).toBe(404);
    expect(await statusFor('three', 'seller@seller:school/ana')).toBe(200);
    expect((await world.user('four', ['help@*']).get('/sale/ord_none')).status).toBe(404);
  });

  test('gives the buyer’s data in clear only with a reason, and keeps who looked and why', async () => {
    const ana = world.user('ana', ['help@brand:school']);
    expect((await ana.post(`/sale/${orderId}/reveal`, { reason: ' ' })).status).toBe(422);
    expect(await entries('buyer.reveal')).toEqual([]);
    const { json } = await ana.post(`/sale/${orderId}/reveal`, { reason: 'ticket 12' });
    expect(json).toMatchObject({ name: 'Maria da Silva', email: 'maria@example.com', phone: '+5511961234567' });
    expect(await entries('buyer.reveal')).toMatchObject([
      { actor: 'staff:ana', subject_id: orderId, outcome: 'seen', reason: { text: 'ticket 12' } },
    ]);
    const fabio = world.user('fabio', ['operator@*']);
    expect((await fabio.post(`/sale/${orderId}/reveal`, { reason: 'ticket 12' })).status).toBe(403);
  });

  test('takes a note once, however often it is sent, with one entry of the audit log', async () => {
    const ana = world.user('ana', ['help@brand:school']);
    await enrollStaff(database, ana);
    const note = { id: noteId, text: 'Ligou, vai pagar amanhã' };
    expect([
      (await ana.post(`/sale/${orderId}/notes`, note)).status,
      (await ana.post(`/sale/${orderId}/notes`, note)).status,
    ]).toEqual([200, 200]);
    const { json } = await ana.get(`/sale/${orderId}`);
    expect(json).toMatchObject({
      sale: { staff: expect.arrayContaining([expect.objectContaining({ kind: 'note', reason: note.text })]) },
      staffNames: { ana: ana.actor.name },
    });
    expect(await entries('sale.note')).toHaveLength(1);
    expect((await ana.post(`/sale/${orderId}/notes`, { id: 'note_x', text: '' })).status).toBe(422);
  });
});
