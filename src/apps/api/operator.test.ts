import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLog } from '#src/kernel/log/log.server.ts';
import { logRefusals } from '#src/kernel/http/refusals.server.ts';
import { operatorOf, staffOnly } from './operator.server.ts';

const operators = ['ana', 'bia'].map((name) => ({ name, token: `${name}-says-a-long-word-of-their-own` }));

let app: FastifyInstance;
let log = '';
beforeEach(() => {
  log = '';
  app = Fastify();
  logRefusals(app, createLog({ level: 'info', to: { write: (line: string) => void (log += line) } }), () => new Date());
  app.get('/staff', staffOnly({ operators }), (request) => ({ by: operatorOf(request, operators) }));
  app.get('/nobody', staffOnly({}), () => 'in');
});
afterEach(() => app.close());

const ask = (url: string, authorization?: string) =>
  app.inject({ url, headers: authorization === undefined ? {} : { authorization } });

test.each(operators)('$name is known by their own word, and nothing is logged of it', async ({ name, token }) => {
  expect((await ask('/staff', `Bearer ${token}`)).json()).toEqual({ by: name });
  expect(log).toBe('');
});

test.each([
  ['no word', undefined],
  ['a word of nobody', 'Bearer caio-says-a-long-word-of-their-own'],
  ['another scheme', `Basic ${operators[0]?.token ?? ''}`],
  ['two words', `Bearer ${operators.map(({ token }) => token).join(' ')}`],
  ['a word without end', `Bearer ${'x'.repeat(513)}`],
])('%s: there is nothing, and one line says that somebody was refused', async (_what, authorization) => {
  expect((await ask('/staff', authorization)).statusCode).toBe(404);
  expect(log.trim().split('\n')).toHaveLength(1);
  expect(JSON.parse(log)).toMatchObject({ event: 'refused', kind: 'operator', route: '/staff', status: 404 });
  expect(log).not.toContain('long-word');
});

test('without operators nobody is one', async () => {
  for (const { token } of operators) expect((await ask('/nobody', `Bearer ${token}`)).statusCode).toBe(404);
});
