import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { type ConsoleUser, type ConsoleWorld, createConsoleWorld } from '#tests/support/worlds/console-world.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';
import type { ApprovalItem } from '../approvals/approvals.types.ts';

let database: TestDatabase;
let world: ConsoleWorld;
let orderId: string;
let asker: ConsoleUser;
let lead: ConsoleUser;
const refundId = 'st_0123456789abcdef01';
beforeAll(async () => {
  database = await createTestDatabase();
  world = await createConsoleWorld(database);
  asker = world.user('ana', ['help@unit:school/centro']);
  lead = world.user('bia', ['help-lead@unit:school/centro']);
});
afterAll(async () => {
  await world.close();
  await database.close();
});
beforeEach(async () => {
  const { session, quote } = await world.buyer();
  const paid = accepted(await world.pay(session, quote));
  orderId = paid.orderId;
  const { pool } = database;
  await pool.query('delete from in_person_payments');
  await pool.query('delete from pending_refunds');
  await pool.query(
    `insert into in_person_payments
       (id, attempt_id, order_id, brand, unit_id, unit, code, method, proof_kind, amount, currency, state, expires_at, created_at)
     values ('inp_1', $2, $1, 'school', 'centro', '{}', 'ABCDEF', 'cash', 'receipt', 100, 'BRL', 'collected', now(), now())`,
    [orderId, paid.attemptId],
  );
  await pool.query(
    `insert into pending_refunds (id, order_id, amount, currency, reason, state, requested_by, requested_at, expires_at)
     values ($2, $1, 100, 'BRL', 'x', 'waiting', 'staff:ana', now(), now() + interval '1 day')`,
    [orderId, refundId],
  );
});

const listedFor = async (user: ConsoleUser) => (await user.get('/approvals')).json['items'] as ApprovalItem[];

test('a refund that waits is seen by its asker and by who may approve it, where a unit took the money too', async () => {
  const { rows } = await database.pool.query<{ reference: string }>('select reference from orders where id = $1', [
    orderId,
  ]);
  const refund = { orderId, orderReference: rows[0]?.reference.replace(/^.../, '$&-'), amount: 100, currency: 'BRL' };
  expect(await listedFor(asker)).toMatchObject([{ id: refundId, brand: 'school', isOwn: true, mayDecide: false }]);
  expect(await listedFor(lead)).toMatchObject([{ id: refundId, isOwn: false, mayDecide: true, refund }]);
  for (const grant of ['help-lead@unit:school/norte', 'help-lead@brand:other', 'help@brand:school'] as const)
    expect(await listedFor(world.user('one', [grant]))).toEqual([]);
});

test('a sale whose money a unit took is that unit’s, on its page and for every act on it', async () => {
  expect((await asker.get(`/sale/${orderId}`)).status).toBe(200);
  expect((await asker.get(`/refunds/${orderId}/preview`)).status).toBe(200);
  const other = world.user('rui', ['help@unit:school/norte']);
  expect((await other.get(`/sale/${orderId}`)).status).toBe(404);
  expect((await other.get(`/refunds/${orderId}/preview`)).status).toBe(404);
});

test('a refund that waits is taken back by its asker alone, and every try is in the audit log', async () => {
  const path = `/refunds/waiting/${refundId}/take-back`;
  expect((await lead.post(path)).status).toBe(404);
  expect((await world.user('rui', ['help@unit:school/norte']).post(path)).status).toBe(404);
  expect((await asker.post(path)).json).toMatchObject({ refundId, state: 'turned-down' });
  expect(await lead.post(`/refunds/waiting/${refundId}/approve`, { shown: 100 })).toMatchObject({
    ...{ status: 409, json: { code: 'refund-over' } },
  });
  const takenBack = { id: refundId, state: 'taken-back', mayDecide: false, decidedAt: expect.stringMatching(/Z$/) };
  expect(await listedFor(asker)).toMatchObject([takenBack]);
  expect(await listedFor(lead)).toMatchObject([takenBack]);
  const { rows } = await database.pool.query(
    `select actor, action, outcome from audit_log where subject_id = $1 order by id`,
    [refundId],
  );
  expect(rows).toEqual([
    { actor: 'staff:ana', action: 'refund.take-back', outcome: 'done' },
    { actor: 'staff:bia', action: 'refund.approve', outcome: 'refused:refund-over' },
  ]);
});
