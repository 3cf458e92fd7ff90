/** Loaded into the product's process (`node --import`): writes down the address of every request that it gets or makes. */
import { appendFileSync } from 'node:fs';
import { subscribe } from 'node:diagnostics_channel';

const file = process.env['URL_TAP'] ?? '';

interface Asked {
  readonly request?: {
    readonly url?: string;
    readonly path?: string;
    readonly method?: string;
    readonly origin?: unknown;
    readonly socket?: { readonly localPort?: number };
    readonly headers?: { readonly host?: string; readonly referer?: string };
    getHeader?: (name: string) => unknown;
  };
}

function note(kind: string, message: unknown): void {
  const { request } = message as Asked;
  if (!request || file === '') return;
  const host = kind === 'got' ? request.headers?.host : String(request.getHeader?.('host') ?? request.origin ?? '');
  const referer = kind === 'got' ? (request.headers?.referer ?? '') : '';
  appendFileSync(file, `${kind} ${request.method} ${host}${request.url ?? request.path ?? ''} ${referer}\n`);
}

subscribe('http.server.request.start', (message) => note('got', message));
subscribe('http.client.request.start', (message) => note('made', message));
subscribe('undici:request:create', (message) => note('made', message));
