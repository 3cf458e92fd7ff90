import { readFileSync } from 'node:fs';
import path from 'node:path';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exceptionTasks } from '#src/domain/refunds/reconciliation/index.server.ts';
import { createMetrics } from '#src/platform/telemetry/metrics.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { accepted, createDomainWorld, type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { serveMetrics } from './metrics-endpoint.server.ts';
import { addProductMetrics } from './product-metrics.server.ts';

let database: TestDatabase;
let world: DomainWorld;
beforeAll(async () => {
  database = await createTestDatabase();
  world = createDomainWorld(database);
});
afterAll(() => database.close());

/** An open task of each kind, opened as many minutes ago as its index in the list. */
async function openAll(): Promise<void> {
  const { session, quote } = await world.buyer();
  const { orderId, attemptId } = accepted(await world.pay(session, quote));
  const now = world.clock.now().getTime();
  await database.pool.query(
    `insert into reconciliation_exceptions (id, kind, order_id, attempt_id, movement_id, amount, currency, task, state, created_at)
     select 'brk_' || task, 'surplus', $1, $2, task, 100, 'BRL', task, 'open', $3::timestamptz - place * interval '1 minute'
     from unnest($4::text[]) with ordinality as one (task, place) where task <> 'pay-out-refund'`,
    [orderId, attemptId, new Date(now), exceptionTasks],
  );
  await database.pool.query(
    `insert into refund_requests (id, order_id, amount, currency, reason, requested_at)
     values ('refund-by-hand-01', $1, 100, 'BRL', 'x', now())`,
    [orderId],
  );
  await database.pool.query(
    `insert into refund_parts (id, request_id, order_id, attempt_id, capture_id, amount, state, requested_at)
     values ('rfp_1', 'refund-by-hand-01', $1, $2, 'c', 100, 'by-hand', $3)`,
    [orderId, attemptId, new Date(now - 60_000)],
  );
}

test('every kind of reconciliation task is counted, with the age of the oldest', async () => {
  await openAll();
  const metrics = createMetrics();
  const pool = { totalCount: 0, idleCount: 0, waitingCount: 0 };
  addProductMetrics(metrics, { ctx: world.ctx, pool, queues: () => Promise.resolve([]) });
  const app = Fastify();
  serveMetrics(app, { metrics, token: null, isOpen: true });
  const { body } = await app.inject('/metrics');
  await app.close();
  for (const task of exceptionTasks) {
    const value = (name: string) =>
      new RegExp(`^matricula_${name}\\{task="${task}"\\} ([\\d.]+)$`, 'm').exec(body)?.[1];
    expect([task, value('reconciliation_tasks')]).toEqual([task, '1']);
    expect([task, Number(value('reconciliation_tasks_seconds')) >= 60]).toEqual([task, true]);
  }
});

const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/how-to/watch-it-run.md'), 'utf8');

test('every kind of reconciliation task has an alert that waits no longer than the page says', () => {
  const rules = [
    ...page.matchAll(/expr: max.*matricula_reconciliation_tasks_seconds\{task=~?"([\w|-]+)"\}\) > (\d+) \* 86400/g),
  ];
  const days = new Map(
    rules.flatMap(([, tasks = '', count]) => tasks.split('|').map((task) => [task, count] as const)),
  );
  for (const task of exceptionTasks) {
    const said = new RegExp(`^\\| \`${task}\` \\|.*\\| (\\d+) days? \\|$`, 'm').exec(page)?.[1];
    expect([task, days.get(task)]).toEqual([task, said]);
    expect(said).toBeDefined();
  }
});
