import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createMetrics, type Metrics } from '#src/platform/telemetry/metrics.server.ts';
import type { Report } from '#src/platform/telemetry/report.types.ts';
import { type ApiWorld, createApiWorld } from '#tests/support/worlds/api-world.server.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { createWebVitalsCollector, type WebVitalsCollector } from './web-vitals-collector.server.ts';

let database: TestDatabase;
let api: ApiWorld;
let metrics: Metrics;
let reports: Report[] = [];
let lines: Record<string, unknown>[] = [];
let now = new Date('2026-11-21T12:00:00Z');
let collector: WebVitalsCollector;
beforeAll(async () => {
  database = await createTestDatabase();
  api = await createApiWorld(database, { webVitals: { take: (...given) => collector.take(...given) } });
});
beforeEach(() => {
  metrics = createMetrics();
  reports = [];
  lines = [];
  now = new Date(now.getTime() + 3_600_000);
  collector = createWebVitalsCollector({
    metrics,
    monitor: { report: (report) => reports.push(report), flush: async () => undefined },
    log: { warn: (event, fields) => lines.push({ event, ...fields }) },
    pages: new Set(['lead', 'payment']),
    now: () => now,
  });
});
afterAll(async () => {
  await api.close();
  await database.close();
});

const visit = 'v'.repeat(22);
const error = { level: 'fatal', name: 'TypeError', message: 'x is not a function', frames: ['/assets/lead-1.js:1:2'] };
const good = { version: '0.1.0', visit, page: 'lead', vitals: [], errors: [], dropped: 0, seen: null };
const send = (body: unknown) => api.newBuyer().call('POST', '/api/v1/measures', body);

describe('a beacon', () => {
  test('becomes metrics, a log line and a report', async () => {
    const vitals = [
      { name: 'LCP', value: 1_200 },
      { name: 'CLS', value: 0.01 },
    ];
    expect(await send({ ...good, vitals, errors: [error] })).toMatchObject({ status: 204 });
    const { body } = await metrics.text();
    expect(body).toContain('matricula_web_vital_seconds_count{name="LCP",page="lead"} 1');
    expect(body).toContain('matricula_browser_errors_total{level="fatal",page="lead"} 1');
    expect(lines).toMatchObject([{ event: 'browser-error', page: 'lead', code: 'TypeError', kind: 'fatal' }]);
    expect(reports).toMatchObject([{ level: 'fatal', event: 'browser-error', fields: { page: 'lead', visit } }]);
  });

  test('of a page that does not exist is counted as other', async () => {
    await send({ ...good, page: 'no-such-page', vitals: [{ name: 'LCP', value: 1 }] });
    expect((await metrics.text()).body).toContain('name="LCP",page="other"');
  });

  test('stores no text that may have been typed, whatever a browser sends', async () => {
    const errors = [
      { ...error, name: 'SyntaxError', message: 'maria@exemplo.com.br is no JSON' },
      { ...error, message: "Invalid '529.982.247-25'" },
      { ...error, message: 'bad 529.982.247-25' },
    ];
    await send({ ...good, errors });
    expect(JSON.stringify([lines, reports])).not.toMatch(/maria|529|982/);
    expect(reports).toHaveLength(3);
  });

  test('ignores the events that the reporter ignores', async () => {
    await send({ ...good, errors: [{ ...error, message: 'Failed to fetch' }] });
    expect([lines, reports]).toEqual([[], []]);
    expect((await metrics.text()).body).toContain('browser_events_refused_total{reason="ignored"} 1');
  });

  test('over 80 events a minute of one visit is cut off, and counted', async () => {
    for (let count = 0; count < 5; count += 1) await send({ ...good, errors: Array.from({ length: 20 }, () => error) });
    expect(reports).toHaveLength(80);
    expect((await metrics.text()).body).toContain('browser_events_refused_total{reason="limit"} 20');
    now = new Date(now.getTime() + 60_000);
    await send({ ...good, errors: [error] });
    expect(reports).toHaveLength(81);
  });

  test('of an address that sends thousands a minute is refused', () => {
    const beacon = {
      ...good,
      errors: [],
      vitals: Array.from({ length: 5 }, () => ({ name: 'LCP' as const, value: 1 })),
    };
    const answers = Array.from({ length: 1_300 }, (_, index) =>
      collector.take({ ...beacon, visit: String(index).padStart(22, 'x') }, { address: '192.0.2.1' }),
    );
    expect(answers.filter(Boolean)).toHaveLength(1_200);
    expect(collector.take({ ...beacon, visit }, { address: '192.0.2.2' })).toBe(true);
  });
});

describe('a beacon is refused', () => {
  test.each<[string, unknown, number]>([
    ['an unknown field', { ...good, url: '/lead?email=maria@exemplo.com.br' }, 422],
    ['an address in place of a page', { ...good, page: '/lead?email=maria' }, 422],
    ['a place with a query', { ...good, errors: [{ ...error, frames: ['/lead?email=maria:1:2'] }] }, 422],
    ['a field beside an error', { ...good, errors: [{ ...error, value: 'Maria' }] }, 422],
    ['a name that is no name', { ...good, errors: [{ ...error, name: 'maria@exemplo.com.br' }] }, 422],
    ['a long text', { ...good, errors: [{ ...error, message: 'x'.repeat(201) }] }, 422],
    ['a vital that does not exist', { ...good, vitals: [{ name: 'FID', value: 1 }] }, 422],
    ['a negative time', { ...good, vitals: [{ name: 'LCP', value: -1 }] }, 422],
    ['a visit that is somebody', { ...good, visit: 'maria@exemplo.com.br' }, 422],
    ['too much', { ...good, errors: Array.from({ length: 21 }, () => error) }, 422],
    ['too many bytes', JSON.stringify({ ...good, version: 'x'.repeat(17_000) }), 413],
    ['no JSON', '{"version":', 400],
  ])('%s', async (_, body, status) => {
    expect(await send(body)).toMatchObject({ status, type: expect.stringContaining('problem+json') });
    expect([lines, reports]).toEqual([[], []]);
  });

  test('from another site’s page', async () => {
    const answer = await api.newBuyer().call('POST', '/api/v1/measures', good, { origin: 'https://evil.example' });
    expect(answer.status).toBe(403);
  });
});
