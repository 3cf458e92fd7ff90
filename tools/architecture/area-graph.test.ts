import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { layer, readAreaGraph } from './area-graph.ts';

let root = '';
beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), 'areas-'));
  write('src/shop/buy.ts', "import { a } from '#src/money/a.ts';\nimport type { B } from '../rows/b.ts';\n");
  write('src/money/a.ts', "import { c } from '#src/rows/b.ts';\n");
  write('src/money/a.test.ts', "import { x } from '#src/shop/buy.ts';\n");
  write('src/rows/b.ts', "import { z } from 'zod';\n");
});
afterAll(() => rmSync(root, { recursive: true }));

function write(file: string, text: string): void {
  mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
  writeFileSync(path.join(root, file), text);
}

const graphOf = (edges: Readonly<Record<string, readonly string[]>>) =>
  new Map(Object.entries(edges).map(([area, others]) => [area, new Set(others)]));

test('imports of code, types included, make the graph; those of tests and packages do not', () => {
  const graph = readAreaGraph(root, ['src'], (file) => file.split('/')[1] ?? null);
  expect(graph).toEqual(graphOf({ money: ['rows'], rows: [], shop: ['money', 'rows'] }));
});

test('areas stand above what they import, and an import that a longer way covers has no arrow', () => {
  expect(layer(graphOf({ money: ['rows'], rows: [], shop: ['money', 'rows'] }))).toEqual({
    rows: [[['shop']], [['money']], [['rows']]],
    edges: [
      ['money', 'rows'],
      ['shop', 'money'],
    ],
  });
});

test('areas that import each other form one group', () => {
  expect(layer(graphOf({ api: ['orders'], orders: ['quotes'], quotes: ['orders'] }))).toEqual({
    rows: [[['api']], [['orders', 'quotes']]],
    edges: [['api', 'orders']],
  });
});
