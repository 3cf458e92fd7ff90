import { expect, test } from 'vitest';
import { titlesIn } from './test-titles.ts';

const source = `
  // test('in a comment', () => undefined);
  /* describe('in a long comment', () => undefined); */
  const words = 'test of the words';
  describe('a group', () => {
    test('a plain one', async () => expect(words).toBe('a text of a test'));
    test(\`in other quotes\`, one);
    test.each(['a case', 'another (with a bracket'])('of cases: %s', (one) => expect(one).toBe(one));
    test.each([
      ['a row', { text: 'of ) two' }],
    ])(
      'over several lines',
      one,
    );
    describe.runIf(isFull)('if it is full', () => undefined);
    test.each(cases)('of a list by name', one);
  });
  journey('3-D Secure, a journey', async (buyer) => undefined);
  way('a way\\'s own', one);
  latest('none of them', one);
  page.test('nor this', one);
`;

test('titles are those of tests and groups, and nothing else that is written', () => {
  expect(titlesIn(source)).toEqual([
    ...['a group', 'a plain one', 'in other quotes', 'of cases: %s', 'over several lines', 'if it is full'],
    ...['of a list by name', '3-D Secure, a journey', "a way's own"],
  ]);
});
