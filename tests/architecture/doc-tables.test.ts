import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fillCells, longestCell } from '#tests/support/fill-table-cells.ts';
import { listFiles } from '#tools/verify/list-files.ts';

const root = path.resolve(import.meta.dirname, '../..');

const countLong = (text: string): number =>
  text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .flatMap((line) => line.split(/(?<!\\)\|/).slice(1, -1))
    .filter((cell) => cell.trim().length > longestCell).length;

test('no cell of a table in docs has more than 160 characters', () => {
  const pages = listFiles(root, ['docs']).filter((file) => file.endsWith('.md'));
  const counts = pages.map((page) => [page, countLong(readFileSync(path.join(root, page), 'utf8'))] as const);
  expect(counts.length).toBeGreaterThan(40);
  expect(counts.filter(([, count]) => count > 0)).toEqual([]);
});

test('a cell of 161 characters is counted, one of 160 is not', () => {
  const table = (length: number): string => `| a | b |\n|---|---|\n| ${'x'.repeat(length)} | one \\| cell |`;
  expect([161, 160].map((length) => countLong(table(length)))).toEqual([1, 0]);
});

test('values fill as few cells as they need, none above the limit', () => {
  const value = 'x'.repeat(79);
  expect(fillCells([value, value, 'y'])).toEqual([`${value}; ${value}`, 'y']);
  expect(fillCells([])).toEqual([]);
});
