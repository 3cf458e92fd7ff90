import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLog } from '../../log/log.server.ts';
import { logDeniedRequests, markDenied } from './denied-requests.server.ts';

let app: FastifyInstance;
let text = '';
let now = Date.UTC(2026, 10, 22, 9, 0, 0);
beforeEach(() => {
  text = '';
  app = Fastify();
  const to = { write: (line: string) => void (text += line) };
  logDeniedRequests(app, createLog({ level: 'info', to }), () => new Date(now));
  app.get('/staff/:id', (request, reply) => {
    if (request.headers.authorization === 'Bearer right') return 'in';
    markDenied(request.raw, 'operator');
    return reply.code(404).send('');
  });
  app.get('/answers/:status', ({ params }, reply) =>
    reply.code(Number((params as Record<string, string>)['status'])).send(''),
  );
});
afterEach(() => app.close());

const lines = (): Record<string, unknown>[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

const ask = (url: string, authorization = 'Bearer wrong-canary') => app.inject({ url, headers: { authorization } });

test('each is written down, with its door and nothing of who asked', async () => {
  await ask('/staff/maria@example.com?t=secret-canary');
  await ask('/answers/401');
  await ask('/answers/403?document=52998224725');
  expect(lines()).toMatchObject([
    { level: 'warn', event: 'refused', kind: 'operator', route: '/staff/:id', httpMethod: 'GET', status: 404 },
    { kind: 'other', route: '/answers/:status', status: 401 },
    { kind: 'other', route: '/answers/:status', status: 403 },
  ]);
  expect(text).not.toMatch(/canary|maria|52998224725|Bearer|127\.0\.0\.1|dropped/);
});

test('an allowed request and an unknown address are no denied requests', async () => {
  await ask('/staff/1', 'Bearer right');
  for (const status of [200, 303, 404, 409, 422, 429, 500]) await ask(`/answers/${status}`);
  await ask('/nowhere');
  expect(lines()).toEqual([]);
});

test('a flood fills no disk: sixty a minute of each door, and how many were left out', async () => {
  for (let n = 0; n < 100; n += 1) await ask('/staff/1');
  await ask('/answers/401');
  expect(lines().map(({ kind }) => kind)).toEqual([...Array.from({ length: 60 }, () => 'operator'), 'other']);
  now += 60_000;
  await ask('/staff/1');
  expect(lines().at(-1)).toMatchObject({ kind: 'operator', count: 40 });
  await ask('/staff/1');
  expect(lines().at(-1)).not.toHaveProperty('count');
});
