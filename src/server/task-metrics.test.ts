import { readFileSync } from 'node:fs';
import path from 'node:path';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { taskKinds, taskRules } from '#src/domain/sales/tasks/index.server.ts';
import { openOneOfEachTask, worldWithEndpoint } from '#tests/support/fixtures/open-tasks.server.ts';
import { createMetrics } from '#src/platform/telemetry/metrics.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { type DomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { serveMetrics } from './metrics-endpoint.server.ts';
import { addProductMetrics } from './product-metrics.server.ts';

let database: TestDatabase;
let world: DomainWorld;
beforeAll(async () => {
  database = await createTestDatabase();
  world = worldWithEndpoint(database);
});
afterAll(() => database.close());

test('every kind of task is counted, with the age of the oldest', async () => {
  await openOneOfEachTask(world, database);
  const metrics = createMetrics();
  const pool = { totalCount: 0, idleCount: 0, waitingCount: 0 };
  addProductMetrics(metrics, { ctx: world.ctx, pool, queues: () => Promise.resolve([]) });
  const app = Fastify();
  serveMetrics(app, { metrics, token: null, isOpen: true });
  const { body } = await app.inject('/metrics');
  await app.close();
  for (const task of taskKinds) {
    const value = (name: string) =>
      new RegExp(`^matricula_${name}\\{task="${task}"\\} ([\\d.]+)$`, 'm').exec(body)?.[1];
    expect([task, value('reconciliation_tasks')]).toEqual([task, '1']);
    expect([task, Number(value('reconciliation_tasks_seconds')) >= 60]).toEqual([task, true]);
  }
});

const root = path.resolve(import.meta.dirname, '../..');
const page = readFileSync(path.join(root, 'docs/how-to/watch-it-run.md'), 'utf8');
const alerts = readFileSync(path.join(root, 'deploy/watch/alerts.yml'), 'utf8');

test('every kind of task has an alert that waits no longer than the page says', () => {
  const rules = [
    ...alerts.matchAll(/max.*matricula_reconciliation_tasks_seconds\{task=~?"([\w|-]+)"\}\) > (\d+) \* 86400/g),
  ];
  const days = new Map(
    rules.flatMap(([, tasks = '', count]) => tasks.split('|').map((task) => [task, count] as const)),
  );
  for (const task of taskKinds) {
    const said = new RegExp(`^\\| \`${task}\` \\|.*\\| (\\d+) days? \\|$`, 'm').exec(page)?.[1];
    expect([task, days.get(task)]).toEqual([task, said]);
    expect([task, Number(said) * 86_400]).toEqual([task, taskRules[task].lateAfterSeconds]);
  }
});
