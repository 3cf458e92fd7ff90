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

test.each([
  ['pt-BR', 'pt-BR,pt;q=0.9', 'Esta tela precisa de JavaScript.'],
  ['es-PE', 'es-PE,es;q=0.9,en;q=0.8', 'Esta pantalla necesita JavaScript.'],
  ['en', 'en-GB', 'This page needs JavaScript.'],
])('The console’s document says in %s, of %s, that it needs scripts', async (locale, languages, text) => {
  const app = Fastify();
  serveBrowser(app, folder);
  const { body } = await app.inject({ url: '/sales', headers: { 'accept-language': languages } });
  expect(body).toContain(`<html lang="${locale}">`);
  expect(/<noscript>([^]*)<\/noscript>/.exec(body)?.[1]).toContain(text);
});
