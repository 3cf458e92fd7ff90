import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import type { Database } from '#src/domain/database/index.server.ts';
import { createMetrics } from '#src/platform/telemetry/metrics.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { genericPlan } from '#tests/support/database/generic-plan.server.ts';
import { createDomainWorld } from '#tests/support/worlds/domain-world.server.ts';
import { addProductMetrics } from './product-metrics.server.ts';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const rules = z
  .object({
    groups: z.array(
      z.object({
        rules: z.array(
          z.object({
            ...{ alert: z.string(), expr: z.string(), labels: z.object({ severity: z.enum(['page', 'ticket']) }) },
            annotations: z.object({ summary: z.string(), runbook_url: z.string() }),
          }),
        ),
      }),
    ),
  })
  .parse(parse(read('deploy/watch/alerts.yml')))
  .groups.flatMap((group) => group.rules);
const boards = readdirSync(path.join(root, 'deploy/watch')).filter((file) => file.endsWith('.json'));
const boardSchema = z.object({
  uid: z.string(),
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).min(1) })).min(1),
});

let database: TestDatabase;
let served: ReadonlySet<string>;
beforeAll(async () => {
  database = await createTestDatabase();
  const { ctx } = createDomainWorld(database);
  const metrics = createMetrics();
  const pool = { totalCount: 0, idleCount: 0, waitingCount: 0 };
  addProductMetrics(metrics, { ctx, pool, queues: () => Promise.resolve([]) });
  const { body } = await metrics.text();
  if (/metric_read_failures_total\{/.test(body)) throw new Error('A metric could not be read');
  served = new Set([...body.matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name));
});
afterAll(() => database.close());

/** Names of the product's metrics in a query that `/metrics` does not serve. */
const unserved = (query: string): string[] =>
  [...query.matchAll(/\bmatricula_\w+/g)]
    .map(([name]) => name)
    .filter((name) => !served.has(name) && !served.has(name.replace(/_(?:bucket|count|sum)$/, '')));

test('alerts name metrics that are served', () => {
  expect(unserved('matricula_nothing > 0')).toEqual(['matricula_nothing']);
  expect(rules.length).toBeGreaterThan(25);
  for (const { alert, expr } of rules) {
    expect([alert, unserved(expr)]).toEqual([alert, []]);
    expect([alert, /\bmatricula_\w+|^up\{/.test(expr)]).toEqual([alert, true]);
  }
});

test('alerts have a section of what to do, and every section an alert', () => {
  const page = read('docs/how-to/answer-an-alert.md');
  const sections = [...page.matchAll(/^## (\w+)\n\n.+\n\n- \*\*Look at:\*\* .+\n- \*\*Do:\*\* .+$/gm)].map(
    ([, name]) => name,
  );
  expect(sections).toEqual(rules.map(({ alert }) => alert));
  for (const { alert, annotations } of rules)
    expect(annotations.runbook_url).toBe(`docs/how-to/answer-an-alert.md#${alert.toLowerCase()}`);
});

test('alerts have a test that they fire and one that they are silent', () => {
  const tests = z
    .object({ tests: z.array(z.object({ name: z.string() })) })
    .parse(parse(read('deploy/watch/alerts.test.yml')))
    .tests.map(({ name }) => name);
  expect(tests).toEqual(rules.flatMap(({ alert }) => [`${alert} fires`, `${alert} is silent`]));
});

test('boards name metrics that are served', () => {
  expect(boards).toEqual(['machine.json', 'money.json', 'shop.json']);
  for (const file of boards) {
    const board = boardSchema.parse(JSON.parse(read(`deploy/watch/${file}`)));
    expect(board.uid).toBe(path.basename(file, '.json'));
    for (const { title, targets } of board.panels)
      expect([title, targets.flatMap(({ expr }) => unserved(expr))]).toEqual([title, []]);
  }
});

const sales = ['attempts', 'orders', 'emails', 'incoming_webhooks', 'webhook_deliveries', 'billing_periods'];

test('metrics are read by index: no scrape walks a table of sales', async () => {
  const asked: string[] = [];
  const dialect = new PostgresDialect({ pool: database.pool });
  const db = new Kysely<Database>({ dialect, log: ({ query }) => void asked.push(query.sql) });
  const metrics = createMetrics();
  const { ctx } = createDomainWorld(database);
  const pool = { totalCount: 0, idleCount: 0, waitingCount: 0 };
  addProductMetrics(metrics, { ctx: { ...ctx, db }, pool, queues: () => Promise.resolve([]) });
  await metrics.text();
  expect(asked.length).toBeGreaterThan(5);
  const client = await database.pool.connect();
  try {
    await client.query('set enable_seqscan = off');
    for (const text of asked) {
      const plan = await genericPlan(client, text);
      const walked = [...plan.matchAll(/Seq Scan on (\w+)/g)].map(([, table = '']) => table);
      expect([text, walked.filter((table) => sales.includes(table))]).toEqual([text, []]);
    }
  } finally {
    client.release(true);
  }
});
