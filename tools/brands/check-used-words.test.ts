import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { keyPrefixes, checkUsedWords, writtenKeys } from './check-used-words.ts';

test.each([
  [`t('lead.title')`, ['lead.title']],
  [`{t('a.b', { n: 1 })} {t(\n  'a.c-d',\n)} words('e.f')`, ['a.b', 'a.c-d', 'e.f']],
  ["t(`a.${b}`) set('a.b') t(key) t('plain')", []],
])('in %j are written %j', (source, keys) => {
  expect(writtenKeys(source)).toEqual(keys);
});

test.each([
  ['t(`a.b.${c}.title`, { n })', ['a.b.']],
  ['t(`a.b-${c}`) t(\n  `d.${e}`,\n)', ['a.b-', 'd.']],
  ['t(`${a}.title`) set(`a.${b}`) t(`plain`)', []],
])('in %j are begun %j', (source, keys) => {
  expect(keyPrefixes(source)).toEqual(keys);
});

test('a key without words is found, with the file that asks for it', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'words-'));
  mkdirSync(path.join(root, 'src/page'), { recursive: true });
  writeFileSync(
    path.join(root, 'src/page/page.tsx'),
    "t('page.title') t('page.titel') t(`page.${kind}`) t(`page.kind.${kind}`)",
  );
  writeFileSync(path.join(root, 'src/page/page.test.tsx'), `t('only.in-a-test')`);
  const problems: object[] = [];
  checkUsedWords(root, new Set(['page.title']), (problem) => problems.push(problem));
  rmSync(root, { recursive: true });
  expect(problems).toEqual([
    { file: 'src/page/page.tsx', key: 'page.titel', message: 'no *.copy.json has words for it' },
    { file: 'src/page/page.tsx', key: 'page.kind.…', message: 'no *.copy.json has words that begin so' },
  ]);
});
