import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { foundByChaos } from '#tests/chaos/found.table.ts';
import { foundByModel } from '#tests/model/found.table.ts';
import type { KeptBug } from '#tests/support/kept-bug.types.ts';

const root = path.resolve(import.meta.dirname, '../..');
const tables = { 'the model over the API': foundByModel, 'the chaos': foundByChaos };
const all: readonly KeptBug[] = Object.values(tables).flat();

/** The part of the page of figures that tells what was found. */
function foundOnPage(): string {
  const page = readFileSync(path.join(root, 'docs/reliability.md'), 'utf8');
  const [, section = ''] = page.split(/^## Model and simulator$/m);
  return section.split(/^## /m)[0] ?? '';
}

/** What is wrong with a row: a test that is not there, is skipped, or a run that nobody could tell of. */
function problemsOf({ did, day, seed, run, tests }: KeptBug): readonly string[] {
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

describe('what was found once and mended', () => {
  test.each(Object.entries(tables))('by %s is kept by a test that is there', (_by, table) => {
    expect(table.length).toBeGreaterThan(0);
    expect(table.flatMap(problemsOf)).toEqual([]);
  });

  test('stands in the tables, each once, whatever the page of figures tells of', () => {
    const kept = new Set(all.flatMap(({ tests }) => tests.map(({ file }) => path.basename(file))));
    const named = [...foundOnPage().matchAll(/`(?:[\w/-]+\/)?([\w-]+\.test\.ts)`/g)].map(([, name = '']) => name);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !kept.has(name))).toEqual([]);
    expect(new Set(all.map(({ did }) => did)).size).toBe(all.length);
  });

  test('a row is refused whose test is not there, is named in part, or whose run is another’s', () => {
    const [good] = foundByModel;
    if (!good) throw new Error('There is none');
    const [{ file, title }] = good.tests;
    expect(problemsOf(good)).toEqual([]);
    const bad: readonly KeptBug[] = [
      { ...good, tests: [{ file: 'src/gone.test.ts', title }] },
      { ...good, tests: [{ file, title: title.slice(0, -1) }] },
      { ...good, tests: [{ file, title: `${title}!` }] },
      { ...good, seed: 1_234 },
      { ...good, day: '2026-13-45' },
    ];
    expect(bad.map((row) => problemsOf(row).length)).toEqual([1, 1, 1, 1, 1]);
  });
});
