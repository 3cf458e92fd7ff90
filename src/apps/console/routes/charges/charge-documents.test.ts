import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RailDocument } from '#src/domain/payments/index.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { type ConsoleWorld, createConsoleWorld } from '#tests/support/worlds/console-world.server.ts';
import { accepted } from '#tests/support/worlds/domain-world.server.ts';

const paper: RailDocument = {
  ...{ id: 'paper', fileName: 'papel.pdf', contentType: 'application/pdf' },
  isReady: ({ state }) => state === 'awaiting-buyer',
  render: async ({ order, description }) => Buffer.from(`%PDF ${order.number} ${description}`),
};

let database: TestDatabase;
let world: ConsoleWorld;
beforeAll(async () => {
  database = await createTestDatabase();
  world = await createConsoleWorld(database, { services: { documents: { later: [paper] } } });
});
afterAll(async () => {
  await world.close();
  await database.close();
});

test('a charge’s file is offered on its sale and taken with an entry of the audit log, until it is paid', async () => {
  const { session, quote } = await world.buyer();
  world.gateway.behavior = 'await';
  const { orderId, attemptId } = accepted(await world.pay(session, quote, { method: 'by-code' }));
  const ana = world.user('ana', ['help@brand:school']);
  const url = `/charges/${attemptId}/documents/papel.pdf`;

  expect((await ana.get(`/sale/${orderId}`)).json['files']).toEqual([{ attemptId, fileName: 'papel.pdf' }]);
  const { status, json } = await ana.post(url);
  expect(status).toBe(200);
  expect(json).toMatchObject({ fileName: 'papel.pdf', contentType: 'application/pdf' });
  expect(Buffer.from(String(json['base64']), 'base64').toString()).toMatch(/^%PDF \d+ Curso$/);
  const entries = await database.db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'charge.document')
    .execute();
  expect(entries).toMatchObject([
    { actor: 'staff:ana', subject_id: orderId, outcome: 'seen', detail: { attemptId, fileName: 'papel.pdf' } },
  ]);
  expect((await ana.post(`/charges/${attemptId}/documents/other.pdf`)).status).toBe(404);
  expect((await world.user('gil', ['auditor@*']).post(url)).status).toBe(403);

  world.gateway.receive(attemptId);
  await world.notify(attemptId);
  expect((await ana.post(url)).status).toBe(404);
  expect((await ana.get(`/sale/${orderId}`)).json['files']).toEqual([]);
});
