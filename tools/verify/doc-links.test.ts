import { expect, test } from 'vitest';
import { docProblems } from './doc-links.ts';

const landscape = {
  exists: (file: string) => ['docs/glossary.md', 'src/kernel/money'].includes(file),
  scripts: new Set(['verify']),
};
const check = (text: string) => docProblems('docs/how-to/page.md', text, landscape);

test('a link to an existing file passes', () => {
  expect(check('[words](../glossary.md#money), `src/kernel/money`, `npm run verify`')).toEqual([]);
  expect(check('[out](https://example.org/a.md) and `src/rails/<id>/rail.ts` and `tests/**/*.ts`')).toEqual([]);
});

test.each(['[gone](../gone.md)', '`src/kernel/gone.ts`', 'npm run gone'])('what does not is named: %s', (text) => {
  expect(check(text)).toHaveLength(1);
});
