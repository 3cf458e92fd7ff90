import { expect, test } from 'vitest';
import { glossaryProblems } from './glossary-words.ts';

const check = (source: string, file = 'src/domain/orders/order.ts') =>
  glossaryProblems(new Map([[file, source]])).map(({ entry }) => entry);

test.each([
  ['const settleOrder = 1;', 'settle'],
  ['interface QuoteWish {}', 'wish'],
  ['order.told();', 'told'],
])('glossary words: %s is refused', (source, word) =>
  expect(check(source)).toEqual([`src/domain/orders/order.ts: ${word}`]),
);

test.each([
  '// wish',
  "const event = 'papers';",
  'const wishbone = 1;',
  'Promise.allSettled(all)',
  'const legal = 1;',
  'constructor() {}',
])('glossary words: %s is fine', (source) => expect(check(source)).toEqual([]));

test('glossary words: a file may not be named by one', () => {
  expect(check('', 'src/domain/messaging/courier.server.ts')).toHaveLength(1);
});

test('glossary words: a norm’s own word stands where the norm is spoken', () => {
  expect(check('const recurrence = 1;', 'sandbox/companies/pix-bcb/automatic/recurring.ts')).toEqual([]);
  expect(check('const recurrence = 1;')).toHaveLength(1);
});
