import { lookup } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { exchange, type HttpOutcome } from './http-exchange.server.ts';
import { isPublicAddress } from './public-address.server.ts';

/** Result of one request; `forbidden`: the name resolves, at least in part, to an internal address. Nothing was sent. */
export type SsrfGuardedOutcome = HttpOutcome | { readonly kind: 'forbidden' };

export interface SsrfGuardedClientOptions {
  /** The one origin that may be on this machine and without TLS: the sandbox of the test environment. */
  readonly allowedInternalOrigin: string | null;
  readonly budgetMs: number;
  /** Resolves names; by default with this machine's resolver. */
  readonly resolve?: (name: string) => Promise<readonly string[]>;
}

export interface SsrfGuardedClient {
  /** Never throws for failures of the network or the server; redirects are answers, never followed. */
  post(url: string, body: string, headers: Readonly<Record<string, string>>): Promise<SsrfGuardedOutcome>;
  close(): void;
}

const idleMs = 4_000;
const responseBytesLimit = 65_536;

/**
 * Posts to addresses that others configured. The name is resolved first, every address of it must be public, and the
 * connection uses the checked address: a name that resolves differently a moment later has no effect.
 */
export function createSsrfGuardedClient({
  allowedInternalOrigin,
  budgetMs,
  resolve = all,
}: SsrfGuardedClientOptions): SsrfGuardedClient {
  const shape = { keepAlive: true, maxSockets: 8, timeout: idleMs };
  const agents = { http: new http.Agent(shape), https: new https.Agent(shape) };

  return {
    async post(url, body, headers) {
      const target = new URL(url);
      const isInside = allowedInternalOrigin !== null && target.origin === allowedInternalOrigin;
      if (!isInside && target.protocol !== 'https:') return { kind: 'forbidden' };
      const name = target.hostname.replace(/^\[|\]$/g, '');
      const addresses = await resolve(name).catch(() => []);
      const [address] = addresses;
      if (address === undefined) return { kind: 'not-sent', reason: 'name-unknown' };
      if (!isInside && !addresses.every(isPublicAddress)) return { kind: 'forbidden' };
      const secure = target.protocol === 'https:';
      return exchange({
        request: (secure ? https : http).request,
        options: {
          agent: secure ? agents.https : agents.http,
          host: name,
          port: target.port === '' ? (secure ? 443 : 80) : Number(target.port),
          method: 'POST',
          path: `${target.pathname}${target.search}`,
          headers: {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
            'user-agent': 'Matricula-Webhooks/1',
            ...headers,
          },
          lookup: (_name, options, done) => {
            const family = isIP(address);
            if (options.all) done(null, [{ address, family }]);
            else done(null, address, family);
          },
        },
        body,
        // Receivers recognize a repeated message by its id.
        repeatable: true,
        budgetMs,
        connectMs: Math.min(5_000, budgetMs),
        maxResponseBytes: responseBytesLimit,
      });
    },
    close() {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

async function all(name: string): Promise<readonly string[]> {
  if (isIP(name) !== 0) return [name];
  return (await lookup(name, { all: true })).map(({ address }) => address);
}
