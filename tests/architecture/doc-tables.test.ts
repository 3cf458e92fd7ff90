import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { listFiles } from '#tools/verify/list-files.ts';

const root = path.resolve(import.meta.dirname, '../..');
const limit = 160;

/** Pages whose tables still have longer cells, and how many. The list only shrinks. */
const longCells: Readonly<Record<string, number>> = {
  'docs/brands.md': 8,
  'docs/flows.md': 2,
  'docs/how-to/debug-a-payment.md': 2,
  'docs/how-to/run-chaos.md': 3,
  'docs/how-to/run-in-production.md': 16,
};

const countLong = (text: string): number =>
  text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .flatMap((line) => line.split(/(?<!\\)\|/).slice(1, -1))
    .filter((cell) => cell.trim().length > limit).length;

test('no cell of a table in docs has more than 160 characters', () => {
  const pages = listFiles(root, ['docs']).filter((file) => file.endsWith('.md'));
  const counts = pages.map((page) => [page, countLong(readFileSync(path.join(root, page), 'utf8'))] as const);
  expect(counts.length).toBeGreaterThan(40);
  expect(counts.filter(([page, count]) => count > (longCells[page] ?? 0))).toEqual([]);
});

test('a cell of 161 characters is counted, one of 160 is not', () => {
  const table = (length: number): string => `| a | b |\n|---|---|\n| ${'x'.repeat(length)} | one \\| cell |`;
  expect([161, 160].map((length) => countLong(table(length)))).toEqual([1, 0]);
});
