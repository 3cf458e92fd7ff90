import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { steps } from '#src/apps/checkout/registry.generated.ts';
import { coverageProblems, readCoverage } from './specification-coverage.ts';

const root = path.resolve(import.meta.dirname, '../..');
const page = readFileSync(path.join(root, 'docs/specification-coverage.md'), 'utf8');

function read(file: string): string | null {
  const full = path.resolve(root, file);
  const isOurs = full.startsWith(root + path.sep) && existsSync(full) && statSync(full).isFile();
  return isOurs ? readFileSync(full, 'utf8') : null;
}

/** How many lines each section has; a line that is gone is noticed here. */
const lines = { 1: 37, 2: 74, 3: 95, 4: 30, 5: 43, 6: 5, 7: 27, 8: 14, 9: 30 };

describe('every line of the specification is carried', () => {
  test('by files and tests that are there and say what it says, or by a later part of the work', () => {
    expect(coverageProblems(page, read)).toEqual([]);
  });

  test('and none has been dropped', () => {
    const { rows } = readCoverage(page);
    const counted = Object.fromEntries(Object.keys(lines).map((section) => [section, 0]));
    for (const { section } of rows) counted[section] = (counted[section] ?? 0) + 1;
    expect(counted).toEqual(lines);
  });

  test('each screen of the checkout stands in the lines about routes', () => {
    const routes = readCoverage(page).rows.filter(({ section }) => section === 2);
    const named = new Set(routes.flatMap(({ exact }) => exact));
    const manifests: readonly { readonly paths: readonly string[] }[] = Object.values(steps);
    expect(manifests.map(({ paths }) => paths[0]).filter((one) => one !== undefined && !named.has(one))).toEqual([]);
  });
});

describe('a line is refused', () => {
  const files: Readonly<Record<string, string>> = {
    'src/toast.ts': 'export const life = 5000;',
    'src/toast.test.ts': `
      import { expectGone } from '#tests/support/toast.ts';
      import { shows } from '#src/toast.ts';
      test('goes after five seconds', () => expect(life).toBe(5000));
      test('goes by itself', () => expectGone('toast'));
      test.each([['in Peru'], ['in Brazil']])('goes %s', () => stays());
      test('is drawn', () => shows('toast'));
      describe('an open toast', () => test('stays', () => stays()));
      describe('a closed toast', () => test('is closed', () => shows('toast')));
      test.skip('goes on Sunday', () => expect(life).toBe(5000));
      test('is clicked away', () => { expect(life).toBe(5000); page.fill('goes after eight seconds', expect(life)); });
      function stays() { expect(life).toBe(5000); }
      // goes after seven seconds
    `,
    'tests/support/toast.ts': 'export const expectGone = (toast) => expect(toast).toBeNull();',
  };
  const table = (first: string): string =>
    [first, ...[2, 3, 4, 5, 6, 7, 8, 9].map((section) => `| S${section}.1 | A rule | later: proof | |`)].join('\n');
  const found = (first: string): string[] => coverageProblems(table(first), (file) => files[file] ?? null);

  const good = '| S1.1 | Toasts close after `5000` ms | `src/toast.ts` | `src/toast.test.ts` “goes after five” |';
  test('not when it is whole', () => {
    expect(found(good)).toEqual([]);
    expect(found('| S1.1 | A rule | later: every way to pay | |')).toEqual([]);
    for (const name of ['goes by itself', 'in Peru', 'an open toast'])
      expect(found(good.replace('goes after five', name))).toEqual([]);
    expect(found('| S1.1 | A rule of `5000` | `src/toast.ts`; later: proof | |')).toEqual([]);
    expect(found(`| S1.1 | A rule | | |\n${good.replace('S1.1', '')}`)).toEqual([]);
  });

  test.each([
    ['that nothing carries', '| S1.1 | A rule | | |', 'S1.1 has neither'],
    ['without a test', '| S1.1 | A rule | `src/toast.ts` | |', 'S1.1 has neither'],
    ['without a file', '| S1.1 | A rule | | `src/toast.test.ts` |', 'S1.1 has neither'],
    ['whose file is not there', good.replace('src/toast.ts', 'src/gone.ts'), 'names src/gone.ts, which is not there'],
    ['whose test is not there', good.replace('toast.test', 'gone.test'), 'names src/gone.test.ts, which is no test'],
    ['whose test is none', good.replace('src/toast.test.ts', 'src/toast.ts'), 'src/toast.ts, which is no test'],
    ['whose test has another name', good.replace('five', 'six'), 'has no “goes after six”'],
    ['whose test is a comment', good.replace('five', 'seven'), 'has no “goes after seven”'],
    ['whose test is skipped', good.replace('after five', 'on Sunday'), 'has no “goes on Sunday”'],
    ['whose test is another call in a test', good.replace('five', 'eight'), 'has no “goes after eight”'],
    ['without the name of a test', good.replace(' “goes after five”', ''), 'S1.1 names no test by its title'],
    [
      'whose test asserts nothing',
      good.replace('goes after five', 'is drawn'),
      '“is drawn” in src/toast.test.ts asserts',
    ],
    ['whose tests together assert nothing', good.replace('goes after five', 'a closed toast'), 'asserts nothing'],
    ['whose text is not said', good.replace('5000', '6000'), 'does not say “6000”'],
    ['that promises what nobody plans', '| S1.1 | A rule | later: some day | |', '“later: some day”'],
    ['that quotes and names nothing', '| S1.1 | `5000` ms | | |', 'quotes texts but names no file'],
    ['with a gap before it', good.replace('S1.1', 'S1.2'), 'S1.2 stands where S1.1 belongs'],
    ['that is no line', good.replace(' Toasts close after `5000` ms ', ''), 'is no line of'],
    ['that goes on with another text', `${good}\n|  | \`6000\` |  |  |`, 'does not say “6000”'],
    ['that goes on with another file', `${good}\n|  |  | \`src/gone.ts\` |  |`, 'names src/gone.ts'],
    ['that goes on with another test', `${good}\n|  |  |  | \`src/toast.test.ts\` “goes after six” |`, 'has no “goes'],
    ['that goes on without a beginning', `|  | A rule |  |  |\n${good}`, 'is no line of'],
    ['of a section without lines', 'No table at all', 'Section 1 has no line'],
  ])('%s', (_name, first, problem) => {
    expect(found(first).join('\n')).toContain(problem);
  });
});
