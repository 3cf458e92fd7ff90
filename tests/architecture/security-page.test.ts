import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { titlesIn } from './test-titles.ts';

const root = path.resolve(import.meta.dirname, '../..');
const page = readFileSync(path.join(root, 'docs/security.md'), 'utf8');
const namedTest = /`([^`]+)`(?: “([^”]+)”)?/g;

interface Threat {
  readonly number: number;
  readonly control: string;
  readonly files: readonly string[];
  readonly tests: readonly { readonly file: string; readonly name: string }[];
  readonly state: string;
}

const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file);

/** The numbered lines under a heading, cell by cell. */
function linesUnder(heading: string): readonly (readonly string[])[] {
  const [, section = ''] = page.split(`\n## ${heading}\n`);
  const lines = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => /^\| \d+ \|/.test(line));
  return lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const evidence = linesUnder('Evidence');
const threats: readonly Threat[] = linesUnder('Threats').map(([number = '', , control = '', state = '']) => {
  const own = evidence.filter(([of]) => of === number).map(([, cell = '']) => cell);
  const named = own.flatMap((cell) =>
    [...cell.matchAll(namedTest)].map(([, file = '', name = '']) => ({ file, name })),
  );
  return {
    ...{ number: Number(number), control, state },
    files: named.filter(({ file }) => !isTest(file)).map(({ file }) => file),
    tests: named.filter(({ file }) => isTest(file)),
  };
});

const isThere = (file: string): boolean => existsSync(path.join(root, file));

test('each of the 60 threats stands there once, with a control, a file and a plain state', () => {
  const numbers = Array.from({ length: 60 }, (_, index) => index + 1);
  expect(threats.map(({ number }) => number)).toEqual(numbers);
  expect([...new Set(evidence.map(([number]) => Number(number)))]).toEqual(numbers);
  expect(threats.filter(({ control, files }) => control === '' || files.length === 0)).toEqual([]);
  expect(threats.filter(({ state }) => !/^(?:built(?:; .+)?$|partly: |gap: )/.test(state))).toEqual([]);
  expect(threats.filter(({ state, tests }) => !state.startsWith('gap') && tests.length === 0)).toEqual([]);
});

test('every file and every test that is named is there', () => {
  const files = threats.flatMap((threat) => threat.files);
  expect(files.filter((file) => !isThere(file))).toEqual([]);
  const wrong = threats
    .flatMap(({ tests }) => tests)
    .filter(({ file, name }) => {
      if (!isThere(file)) return true;
      const titles = titlesIn(readFileSync(path.join(root, file), 'utf8'));
      // A file without a name beside it stands for all of its tests.
      return titles.length === 0 || !titles.some((title) => title.includes(name));
    });
  expect(wrong).toEqual([]);
});
