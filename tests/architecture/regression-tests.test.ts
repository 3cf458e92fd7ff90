import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { foundByChaos } from '#tests/deep/chaos/found.table.ts';
import { foundByModel } from '#tests/deep/model/found.table.ts';
import type { Regression } from '#tests/support/regression.types.ts';

const root = path.resolve(import.meta.dirname, '../..');
const tables = { 'the model over the API': foundByModel, 'the chaos': foundByChaos };
const all: readonly Regression[] = Object.values(tables).flat();

const page = readFileSync(path.join(root, 'docs/defects-found.md'), 'utf8');
const testFile = /`((?:src|tests)\/[^`]+\.test\.tsx?)`/g;

/** The sections of the page of defects whose title begins so; all of it for an empty one. */
function sectionsOf(title: string): readonly string[] {
  return page
    .split(/^## /m)
    .slice(1)
    .filter((section) => section.startsWith(title));
}

const testsNamedIn = (text: string): string[] => [...text.matchAll(testFile)].map(([, file = '']) => file);

/** What is wrong with a row: a test that is not there, is skipped, or a run that nobody could tell of. */
function problemsOf({ did, day, seed, run, tests }: Regression): readonly string[] {
  const isNoDay = Number.isNaN(Date.parse(day));
  return [
    ...(did === '' || run === '' || isNoDay ? [`${did} (${day}, ${run}) does not say what, when or how`] : []),
    ...(seed !== null && !run.includes(`--seed ${seed}`) ? [`${run} is not the run of seed ${seed}`] : []),
    ...tests.flatMap(({ file, title }) => {
      if (!existsSync(path.join(root, file))) return [`no file ${file}`];
      const text = readFileSync(path.join(root, file), 'utf8');
      // A whole title, as an argument: a comment, or a part of one, is none.
      const isTitle = ["'", '"', '`'].some((quote) => text.includes(`${quote}${title}${quote},`));
      const isSkipped = /\b(?:test|describe)\.(?:skip|todo|fails)\b/.test(text);
      return isTitle && !isSkipped ? [] : [`${file} has no “${title}”, or skips some of its tests`];
    }),
  ];
}

describe('a defect that was found and fixed', () => {
  test.each(Object.entries(tables))('by %s has a test that exists', (_by, table) => {
    expect(table.length).toBeGreaterThan(0);
    expect(table.flatMap(problemsOf)).toEqual([]);
  });

  test.each([
    ['the model over the API', 'By the model', foundByModel],
    ['the chaos', 'By the chaos', foundByChaos],
  ] as const)('by %s is on the page of defects and in its table', (_by, title, table) => {
    const sections = sectionsOf(title);
    expect(sections).toHaveLength(1);
    const named = new Set(sections.flatMap(testsNamedIn));
    const kept = new Set<string>(table.flatMap(({ tests }) => tests.map(({ file }) => file)));
    expect(named.size).toBeGreaterThan(5);
    expect([...named].filter((file) => !kept.has(file))).toEqual([]);
    expect(table.filter(({ tests }) => !tests.some(({ file }) => named.has(file))).map(({ did }) => did)).toEqual([]);
  });

  test('is in the tables once', () => {
    expect(new Set(all.map(({ did }) => did)).size).toBe(all.length);
  });

  test('is on the page in one sentence, with its test', () => {
    const points = sectionsOf('').flatMap((section) => section.split(/^- /m).slice(1));
    const reported = points.map((point) => (point.split('\n\n')[0] ?? '').trim());
    expect(reported.length).toBeGreaterThan(40);
    // Words without a full stop, then files or a page in brackets.
    const isSentence = (one: string): boolean =>
      /^[A-Z“](?:[^`.]|\.\w|`[^`]+`)+ \((?:`[^`]+`|\[.+\]\(.+\)|[\s,])+\)\.$/.test(one.replaceAll('\n ', ''));
    expect(reported.filter((one) => !isSentence(one))).toEqual([]);
    expect(['No file.', 'Two. Sentences (`a.ts`).', 'one (`a.ts`).'].filter(isSentence)).toEqual([]);
    expect(testsNamedIn(page).filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });

  test('a row is refused whose test is not there, is named in part, or whose run is another’s', () => {
    const [good] = foundByModel;
    if (!good) throw new Error('There is none');
    const [{ file, title }] = good.tests;
    expect(problemsOf(good)).toEqual([]);
    const bad: readonly Regression[] = [
      { ...good, tests: [{ file: 'src/gone.test.ts', title }] },
      { ...good, tests: [{ file, title: title.slice(0, -1) }] },
      { ...good, tests: [{ file, title: `${title}!` }] },
      { ...good, seed: 1_234 },
      { ...good, day: '2026-13-45' },
    ];
    expect(bad.map((row) => problemsOf(row).length)).toEqual([1, 1, 1, 1, 1]);
  });
});
