import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLog } from '#src/kernel/log/log.server.ts';
import { fullAccess } from '#src/kernel/env/operator-scopes.ts';
import { logDeniedRequests } from '#src/kernel/http/server/denied-requests.server.ts';
import { requireOperator } from './operator.server.ts';

const operators = ['ana', 'bia'].map((name) => ({
  ...{ name, token: `${name}-says-a-long-word-of-their-own` },
  scopes: name === 'ana' ? fullAccess : [{ acts: ['evidence' as const], brands: ['wise-up'] }],
}));

let app: FastifyInstance;
let log = '';
beforeEach(() => {
  log = '';
  app = Fastify();
  logDeniedRequests(
    app,
    createLog({ level: 'info', to: { write: (line: string) => void (log += line) } }),
    () => new Date(),
  );
  const guard = requireOperator({ operators }, 'evidence');
  app.get('/staff', guard.route, (request) => ({ by: guard.nameOf(request) }));
  app.get('/brand/:brand', guard.route, (request) => ({
    may: guard.mayIn(request, (request.params as { readonly brand: string }).brand),
    brands: guard.brandsOf(request),
    second: guard.hasApprover(request, 'wise-up'),
  }));
  app.get('/refunds', requireOperator({ operators }, 'refunds').route, () => 'in');
  app.get('/nobody', requireOperator({}, 'evidence').route, () => 'in');
});
afterEach(() => app.close());

const ask = (url: string, authorization?: string) =>
  app.inject({ url, headers: authorization === undefined ? {} : { authorization } });

test.each(operators)('$name signs in with their own token, which is not logged', async ({ name, token }) => {
  expect((await ask('/staff', `Bearer ${token}`)).json()).toEqual({ by: name });
  expect(log).toBe('');
});

test.each([
  ['no word', undefined],
  ['a word of nobody', 'Bearer caio-says-a-long-word-of-their-own'],
  ['another scheme', `Basic ${operators[0]?.token ?? ''}`],
  ['two words', `Bearer ${operators.map(({ token }) => token).join(' ')}`],
  ['a word without end', `Bearer ${'x'.repeat(513)}`],
])(
  'an operator call without a valid token finds nothing, and one line logs the refusal: %s',
  async (_what, authorization) => {
    expect((await ask('/staff', authorization)).statusCode).toBe(404);
    expect(log.trim().split('\n')).toHaveLength(1);
    expect(JSON.parse(log)).toMatchObject({ event: 'refused', kind: 'operator', route: '/staff', status: 404 });
    expect(log).not.toContain('long-word');
  },
);

test('an operator’s act without a scope for it is refused, and reported as such', async () => {
  const answers = await Promise.all(operators.map(({ token }) => ask('/refunds', `Bearer ${token}`)));
  expect(answers.map((answer) => answer.statusCode)).toEqual([200, 403]);
  expect(answers[1]?.json()).toMatchObject({ code: 'act-not-allowed' });
});

test('an operator’s act applies to the brands of its scope', async () => {
  const [ana, bia] = operators.map(({ token }) => `Bearer ${token}`);
  expect((await ask('/brand/medcof', ana)).json()).toEqual({ may: true, brands: null, second: true });
  expect((await ask('/brand/medcof', bia)).json()).toEqual({ may: false, brands: ['wise-up'], second: true });
  expect((await ask('/brand/wise-up', bia)).json()).toMatchObject({ may: true });
});

test('an operator API without operators admits no one', async () => {
  for (const { token } of operators) expect((await ask('/nobody', `Bearer ${token}`)).statusCode).toBe(404);
});
