import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { consoleFirstScreen } from './console-first-screen.ts';

/** A build whose files weigh as many bytes as given. */
function build(manifest: object, sizes: Readonly<Record<string, number>>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'console-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(path.join(folder, '.vite'));
  writeFileSync(path.join(folder, '.vite/manifest.json'), JSON.stringify(manifest));
  for (const [name, size] of Object.entries(sizes)) writeFileSync(path.join(folder, name), 'x'.repeat(size));
  return folder;
}

const start = {
  'main.tsx': { file: 'main.js', isEntry: true, imports: ['parts.ts'] },
  'parts.ts': { file: 'parts.js' },
};

test('the console’s first screen is its entry, one language, and the heaviest screen, with nothing counted twice', () => {
  const manifest = {
    ...start,
    'a.words.ts': { file: 'a.js' },
    'home.screen.tsx': { file: 'home.js' },
    'money.screen.tsx': { file: 'money.js', css: ['money.css'], imports: ['parts.ts'] },
  };
  const sizes = { 'main.js': 100, 'parts.js': 50, 'a.js': 7, 'home.js': 20, 'money.js': 30, 'money.css': 3 };
  const folder = build(manifest, { ...sizes, 'main.js.br': 40 });
  expect(consoleFirstScreen(folder)).toBe(40 + 50 + 7 + 33);
});

test('a build of the console without a screen is no build of zero bytes', () => {
  const folder = build({ ...start, 'a.words.ts': { file: 'a.js' } }, { 'main.js': 1, 'parts.js': 1, 'a.js': 1 });
  expect(() => consoleFirstScreen(folder)).toThrow('has no .screen.tsx');
});
