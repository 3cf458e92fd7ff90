import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const pages = ['docs/reliability.md', 'docs/how-to/run-failover.md'] as const;
const scripts: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(path.join(root, 'package.json'), 'utf8'),
).scripts;

/** What a page tells its reader to run: scripts of `npm run`, and folders of tests. */
function commandsOf(page: string): { readonly scripts: readonly string[]; readonly folders: readonly string[] } {
  const text = readFileSync(path.join(root, page), 'utf8');
  const found = (pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name = '']) => name);
  return { scripts: found(/npm run ([\w:-]+)/g), folders: found(/vitest run ([\w/.-]+)/g) };
}

test.each(pages)('every command that %s names is there', (page) => {
  const named = commandsOf(page);
  expect(named.scripts.length).toBeGreaterThan(0);
  expect(named.scripts.filter((name) => scripts[name] === undefined)).toEqual([]);
  expect(named.folders.filter((folder) => !existsSync(path.join(root, folder)))).toEqual([]);
});

test('each figure stands beside its command, its moment and its machine', () => {
  const text = readFileSync(path.join(root, 'docs/reliability.md'), 'utf8');
  expect(text).toMatch(/\d cores .* \d+ GiB/s);
  const rows = text.split('\n').filter((line) => line.startsWith('| ') && line.includes('`npm run'));
  const bare = rows.filter((row) => !/not run yet|no figures kept/.test(row) && !/\d\d:\d\d/.test(row));
  expect(bare).toEqual([]);
});
