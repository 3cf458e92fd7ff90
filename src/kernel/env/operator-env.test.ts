import { expect, test } from 'vitest';
import { envValues } from './env-values.server.ts';
import { readOperatorToken } from './operator-env.server.ts';

function read(token: string | undefined) {
  const values = envValues({ OPERATOR_TOKEN: token });
  return { token: readOperatorToken(values), problems: values.problems.map(({ variable }) => variable) };
}

test('without a word nobody may give money back', () => {
  expect(read(undefined)).toEqual({ token: null, problems: [] });
  expect(read('  ')).toEqual({ token: null, problems: [] });
});

test('a word that could be guessed stops the start', () => {
  expect(read('x'.repeat(31)).problems).toEqual(['OPERATOR_TOKEN']);
  expect(read('x'.repeat(32))).toEqual({ token: 'x'.repeat(32), problems: [] });
});
