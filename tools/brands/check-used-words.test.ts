import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { checkUsedWords, writtenKeys } from './check-used-words.ts';

test.each([
  [`t('lead.title')`, ['lead.title']],
  [`{t('a.b', { n: 1 })} {t(\n  'a.c-d',\n)}`, ['a.b', 'a.c-d']],
  ["t(`a.${b}`) set('a.b') t(key) t('plain')", []],
])('in %j are written %j', (source, keys) => {
  expect(writtenKeys(source)).toEqual(keys);
});

test('a key without words is found, with the file that asks for it', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'words-'));
  mkdirSync(path.join(root, 'src/page'), { recursive: true });
  writeFileSync(path.join(root, 'src/page/page.tsx'), `t('page.title') t('page.titel')`);
  writeFileSync(path.join(root, 'src/page/page.test.tsx'), `t('only.in-a-test')`);
  const problems: object[] = [];
  checkUsedWords(root, new Set(['page.title']), (problem) => problems.push(problem));
  rmSync(root, { recursive: true });
  expect(problems).toEqual([
    { file: 'src/page/page.tsx', key: 'page.titel', message: 'no *.copy.json has words for it' },
  ]);
});
