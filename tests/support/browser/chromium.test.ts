import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';
import { disabledFeatures } from './chromium.ts';

test('features that are off: all of Playwright’s own, whose list ours replaces', () => {
  const { resolve } = createRequire(import.meta.url);
  const code = readFileSync(
    path.join(path.dirname(resolve('playwright-core/package.json')), 'lib/coreBundle.js'),
    'utf8',
  );
  const [, list = ''] = /disabledFeatures = \[([^\]]+)\]/.exec(code) ?? [];
  const theirs = [...list.replaceAll(/\/\/.*/g, '').matchAll(/"(\w+)"/g)].map(([, name]) => name);
  expect(theirs.length).toBeGreaterThan(10);
  expect(theirs.filter((name) => name !== undefined && !disabledFeatures.includes(name))).toEqual([]);
});
