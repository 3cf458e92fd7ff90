import { expect, test } from 'vitest';
import { queryText } from './api.ts';
import { ProblemError } from './problem-error.ts';

test('a query leaves out what is empty and repeats the name of a list', () => {
  expect(queryText({ state: 'paid', after: null, text: '', brand: ['a', 'b&c'], page: 0 })).toBe(
    '?state=paid&brand=a&brand=b%26c&page=0',
  );
  expect(queryText({ after: undefined })).toBe('');
});

test.each([
  [401, {}, 'signed-out'],
  [403, { permission: 'sale.view' }, 'no-permission'],
  [403, { code: 'origin-refused' }, 'refused'],
  [404, {}, 'not-found'],
  [0, {}, 'away'],
  [503, {}, 'away'],
  [409, { code: 'refund-too-large' }, 'refused'],
  [500, {}, 'unexpected'],
] as const)('an answer %d %o is of the kind %s', (status, body, kind) => {
  expect(new ProblemError(status, body).kind).toBe(kind);
});
