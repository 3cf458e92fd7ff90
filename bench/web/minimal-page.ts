import { brotliCompressSync, constants } from 'node:zlib';
import { createElement, type ReactElement } from 'react';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { renderToString } from 'react-dom/server';
import { build, type Rollup } from 'vite';
import { MinimalForm } from './minimal-form.ts';

/** A page for comparison: React 19, one field, rendered on the server and hydrated. */
export interface MinimalPage {
  readonly port: number;
  close(): Promise<void>;
}

/** Builds the page with Vite like the product, and serves it compressed like the product's files. */
export async function startMinimalPage(): Promise<MinimalPage> {
  const script = await bundle();
  const page: ReactElement = createElement(MinimalForm);
  const html =
    '<!doctype html><html lang="pt-BR"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width,initial-scale=1"><title>Bare</title>' +
    `<link rel="icon" href="data:,"></head><body><div id="root">${renderToString(page)}</div>` +
    '<script type="module" src="/bare.js"></script></body></html>';
  const files = new Map([
    ['/', { type: 'text/html; charset=utf-8', body: compress(html) }],
    ['/bare.js', { type: 'text/javascript; charset=utf-8', body: compress(script) }],
  ]);
  const server = http.createServer((request, response) => {
    const file = files.get(request.url ?? '');
    if (!file) return response.writeHead(404).end();
    const headers = { 'content-type': file.type, 'content-encoding': 'br', 'content-length': file.body.length };
    return response.writeHead(200, headers).end(file.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function compress(text: string): Buffer {
  return brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
}

async function bundle(): Promise<string> {
  const built = await build({
    root: import.meta.dirname,
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'error',
    mode: 'production',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      reportCompressedSize: false,
      modulePreload: { polyfill: false },
      rollupOptions: { input: path.join(import.meta.dirname, 'minimal-entry.ts') },
    },
  });
  const [output]: readonly Rollup.RollupOutput[] = Array.isArray(built) ? built : 'output' in built ? [built] : [];
  const chunk = output?.output.find((file) => file.type === 'chunk' && file.isEntry);
  if (chunk?.type !== 'chunk') throw new Error('The bare page was not built');
  return chunk.code;
}
