import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const read = (page: string): string => readFileSync(path.join(root, page), 'utf8');
const pages = ['docs/reliability.md', 'docs/how-to/run-failover.md'] as const;
const scripts: Readonly<Record<string, string>> = JSON.parse(read('package.json')).scripts;

/** What a page tells its reader to run: scripts of `npm run`, and folders of tests. */
function commandsOf(page: string): { readonly scripts: readonly string[]; readonly folders: readonly string[] } {
  const text = read(page);
  const found = (pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name = '']) => name);
  return { scripts: found(/npm run ([\w:-]+)/g), folders: found(/vitest run ([\w/.-]+)/g) };
}

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
const tableLines = (text: string): string[] => text.split('\n').filter((line) => line.startsWith('|'));

/** The rows of the tables of proofs: every table whose head is this one. */
function proofsOf(text: string): readonly (readonly string[])[] {
  const head = '| Proof | Command | Date | Seed | Result |';
  return text
    .split('\n\n')
    .filter((block) => block.startsWith(head))
    .flatMap((block) => tableLines(block).slice(2).map(cellsOf));
}

/** What a row of a proof lacks. A proof that was not run says since when and why, and has no result. */
function rowProblems(row: readonly string[]): readonly string[] {
  const [proof = '', command = '', date = '', seed = '', result = ''] = row;
  const name = `${proof}, ${command}`;
  const isRun = /^\d{4}-\d\d-\d\d \d\d:\d\d(?:, load [\d.]+(?: to [\d.]+)?)?$/.test(date) || date === 'each run';
  const isReasoned = /^\d{4}-\d\d-\d\d, not run yet: \S.{9,}$/.test(date);
  return [
    ...(row.length === 5 && proof !== '' ? [] : [`${name} is no proof, command, date, seed and result`]),
    ...(/^`npm (?:run [\w:-]+(?: -- .+)?|test)`$/.test(command) ? [] : [`${name} names no command`]),
    ...(isRun || isReasoned ? [] : [`${name} says neither when it ran nor why it did not: ${date}`]),
    ...(isRun && (seed === '' || !/\d|\[/.test(result)) ? [`${name} has no seed or no figure`] : []),
    ...(isReasoned && result !== '–' ? [`${name} was not run and has a result`] : []),
  ];
}

describe('the page of figures', () => {
  const text = read('docs/reliability.md');

  test.each(pages)('names no command that is not there: %s', (page) => {
    const named = commandsOf(page);
    expect(named.scripts.length).toBeGreaterThan(0);
    expect(named.scripts.filter((name) => scripts[name] === undefined)).toEqual([]);
    expect(named.folders.filter((folder) => !existsSync(path.join(root, folder)))).toEqual([]);
  });

  test('gives each figure its command, its moment and its machine', () => {
    expect(text).toMatch(/\d cores .* \d+ GiB/s);
    const proofs = proofsOf(text);
    expect(proofs.length).toBeGreaterThan(50);
    expect(proofs.flatMap(rowProblems)).toEqual([]);
    const elsewhere = tableLines(text).filter((line) => line.includes('`npm run'));
    expect(elsewhere).toHaveLength(proofs.filter(([, command = '']) => command.startsWith('`npm run')).length);
  });

  test('has a row of the first picture', () => {
    expect(proofsOf(text).filter(([, command]) => command === '`npm run bench -- web`')).toHaveLength(1);
  });

  test('has cells of a few words', () => {
    expect(
      tableLines(text)
        .flatMap(cellsOf)
        .filter((cell) => cell.length > 160),
    ).toEqual([]);
  });

  test('is refused for a row without command, moment, reason or figure', () => {
    const good: readonly string[] = ['Start', '`npm run bench`', '2026-11-21 21:45, load 0.1', 'none', '3.2 s'];
    const not: readonly string[] = [
      'Start',
      '`npm run bench`',
      '2026-11-21, not run yet: the machine was shared',
      '–',
      '–',
    ];
    expect([good, not].flatMap(rowProblems)).toEqual([]);
    const bad = [
      good.with(1, 'by hand'),
      good.with(2, '2026-11-21'),
      good.with(2, 'not run yet'),
      good.with(3, ''),
      good.with(4, 'good'),
      not.with(2, '2026-11-21, not run yet:'),
      not.with(2, 'not run yet: the machine was shared'),
      not.with(4, '3.2 s'),
      good.slice(0, 4),
    ];
    expect(bad.map((row) => rowProblems(row).length > 0)).toEqual(bad.map(() => true));
  });
});
