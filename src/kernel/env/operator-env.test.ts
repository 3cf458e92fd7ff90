import { expect, test } from 'vitest';
import { envValues } from './env-values.server.ts';
import { fullAccess } from './operator-scopes.ts';
import { readOfferFloor, readOperators, readWebhookKey } from './operator-env.server.ts';

function read(token: string | undefined, tokens?: string) {
  const values = envValues({ OPERATOR_TOKEN: token, OPERATOR_TOKENS: tokens });
  return { operators: readOperators(values), problems: values.problems.map(({ variable }) => variable) };
}

test('refunds are allowed to nobody without configured operators', () => {
  expect(read(undefined)).toEqual({ operators: [], problems: [] });
  expect(read('  ', ' ')).toEqual({ operators: [], problems: [] });
});

test('a word that could be guessed stops the start', () => {
  expect(read('x'.repeat(31)).problems).toEqual(['OPERATOR_TOKEN']);
  expect(read('x'.repeat(32))).toEqual({
    operators: [{ name: 'operator', token: 'x'.repeat(32), scopes: fullAccess }],
    problems: [],
  });
});

test.each([
  ['longer than a call may say', 'x'.repeat(513)],
  ['with a sign that no header carries', `${'x'.repeat(32)}é`],
  ['with a blank, which ends it', `${'x'.repeat(32)} ${'x'.repeat(32)}`],
])('a word that nobody could say stops the start: %s', (_what, token) => {
  expect(read(token).problems).toEqual(['OPERATOR_TOKEN']);
  expect(read(undefined, `ana:${token}:*@*`).problems).toEqual(['OPERATOR_TOKENS']);
});

test('the longest word that a call may say is one', () => {
  expect(read('x'.repeat(512), `ana:${'~'.repeat(512)}:*@*`).problems).toEqual([]);
});

test('several people are known by their own words', () => {
  const [first, second, third] = ['x', 'y', 'z'].map((sign) => sign.repeat(32));
  expect(read(first, `ana:${second}:*@*  bia-2:${third}:refunds,offers@wise-up,medcof;evidence@*`)).toEqual({
    operators: [
      { name: 'operator', token: first, scopes: fullAccess },
      { name: 'ana', token: second, scopes: fullAccess },
      {
        name: 'bia-2',
        token: third,
        scopes: [
          { acts: ['refunds', 'offers'], brands: ['wise-up', 'medcof'] },
          { acts: ['evidence'], brands: '*' },
        ],
      },
    ],
    problems: [],
  });
  expect(read(undefined, `ana:a:b${second}:tasks@*`).operators).toEqual([
    { name: 'ana', token: `a:b${second}`, scopes: [{ acts: ['tasks'], brands: '*' }] },
  ]);
});

test.each([
  ['a word without a name', 'y'.repeat(32)],
  ['a word that could be guessed', `ana:${'y'.repeat(31)}:*@*`],
  ['one name twice', `ana:${'y'.repeat(32)}:*@* ana:${'z'.repeat(32)}:*@*`],
  ['the name of the first', `operator:${'y'.repeat(32)}:*@*`],
  ['one word for two, who would be two pairs of eyes', `ana:${'y'.repeat(32)}:*@* bia:${'y'.repeat(32)}:*@*`],
  ['the word of the first', `ana:${'x'.repeat(32)}:*@*`],
  ['a person without scopes', `ana:${'y'.repeat(32)}`],
])('%s stops the start', (_what, tokens) => {
  expect(read('x'.repeat(32), tokens).problems).toEqual(['OPERATOR_TOKENS']);
});

test.each([
  ['refund@wise-up', 'of ana there is no act "refund"'],
  ['refunds@Wise', 'of ana "Wise" is no name of a brand'],
  ['refunds', 'of ana "refunds" is not acts@brands'],
  ['refunds@wise-up;', 'of ana "" is not acts@brands'],
  ['*@', 'of ana "" is no name of a brand'],
])('a scope that does not exist (%s) stops the start, with the name of whose it is', (scopes, said) => {
  const values = envValues({ OPERATOR_TOKENS: `ana:${'y'.repeat(32)}:${scopes}` });
  readOperators(values);
  expect(JSON.stringify(values.problems).replaceAll('\\\\"', '"').replaceAll('\\"', '"')).toContain(said);
});

test.each([
  [undefined, 50, 0],
  ['0', 0, 0],
  ['100', 100, 0],
  ['101', 50, 1],
  ['-1', 50, 1],
  ['5,5', 50, 1],
])('the floor of offers is %s: %i per cent, with %i problems', (given, floor, problems) => {
  const values = envValues({ CUSTOM_OFFER_FLOOR: given });
  expect([readOfferFloor(values), values.problems.length]).toEqual([floor, problems]);
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
