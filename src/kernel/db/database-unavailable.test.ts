import { expect, test } from 'vitest';
import { isDatabaseUnavailable } from './database-unavailable.server.ts';
import { createPool } from './pool.server.ts';
import { ReadOnlyDatabase, UnconfirmedCommit } from './writable-session.server.ts';

const coded = (code: string): Error => Object.assign(new Error('x'), { code });

test.each([
  coded('57P01'),
  coded('08006'),
  coded('25006'),
  coded('53300'),
  coded('55P03'),
  coded('ECONNRESET'),
  Object.assign(coded('XX000'), { severity: 'PANIC' }),
  new AggregateError([coded('ECONNREFUSED')]),
  new Error('Connection terminated unexpectedly'),
  new Error('timeout expired'),
  new Error('Query read timeout'),
  new ReadOnlyDatabase(),
  new UnconfirmedCommit(),
])('%s: the same call may be made again', (error) => expect(isDatabaseUnavailable(error)).toBe(true));

test.each([
  coded('XX000'),
  coded('23505'),
  coded('40001'),
  coded('57014'),
  new Error('no'),
  'Connection terminated',
  null,
])('%s is another matter', (error) => expect(isDatabaseUnavailable(error)).toBe(false));

test('a database that refuses connections is unavailable', async () => {
  const pool = createPool({ connectionString: 'postgres://nobody@127.0.0.1:1/none' });
  const error: unknown = await pool.query('select 1').catch((thrown: unknown) => thrown);
  expect(isDatabaseUnavailable(error)).toBe(true);
  await pool.end();
});
