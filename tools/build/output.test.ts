import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { Output } from './output.ts';

const room = mkdtempSync(path.join(tmpdir(), 'output-'));
const dist = path.join(room, 'dist');
afterAll(() => rmSync(room, { recursive: true }));

async function write(files: Readonly<Record<string, string>>): Promise<void> {
  const output = new Output();
  for (const [name, content] of Object.entries(files)) output.add(name, content);
  await output.write(dist);
}

const read = (name: string) => readFileSync(path.join(dist, name));

test('assets are compressed ahead, other files are not', async () => {
  await write({ 'assets/a.js': 'const a = 1;', 'assets/b.svg': '<svg/>', 'pages.json': '{}' });
  expect(brotliDecompressSync(read('assets/a.js.br')).toString()).toBe('const a = 1;');
  expect(gunzipSync(read('assets/b.svg.gz')).toString()).toBe('<svg/>');
  expect(existsSync(path.join(dist, 'pages.json.br'))).toBe(false);
});

test('unchanged output is reused, changed output compressed again, and removed output deleted', async () => {
  for (const name of ['assets/a.js.br', 'assets/b.svg.br']) writeFileSync(path.join(dist, name), 'from before');
  await write({ 'assets/a.js': 'const a = 1;', 'assets/b.svg': '<svg></svg>' });
  expect(read('assets/a.js.br').toString()).toBe('from before');
  expect(brotliDecompressSync(read('assets/b.svg.br')).toString()).toBe('<svg></svg>');
  expect(existsSync(path.join(dist, 'pages.json'))).toBe(false);
});

test('two files of one name are refused', () => {
  const output = new Output();
  output.add('assets/a.js', '1');
  output.add('assets/a.js', '1');
  expect(() => output.add('assets/a.js', '2')).toThrow('two files called assets/a.js');
});
