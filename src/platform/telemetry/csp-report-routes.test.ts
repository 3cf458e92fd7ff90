import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createMetrics, type Metrics } from './metrics.server.ts';
import { createCspReportCollector } from './csp-report-collector.server.ts';
import { pagesByPath } from '../../kernel/http/server/page-by-path.ts';
import { addCspReportRoute } from './csp-report-routes.server.ts';

const origin = 'https://pay.example';
const pageAt = pagesByPath([
  { id: 'lead', paths: ['/lead'] },
  { id: 'payment', paths: ['/payment', '/payment/:id'] },
]);
let app: FastifyInstance;
let metrics: Metrics;
let lines: Record<string, unknown>[];
let now: Date;
beforeEach(() => {
  metrics = createMetrics();
  lines = [];
  now = new Date('2026-11-22T12:00:00Z');
  const log = { warn: (event: string, fields: object) => void lines.push({ event, ...fields }) };
  app = Fastify();
  addCspReportRoute(app, { collector: createCspReportCollector({ metrics, log, now: () => now }), origin, pageAt });
});
afterEach(() => app.close());

async function send(body: unknown, headers: Record<string, string> = {}, address = '192.0.2.1'): Promise<number> {
  const type = Array.isArray(body) ? 'application/reports+json' : 'application/csp-report';
  const payload = typeof body === 'string' ? body : JSON.stringify(body);
  const request = { method: 'POST', url: '/policy-reports', remoteAddress: address, payload } as const;
  return (await app.inject({ ...request, headers: { 'content-type': type, origin, ...headers } })).statusCode;
}

async function counted(): Promise<readonly string[]> {
  const { body } = await metrics.text();
  return body.split('\n').filter((line) => /^matricula_(?:csp_reports|browser_events)\w*\{/.test(line));
}

/** In Firefox's format, with all data about its user. */
const older = {
  'csp-report': {
    'blocked-uri': 'https://evil.example/skim.js?stolen=maria',
    'column-number': 5,
    disposition: 'enforce',
    'document-uri': `${origin}/payment/pay_secret0?email=maria@exemplo.com.br&t=secret1`,
    'effective-directive': 'script-src-elem',
    'line-number': 7,
    'original-policy': "default-src 'none'; script-src 'nonce-secret2' 'strict-dynamic'",
    referrer: `${origin}/lead?secret3`,
    'script-sample': 'send("390.533.447-05")',
    'source-file': `${origin}/payment/pay_secret0`,
    'status-code': 200,
    'violated-directive': 'script-src-elem',
  },
};
/** In Chromium's format. */
function newer(change: Record<string, unknown> = {}): object {
  const body = {
    ...{ blockedURL: 'trusted-types-sink', disposition: 'enforce', documentURL: `${origin}/payment?secret4` },
    ...{ effectiveDirective: 'require-trusted-types-for', sample: 'Element innerHTML|<img src=x>secret5' },
    ...{ originalPolicy: "default-src 'none'", referrer: `${origin}/lead?secret6`, statusCode: 200 },
  };
  return {
    age: 3,
    type: 'csp-violation',
    url: `${origin}/payment?secret4`,
    user_agent: 'x',
    body: { ...body, ...change },
  };
}

describe('a report', () => {
  test('is counted by directive and page, and is a warning of the log, whichever browser sends it', async () => {
    expect(await send(older)).toBe(204);
    expect(await send([newer(), { type: 'deprecation', body: {} }])).toBe(204);
    expect(await counted()).toEqual([
      'matricula_csp_reports_total{directive="script-src-elem",page="payment"} 1',
      'matricula_csp_reports_total{directive="require-trusted-types-for",page="payment"} 1',
    ]);
    expect(lines).toEqual([
      { event: 'csp-violation', kind: 'script-src-elem', target: 'https://evil.example', page: 'payment' },
      { event: 'csp-violation', kind: 'require-trusted-types-for', target: 'trusted-types-sink', page: 'payment' },
    ]);
    expect(JSON.stringify([lines, await counted()])).not.toMatch(/maria|secret|390|skim/);
  });

  test.each([
    ['inline', 'inline'],
    ['', 'inline'],
    ['data', 'data'],
    ['data:text/javascript,steal()', 'data'],
    [`blob:${origin}/0-0`, 'blob'],
    [`${origin}/assets/maria.js`, 'self'],
    ['http://evil.example:8080/a?b', 'http://evil.example:8080'],
    [`https://${'a'.repeat(120)}.example/`, 'other'],
    ['<img src=x>', 'other'],
  ])('of %j names %s, and no more', async (blockedURL, target) => {
    await send([newer({ blockedURL })]);
    expect(lines).toMatchObject([{ target }]);
  });

  test('cannot invent a directive or a page', async () => {
    await send([newer({ effectiveDirective: 'maria', documentURL: `${origin}/nowhere/maria` })]);
    expect(await counted()).toEqual(['matricula_csp_reports_total{directive="other",page="other"} 1']);
    expect(lines).toMatchObject([{ kind: 'other', page: 'other' }]);
  });

  test('of an extension, or of somebody else’s page, is nothing of ours', async () => {
    await send([
      newer({ sourceFile: 'moz-extension://0-0/a.js' }),
      newer({ blockedURL: 'chrome-extension://abc/b.js' }),
      newer({ documentURL: 'https://evil.example/payment' }),
      newer({ documentURL: 7 }),
    ]);
    expect(await counted()).toEqual(['matricula_browser_events_refused_total{reason="ignored"} 4']);
    expect(lines).toEqual([]);
  });
});

describe('many reports', () => {
  test('of a kind are one line a minute, and all are counted', async () => {
    for (let count = 0; count < 5; count += 1) await send([newer(), newer()]);
    expect(lines).toHaveLength(1);
    expect(await counted()).toMatchObject([expect.stringMatching(/ 10$/)]);
    now = new Date(now.getTime() + 60_000);
    await send([newer()]);
    expect(lines).toHaveLength(2);
  });

  test('of an address are cut off at 120 a minute, those of others are not', async () => {
    const many = Array.from({ length: 50 }, () => newer());
    expect([await send(many), await send(many), await send(many), await send(many)]).toEqual([204, 204, 204, 429]);
    expect(await send(older, {}, '192.0.2.2')).toBe(204);
    expect((await counted()).toSorted()).toEqual([
      'matricula_browser_events_refused_total{reason="limit"} 80',
      'matricula_csp_reports_total{directive="require-trusted-types-for",page="payment"} 120',
      'matricula_csp_reports_total{directive="script-src-elem",page="payment"} 1',
    ]);
  });

  test('with invented origins fill no log', async () => {
    for (let address = 0; address < 10; address += 1) {
      const some = Array.from({ length: 50 }, (_, at) => newer({ blockedURL: `https://${address}-${at}.example/` }));
      await send(some, {}, `198.51.100.${address}`);
    }
    expect(lines).toHaveLength(200);
  });

  test('in one body are read as far as fifty, whatever stands before them', async () => {
    await send(Array.from({ length: 60 }, () => newer()));
    expect(await counted()).toMatchObject([expect.stringMatching(/ 50$/)]);
    await send([...Array.from({ length: 50 }, () => ({})), newer()]);
    expect(await counted()).toMatchObject([expect.stringMatching(/ 50$/)]);
  });

  test.each<[string, () => object]>([
    ['nothing of a policy', () => [{}]],
    ['only what is not ours', () => [newer({ documentURL: 'https://evil.example/payment' })]],
    ['no report at all', () => ({ 'csp-report': 'x' })],
  ])('with %s are cut off at 120 a minute too', async (_, body) => {
    const answers = new Set<number>();
    for (let count = 0; count < 120; count += 1) answers.add(await send(body()));
    expect(answers).not.toContain(429);
    expect(await send(body())).toBe(429);
    expect(await send(older)).toBe(429);
    expect(await send(older, {}, '192.0.2.2')).toBe(204);
  });
});

describe('refused is', () => {
  test.each<[string, unknown, Record<string, string>, number]>([
    ['a body that is too large', JSON.stringify([newer({ sample: 'x'.repeat(66_000) })]), {}, 413],
    ['another type', older, { 'content-type': 'application/json' }, 415],
    ['a form', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['no JSON', '{"csp-report":', {}, 400],
    ['what is no report', { 'csp-report': 'x' }, {}, 400],
    ['nothing', 'null', {}, 400],
    ['a page of somebody else', older, { origin: 'https://evil.example' }, 403],
    ['another site', older, { origin: 'null', 'sec-fetch-site': 'cross-site' }, 403],
  ])('%s', async (_, body, headers, status) => {
    expect(await send(body, headers)).toBe(status);
    expect([lines, await counted()]).toEqual([[], []]);
  });

  test('not a page that tells nobody of its address', async () => {
    expect(await send(older, { origin: 'null', 'sec-fetch-site': 'same-origin' })).toBe(204);
  });
});
