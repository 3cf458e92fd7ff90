import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fillCells, isLongCell } from '#tests/support/fill-table-cells.ts';
import { listFiles } from '#tools/verify/list-files.ts';

const root = path.resolve(import.meta.dirname, '../..');

const countLong = (text: string): number =>
  text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .flatMap((line) => line.split(/(?<!\\)\|/).slice(1, -1))
    .filter(isLongCell).length;

test('no cell of a table in docs has more than 160 bytes', () => {
  const pages = listFiles(root, ['docs']).filter((file) => file.endsWith('.md'));
  const counts = pages.map((page) => [page, countLong(readFileSync(path.join(root, page), 'utf8'))] as const);
  expect(counts.length).toBeGreaterThan(40);
  expect(counts.filter(([, count]) => count > 0)).toEqual([]);
});

test('a cell of 161 bytes with its blanks is counted, one of 160 is not', () => {
  const table = (text: string): string => `| a | b |\n|---|---|\n| ${text} | one \\| cell |`;
  const texts = ['x'.repeat(159), 'x'.repeat(158), '“'.repeat(53), '“'.repeat(52)];
  expect(texts.map((text) => countLong(table(text)))).toEqual([1, 0, 1, 0]);
});

test('values fill as few cells as they need, none above the limit', () => {
  const value = 'x'.repeat(78);
  expect(fillCells([value, value, 'y'])).toEqual([`${value}; ${value}`, 'y']);
  expect(fillCells([])).toEqual([]);
});
