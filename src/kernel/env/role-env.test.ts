import { expect, test } from 'vitest';
import { envValues } from './env-values.server.ts';
import { readRole, readServing } from './role-env.server.ts';

function read(role: string | undefined, databaseUrl: string | null) {
  const values = envValues({ ROLE: role });
  return {
    role: readRole(values, { databaseUrl, databaseOwnerUrl: null }),
    problems: values.problems.map(({ variable }) => variable),
  };
}

test('one process does everything, unless it is told to do a part', () => {
  expect(read(undefined, null)).toEqual({ role: 'all', problems: [] });
  expect(read('app', 'postgresql://db/x')).toEqual({ role: 'app', problems: [] });
  expect(read('worker', 'postgresql://db/x')).toEqual({ role: 'worker', problems: [] });
  expect(read('boss', null).problems).toEqual(['ROLE']);
});

test('processes that share the work need a database that they can share', () => {
  expect(read('app', null).problems).toEqual(['DATABASE_URL']);
  expect(read('worker', null).problems).toEqual(['DATABASE_URL']);
});

test('a process that only uses the tables is refused the credentials of their owner', () => {
  const database = { databaseUrl: 'postgresql://db/x', databaseOwnerUrl: 'postgresql://owner@db/x' };
  const problemsOf = (role: string): string[] => {
    const values = envValues({ ROLE: role });
    readRole(values, database);
    return values.problems.map(({ variable }) => variable);
  };
  expect(problemsOf('all')).toEqual([]);
  for (const role of ['app', 'worker', 'console']) expect(problemsOf(role)).toEqual(['DATABASE_OWNER_URL']);
});

test.each([
  [undefined, 5000, []],
  ['100', 100, []],
  ['99', 99, ['MAX_CONNECTIONS']],
  ['100001', 100_001, ['MAX_CONNECTIONS']],
  ['many', 0, ['MAX_CONNECTIONS']],
])('visitors’ connections are bounded: %s', (given, most, problems) => {
  const values = envValues({ MAX_CONNECTIONS: given });
  expect(readServing(values, { databaseUrl: null, databaseOwnerUrl: null }, 'test').maxConnections).toBe(most);
  expect(values.problems.map(({ variable }) => variable)).toEqual(problems);
});

test.each([
  [undefined, 'test', 0, []],
  [undefined, 'production', 5, []],
  ['0', 'production', 0, []],
  ['30', 'test', 30, []],
  ['301', 'test', 0, ['STOP_DELAY_SECONDS']],
  ['soon', 'production', 0, ['STOP_DELAY_SECONDS']],
] as const)('ports stay open for a while after the signal to stop: %s in %s', (given, appEnv, seconds, problems) => {
  const values = envValues({ STOP_DELAY_SECONDS: given });
  expect(readServing(values, { databaseUrl: null, databaseOwnerUrl: null }, appEnv).stopDelaySeconds).toBe(seconds);
  expect(values.problems.map(({ variable }) => variable)).toEqual(problems);
});
