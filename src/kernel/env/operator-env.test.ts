import { expect, test } from 'vitest';
import { envValues } from './env-values.server.ts';
import { readOperatorToken, readWebhookKey } from './operator-env.server.ts';

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

test("the key of outgoing messages is its own, or comes from the product's secret", () => {
  const key = (given: string | undefined, cookieSecret: string) => {
    const values = envValues({ WEBHOOK_KEY: given });
    return { key: readWebhookKey(values, cookieSecret), problems: values.problems.map(({ variable }) => variable) };
  };
  expect(key('k'.repeat(32), 'a')).toEqual({ key: 'k'.repeat(32), problems: [] });
  expect(key('k'.repeat(31), 'a').problems).toEqual(['WEBHOOK_KEY']);
  expect(key(undefined, 'a').key).toHaveLength(43);
  expect(key(undefined, 'a')).not.toEqual(key(undefined, 'b'));
});
