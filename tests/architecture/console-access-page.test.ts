import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { consoleAccessPage } from '#tools/console-access/console-access-page.ts';

test('docs/console-access.md is what `npm run console-access` writes', () => {
  const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/console-access.md'), 'utf8');
  expect(page).toBe(consoleAccessPage());
});
