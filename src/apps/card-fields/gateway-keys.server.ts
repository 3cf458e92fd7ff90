import { calculateJwkThumbprint } from 'jose';

/** A public encryption key with the members that the page needs (RFC 7517). Private members are never sent. */
export interface PublicKey {
  readonly kid: string;
  readonly kty: 'RSA';
  readonly use: 'enc';
  readonly alg: 'RSA-OAEP-256';
  readonly n: string;
  readonly e: string;
}

export interface GatewayKeysOptions {
  /** Address of the gateway's key set. */
  readonly url: string;
  /** SHA-256 thumbprints (RFC 7638, base64url). When given, every other key is ignored. */
  readonly pins?: readonly string[];
  readonly fetch?: typeof fetch;
  /** Monotonic clock in milliseconds. */
  readonly elapsed?: () => number;
}

export interface GatewayKeys {
  /** The encryption keys, the preferred one first; empty when none is available. `renew` bypasses the cache. */
  current(renew: boolean): Promise<readonly PublicKey[]>;
}

const freshForMs = 60_000;
/** Minimum time between two requests to the gateway: with a cached key, and without one. */
const restForMs = 5_000;
const restWithoutKeyMs = 1_000;
/** Maximum age of cached keys while the gateway does not answer. */
const staleForMs = 600_000;
const giveUpMs = 4_000;
const maxBytes = 32_768;
/** Length of 2048 bits in base64url, the minimum for RSA in NIST SP 800-131A. */
const leastModulus = 342;

function isText(value: unknown, most: number): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= most;
}

function readKey(value: unknown): PublicKey | null {
  if (typeof value !== 'object' || value === null) return null;
  const { kid, kty, use, alg, n, e } = value as Record<string, unknown>;
  if (kty !== 'RSA' || (use !== undefined && use !== 'enc') || (alg !== undefined && alg !== 'RSA-OAEP-256'))
    return null;
  if (!isText(kid, 128) || !isText(n, 2048) || !isText(e, 16) || n.length < leastModulus) return null;
  return { kid, kty, use: 'enc', alg: 'RSA-OAEP-256', n, e };
}

/** The usable keys of a set: RSA, for encryption, long enough and, with `pins`, pinned. */
export async function usableKeys(set: unknown, pins?: readonly string[]): Promise<PublicKey[]> {
  if (typeof set !== 'object' || set === null || !('keys' in set) || !Array.isArray(set.keys)) return [];
  const keys = set.keys
    .slice(0, 20)
    .map(readKey)
    .filter((key) => key !== null);
  if (!pins) return keys;
  const prints = await Promise.all(keys.map(({ kty, n, e }) => calculateJwkThumbprint({ kty, n, e }, 'sha256')));
  return keys.filter((_, at) => pins.includes(prints[at] ?? ''));
}

/** Caches the gateway's public keys for a minute; concurrent requests share one fetch. */
export function gatewayKeys(options: GatewayKeysOptions): GatewayKeys {
  const { url, pins, fetch: ask = fetch, elapsed = () => performance.now() } = options;
  let kept: { readonly keys: readonly PublicKey[]; readonly at: number } | null = null;
  let asked = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | null = null;

  async function load(): Promise<void> {
    asked = elapsed();
    try {
      const answer = await ask(url, {
        headers: { accept: 'application/json' },
        redirect: 'error',
        signal: AbortSignal.timeout(giveUpMs),
      });
      const body = answer.ok ? await answer.text() : '';
      const keys = body && body.length <= maxBytes ? await usableKeys(JSON.parse(body), pins) : [];
      if (keys.length > 0) kept = { keys, at: elapsed() };
    } catch {
      // Unreachable or not JSON: the cached keys are used until `staleForMs`.
    }
  }

  return {
    async current(renew) {
      const age = kept ? elapsed() - kept.at : Number.POSITIVE_INFINITY;
      const rested = elapsed() - asked >= (kept ? restForMs : restWithoutKeyMs);
      if (rested && (renew || age > freshForMs)) running ??= load().finally(() => (running = null));
      if (running && (renew || age > freshForMs)) await running;
      return kept && elapsed() - kept.at <= staleForMs ? kept.keys : [];
    },
  };
}
