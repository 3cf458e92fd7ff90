import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { type Log, silentLog } from '../../log/log.server.ts';
import { guardRequests } from './request-guard.server.ts';

async function serverAt(publicOrigin: string, allowsLoopback: boolean, lines: string[] = []) {
  const app = Fastify();
  const log: Log = {
    ...silentLog,
    error: (event, { route, error } = {}) =>
      void lines.push(`${event} ${String(route)} ${error instanceof Error ? error.message : ''}`),
  };
  guardRequests(app, { publicOrigin, allowsLoopback, log });
  app.get('/readiness', async () => 'ready');
  app.get('/thing', async () => 'thing');
  app.get('/broken', async () => {
    throw new Error('broken');
  });
  app.get('/away', async () => {
    throw Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
  });
  app.get('/unread', async () => {
    throw Object.assign(new Error('Unsupported Media Type: x/<b>'), { statusCode: 415 });
  });
  app.get('/own', async (_request, reply) => reply.header('content-security-policy', "default-src 'self'").send('own'));
  await app.ready();
  return (url: string, host: string) => app.inject({ url, headers: { host } });
}

describe('behind TLS', () => {
  test.each(['/thing', '/broken', '/nowhere', '/readiness'])('%s carries strict headers', async (url) => {
    const ask = await serverAt('https://pay.example', false);
    const { headers } = await ask(url, 'pay.example');
    expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });

  test('a route may say something stricter or wider of itself', async () => {
    const ask = await serverAt('https://pay.example', false);
    expect((await ask('/own', 'pay.example')).headers['content-security-policy']).toBe("default-src 'self'");
  });

  test.each(['localhost', '127.0.0.1:3000', 'pay.example.evil.example', 'x.dev.example', 'pay.example:8443', ''])(
    'the host “%s” is not ours: 421, with the same headers, and nothing is said of it',
    async (host) => {
      const ask = await serverAt('https://pay.example', false);
      const answer = await ask('/thing', host);
      expect(answer.statusCode).toBe(421);
      expect(answer.body).toBe('Misdirected request');
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
      // Process monitors use the address.
      expect((await ask('/readiness', host)).statusCode).toBe(200);
    },
  );

  test('capitals in our host’s name change nothing', async () => {
    const ask = await serverAt('https://pay.example', false);
    expect((await ask('/thing', 'PAY.example')).statusCode).toBe(200);
  });
});

test('a caller of the API hears of a wrong host in a problem document', async () => {
  const ask = await serverAt('https://pay.example', false);
  const answer = await ask('/api/v1/lead', 'evil.example');
  expect(answer.statusCode).toBe(421);
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
  expect(answer.json()).toMatchObject({ code: 'host-unknown', status: 421 });
});

test('a server on the loopback only accepts this machine’s own names', async () => {
  const ask = await serverAt('http://localhost:3000', true);
  for (const host of ['localhost:3000', 'localhost:4711', '127.0.0.1:3000', '[::1]:3000'])
    expect([host, (await ask('/thing', host)).statusCode]).toEqual([host, 200]);
  for (const host of ['evil.example', 'localhost.evil.example', '127.0.0.1.nip.io', '127.0.0.1:x'])
    expect([host, (await ask('/thing', host)).statusCode]).toEqual([host, 421]);
});

describe('an address with a NUL in it, which no name of ours has and no database takes,', () => {
  test('leads a buyer to the page for errors', async () => {
    const ask = await serverAt('https://pay.example', false);
    const answer = await ask('/thing/%00?email=ana@example.com', 'pay.example');
    expect([answer.statusCode, answer.headers.location]).toEqual([307, '/generic-error']);
  });

  test('is refused by the API', async () => {
    const ask = await serverAt('https://pay.example', false);
    const answer = await ask('/api/v1/order/a%00b/status', 'pay.example');
    expect(answer.json()).toMatchObject({ code: 'request-malformed', status: 400 });
  });

  test('is not meant by what follows the question mark, nor by the text “%00”', async () => {
    const ask = await serverAt('https://pay.example', false);
    expect((await ask('/thing?x=%00', 'pay.example')).statusCode).toBe(200);
    expect((await ask('/%2500', 'pay.example')).statusCode).toBe(404);
  });
});

test('a failure in a route is logged, and the answer says nothing of it', async () => {
  const lines: string[] = [];
  const ask = await serverAt('https://pay.example', false, lines);
  const answer = await ask('/broken', 'pay.example');
  expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([
    500,
    'text/plain; charset=utf-8',
    'Internal Server Error',
  ]);
  expect(lines).toEqual(['request-failed /broken broken']);
});

test('a database that is away is told as something that passes', async () => {
  const ask = await serverAt('https://pay.example', false);
  const answer = await ask('/away', 'pay.example');
  expect([answer.statusCode, answer.headers['retry-after'], answer.body]).toEqual([503, '2', 'Service Unavailable']);
});

test('a body that cannot be read is the sender’s fault', async () => {
  const lines: string[] = [];
  const ask = await serverAt('https://pay.example', false, lines);
  const answer = await ask('/unread', 'pay.example');
  expect([answer.statusCode, answer.body, lines]).toEqual([415, 'Unsupported Media Type', []]);
});
