/**
 * Loaded into the product's process (`node --import`): writes down the address of every request that it gets or makes, and
 * on another sheet what those who speak to each other prove themselves by.
 */
import { appendFileSync } from 'node:fs';
import { subscribe } from 'node:diagnostics_channel';

const file = process.env['URL_TAP'] ?? '';
const secretsFile = process.env['SECRET_TAP'] ?? '';

interface Asked {
  readonly request?: {
    readonly url?: string;
    readonly path?: string;
    readonly method?: string;
    readonly origin?: unknown;
    readonly socket?: { readonly localPort?: number };
    readonly headers?: Readonly<Record<string, string | undefined>>;
    getHeader?: (name: string) => unknown;
  };
}

/** Headers by which companies, staff and collectors prove themselves. */
const proofs = ['authorization', 'x-merchant-key', 'x-merchant-token', 'x-member-token'];

function note(kind: string, message: unknown): void {
  const { request } = message as Asked;
  if (!request || file === '') return;
  const host = kind === 'got' ? request.headers?.['host'] : String(request.getHeader?.('host') ?? request.origin ?? '');
  const referer = kind === 'got' ? (request.headers?.['referer'] ?? '') : '';
  appendFileSync(file, `${kind} ${request.method} ${host}${request.url ?? request.path ?? ''} ${referer}\n`);
  if (kind !== 'got' || secretsFile === '') return;
  for (const name of proofs) {
    const value = request.headers?.[name];
    if (value !== undefined) appendFileSync(secretsFile, `${name} ${value}\n`);
  }
}

subscribe('http.server.request.start', (message) => note('got', message));
subscribe('http.client.request.start', (message) => note('made', message));
subscribe('undici:request:create', (message) => note('made', message));

// Thrown where nobody catches it, as a fault in a callback is.
subscribe('http.server.request.start', (message) => {
  const words = (message as Asked).request?.headers?.['x-canary-crash'];
  if (words !== undefined)
    setImmediate(() => {
      throw new Error(words);
    });
});
