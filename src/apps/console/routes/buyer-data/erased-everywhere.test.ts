import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeExport } from '#src/domain/sales/exports/index.server.ts';
import { indexChangedSales } from '#src/domain/sales/search/index.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { placesOf } from '#tests/support/database/find-text.server.ts';
import { openOneOfEachTask } from '#tests/support/fixtures/open-tasks.server.ts';
import { enrollStaff } from '#tests/support/worlds/enroll-staff.server.ts';
import { type ConsoleUser, type ConsoleWorld, createConsoleWorld } from '#tests/support/worlds/console-world.server.ts';

let database: TestDatabase;
let world: ConsoleWorld;
let orderId: string;
let subscriptionId: string;
let desk: ConsoleUser;
let auditor: ConsoleUser;
/** Of the buyer of the tests' world. */
const buyer = ['maria', '961234567', '39053344705'];
/** A word in everything that staff write about the buyer. */
const canary = 'zulmira';

beforeAll(async () => {
  database = await createTestDatabase();
  world = await createConsoleWorld(database);
  desk = world.user('desk', ['finance-lead@*', 'help-lead@*']);
  auditor = world.user('auditor', ['auditor@*']);
  await enrollStaff(database, desk, auditor);
  ({ orderId } = await openOneOfEachTask(world, database));
  ({ id: subscriptionId } = await database.db
    .selectFrom('subscriptions')
    .select('id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow());
});
afterAll(async () => {
  await world.close();
  await database.close();
});

/** Everything that staff write about a buyer, each with the canary in its words. */
async function helpWithWords(): Promise<void> {
  const { pool } = database;
  const { rows } = await pool.query<{ lead: string; attempt: string }>(
    `select o.lead_id as lead, a.id as attempt from orders o join attempts a on a.order_id = o.id where o.id = $1`,
    [orderId],
  );
  const [{ lead, attempt } = { lead: '', attempt: '' }] = rows;
  await pool.query(`update leads set document_type = 'cpf', document_number = '39053344705'`);
  await pool.query(
    `insert into pending_refunds (id, order_id, amount, currency, reason, state, requested_by, requested_at, expires_at)
     values ('st_0123456789abcdef01', $1, 100, 'BRL', $2, 'waiting', 'token:other', now(), now() + interval '1 day')`,
    [orderId, canary],
  );
  await pool.query(
    `insert into disputes (id, gateway, movement_id, order_id, attempt_id, amount, currency, occurred_at, recorded_at)
     values ('dis_0123456789', 'bank', 'answer-dispute', $1, $2, 100, 'BRL', now(), now())`,
    [orderId, attempt],
  );
  await indexChangedSales(world.ctx);
  const reason = `${canary} disse`;
  const acts: readonly (readonly [url: string, body: object])[] = [
    [`/sale/${orderId}/reveal`, { reason }],
    [`/sale/${orderId}/notes`, { id: `note_${'a'.repeat(20)}`, text: reason }],
    [`/people/${lead}/reveal`, { reason }],
    [`/subscription-changes/${subscriptionId}/pause`, { reason }],
    [`/subscription-changes/${subscriptionId}/resume`, { reason }],
    ['/refunds/waiting/st_0123456789abcdef01/reject', { reason }],
    ['/disputes/dis_0123456789/concede', { reason, reference: 'case-1' }],
    ['/tasks/end', { kind: 'fiscal-note-refused', id: 'fis_1', reason }],
    ['/tasks/end', { kind: 'email-given-up', id: 'msg_1', reason }],
    ['/tasks/end', { kind: 'look-into-charge', id: 'brk_look-into-charge', reason, reference: 'E2E00000000000000001' }],
    ['/search', { term: 'maria@example.com' }],
    [`/buyer-data/${orderId}/export`, { proof: reason }],
  ];
  for (const [url, body] of acts) {
    const { status, json } = await desk.post(url, body);
    expect([url, body, status < 300 ? 'done' : json['code']]).toEqual([url, body, 'done']);
  }
}

/** Blind keys in the search index, of the one buyer. */
async function blindKeys(): Promise<readonly unknown[]> {
  const rows = await database.db
    .selectFrom('sale_search')
    .select(['email_key', 'phone_key', 'phone_end_key', 'document_key', 'name_keys'])
    .execute();
  return rows
    .flatMap(({ name_keys: names, ...keys }) => [...Object.values(keys), ...names])
    .filter((key) => key !== null);
}

test('an erased buyer is in no column, no search key and no exported file, whatever staff wrote about them', async () => {
  await helpWithWords();
  const asked = { kind: 'sales', format: 'csv', isPersonal: true, filters: {}, reason: 'lista do mês' };
  const exportId = String((await desk.post('/exports/personal', asked)).json['id']);
  await makeExport(world.ctx, exportId);
  const { json: erasure } = await desk.post(`/buyer-data/${orderId}/erasure`, { proof: `${canary} com RG` });
  expect((await blindKeys()).length).toBeGreaterThanOrEqual(10);
  expect(await placesOf(database, canary)).toEqual(
    expect.arrayContaining([
      ...['approval_requests.reason', 'audit_log.reason', 'dispute_responses.statement', 'pending_refunds.reason'],
      ...['sale_notes.text', 'staff_tasks.reason'],
    ]),
  );
  // Money that still moves would hold the erasure up.
  const { pool } = database;
  await pool.query(`update refund_parts set state = 'done', ended_at = now(), movement_id = 'mov_2'`);
  await pool.query(`delete from reconciliation_exceptions where state = 'open'`);

  const approved = await auditor.post(`/approvals/${String(erasure['id'])}/approve`);
  expect(approved.json).toEqual({ state: 'approved', effect: 'done' });
  const everything = [...buyer, canary];
  expect(await placesOf(database, everything)).toEqual([]);
  expect(await blindKeys()).toEqual([]);
  expect((await desk.post(`/exports/${exportId}/ticket`)).status).toBe(404);
  expect(await database.db.selectFrom('export_chunks').select('n').execute()).toEqual([]);
  // What changed is indexed anew, from what is left.
  while ((await indexChangedSales(world.ctx)) > 0);
  expect(await placesOf(database, everything)).toEqual([]);
  expect(await blindKeys()).toEqual([]);
});
