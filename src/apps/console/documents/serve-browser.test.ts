import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveBrowser } from './serve-browser.server.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'console-build-'));
  for (const name of ['.vite', 'assets']) mkdirSync(path.join(folder, name));
  const manifest = { 'src/apps/console/browser/main.tsx': { file: 'assets/main.js' } };
  writeFileSync(path.join(folder, '.vite/manifest.json'), JSON.stringify(manifest));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('The console’s document says in each of its languages that it needs scripts', async () => {
  const app = Fastify();
  serveBrowser(app, folder);
  const { body } = await app.inject('/sales');
  const withoutScript = /<noscript>([^]*)<\/noscript>/.exec(body)?.[1];
  for (const locale of ['pt-BR', 'es-PE', 'en']) expect(withoutScript).toMatch(`<p lang="${locale}">`);
  expect(withoutScript).toContain('Esta tela precisa de JavaScript.');
});
