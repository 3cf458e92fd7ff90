import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { titlesIn } from './test-titles.ts';

const root = path.resolve(import.meta.dirname, '../..');
const page = readFileSync(path.join(root, 'docs/security.md'), 'utf8');
const namedTest = /`([^`]+)`(?: “([^”]+)”)?/g;

interface ThreatRow {
  readonly number: number;
  readonly files: readonly string[];
  readonly tests: readonly { readonly file: string; readonly name: string }[];
  readonly state: string;
}

const rows: readonly ThreatRow[] = page
  .split('\n')
  .filter((line) => /^\| \d+ \|/.test(line))
  .map((line) => {
    const [number = '', , , where = '', proof = '', state = ''] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    return {
      number: Number(number),
      files: [...where.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
      tests: [...proof.matchAll(namedTest)].map(([, file = '', name = '']) => ({ file, name })),
      state,
    };
  });

const isThere = (file: string): boolean => existsSync(path.join(root, file));

test('each of the 56 threats stands there once, with a control and a plain state', () => {
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: 56 }, (_, index) => index + 1));
  expect(rows.filter(({ files }) => files.length === 0)).toEqual([]);
  expect(rows.filter(({ state }) => !/^(?:built(?:; .+)?$|partly: |gap: )/.test(state))).toEqual([]);
  expect(rows.filter(({ state, tests }) => !state.startsWith('gap') && tests.length === 0)).toEqual([]);
});

test('every file and every test that is named is there', () => {
  const files = rows.flatMap((row) => row.files);
  expect(files.filter((file) => !isThere(file))).toEqual([]);
  const wrong = rows
    .flatMap((row) => row.tests)
    .filter(({ file, name }) => {
      const isTest = /\.test\.tsx?$/.test(file) && isThere(file);
      if (!isTest) return true;
      const titles = titlesIn(readFileSync(path.join(root, file), 'utf8'));
      // A file without a name beside it stands for all of its tests.
      return titles.length === 0 || !titles.some((title) => title.includes(name));
    });
  expect(wrong).toEqual([]);
});

test('each chapter of ASVS has evidence that is there, or says why it does not apply', () => {
  const chapters = page.split('\n').filter((line) => /^\| V\d+ /.test(line));
  expect(chapters).toHaveLength(17);
  const named = chapters.flatMap((line) => [...line.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file));
  expect(named.filter((file) => !isThere(file))).toEqual([]);
  expect(chapters.filter((line) => !line.includes('`') && !line.includes('does not apply'))).toEqual([]);
});
