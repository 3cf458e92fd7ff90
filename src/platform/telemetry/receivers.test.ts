import { readSentryDsn } from '#src/kernel/env/sentry-dsn.ts';
import http from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createMonitor } from './monitor.server.ts';
import { otlpReceiver } from './otlp.server.ts';
import type { Report } from './report.types.ts';
import { sentryReceiver } from './sentry.server.ts';

interface Received {
  readonly url: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

let server: http.Server;
let origin = '';
let status = 200;
const received: Received[] = [];
beforeAll(async () => {
  server = http.createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      received.push({ url: request.url ?? '', headers: request.headers, body });
      response.writeHead(status).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
});
afterAll(() => server.close());
beforeEach(() => {
  received.length = 0;
  status = 200;
});

const at = new Date('2026-11-21T12:00:00.250Z');
const report: Report = {
  level: 'error',
  event: 'page-crashed',
  at,
  fields: { route: '/lead', tries: 2, isLate: true },
  error: {
    name: 'TypeError',
    message: 'x is not a function',
    frames: ['load (/src/a.ts:3:7)', '/assets/lead-1.js:1:99'],
  },
};
const source = { environment: 'production', version: '1.2.3' };
const sentry = (): ReturnType<typeof sentryReceiver> => {
  const address = readSentryDsn(`${origin.replace('//', '//abc123@')}/42`);
  if (!address) throw new Error('no address');
  return sentryReceiver({ address, ...source });
};

describe('OTLP log records', () => {
  test('have severity, time in nanoseconds, attributes, the exception', async () => {
    await otlpReceiver({ url: origin, ...source }).deliver([report]);
    expect(received.map(({ url, headers }) => [url, headers['content-type']])).toEqual([
      ['/v1/logs', 'application/json'],
    ]);
    const [resourceLog] = JSON.parse(received[0]?.body ?? '').resourceLogs;
    expect(resourceLog.resource.attributes).toContainEqual({
      key: 'service.name',
      value: { stringValue: 'checkout-front-end' },
    });
    expect(resourceLog.scopeLogs[0].logRecords).toEqual([
      {
        timeUnixNano: '1795262400250000000',
        severityNumber: 17,
        severityText: 'ERROR',
        body: { stringValue: 'page-crashed' },
        attributes: [
          { key: 'route', value: { stringValue: '/lead' } },
          { key: 'tries', value: { intValue: '2' } },
          { key: 'isLate', value: { boolValue: true } },
          { key: 'exception.type', value: { stringValue: 'TypeError' } },
          { key: 'exception.message', value: { stringValue: 'x is not a function' } },
          { key: 'exception.stacktrace', value: { stringValue: 'load (/src/a.ts:3:7)\n/assets/lead-1.js:1:99' } },
        ],
      },
    ]);
  });
});

describe('a Sentry data source name', () => {
  test.each([
    ['https://key1@sentry.example/7', { url: 'https://sentry.example/api/7/envelope/', key: 'key1' }],
    ['https://k@sentry.example/some/path/7', { url: 'https://sentry.example/some/path/api/7/envelope/', key: 'k' }],
    ['https://sentry.example/7', null],
    ['https://k@sentry.example/', null],
    ['https://k:secret@sentry.example/7', null],
    ['https://k@sentry.example/7?x=1', null],
    ['ftp://k@sentry.example/7', null],
    ['sentry', null],
  ])('%s', (text, wanted) => expect(readSentryDsn(text)).toEqual(wanted));
});

describe('a Sentry envelope', () => {
  test('has a header, an item header with the length in bytes, and the event', async () => {
    await sentry().deliver([{ ...report, event: 'não-lido' }]);
    const [{ url, headers, body } = { url: '', headers: {}, body: '' }] = received;
    expect(url).toBe('/api/42/envelope/');
    expect(headers['content-type']).toBe('application/x-sentry-envelope');
    expect(headers['x-sentry-auth']).toContain('sentry_key=abc123');
    const [head = '', item = '', payload = ''] = body.split('\n');
    const event = JSON.parse(payload);
    expect(JSON.parse(head).event_id).toBe(event.event_id);
    expect(JSON.parse(item)).toMatchObject({ type: 'event', length: Buffer.byteLength(payload) });
    expect(event).toMatchObject({
      level: 'error',
      environment: 'production',
      release: 'checkout-front-end@1.2.3',
      tags: { route: '/lead', tries: '2' },
      exception: {
        values: [
          {
            type: 'TypeError',
            value: 'x is not a function',
            // In the protocol the innermost frame comes last.
            stacktrace: {
              frames: [
                { filename: '/assets/lead-1.js', lineno: 1, colno: 99 },
                { filename: '/src/a.ts', lineno: 3, colno: 7, function: 'load' },
              ],
            },
          },
        ],
      },
    });
  });
});

describe('the monitor', () => {
  test('gathers, and sends only what is fatal or an error to the error reports', async () => {
    const monitor = createMonitor({
      monitoring: otlpReceiver({ url: origin, ...source }),
      errorReports: sentry(),
      flushEveryMs: 60_000,
    });
    for (const level of ['fatal', 'error', 'warning', 'info'] as const) monitor.report({ ...report, level });
    expect(received).toEqual([]);
    await monitor.flush();
    expect(received.map(({ url }) => url).sort()).toEqual(['/api/42/envelope/', '/api/42/envelope/', '/v1/logs']);
    const logs = JSON.parse(received.find(({ url }) => url === '/v1/logs')?.body ?? '');
    expect(logs.resourceLogs[0].scopeLogs[0].logRecords).toHaveLength(4);
  });

  test('sends by itself after the pause, and swallows a service that is away', async () => {
    const monitor = createMonitor({ monitoring: otlpReceiver({ url: origin, ...source }), flushEveryMs: 5 });
    status = 500;
    monitor.report(report);
    await expect.poll(() => received.length).toBe(1);
    monitor.report(report);
    await expect.poll(() => received.length).toBe(2);
  });
});
