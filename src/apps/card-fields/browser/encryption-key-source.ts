import type { ThreeDsMethodRange } from '../page-config.ts';
import type { CardEncryptionKey } from './encrypt-card.ts';

/** A key with the server's time in seconds since 1970 UTC, since the buyer's clock may be wrong by years. */
export interface KeyAndTime {
  readonly key: CardEncryptionKey;
  readonly now: number;
  /** Card ranges whose bank uses the 3DS Method. */
  readonly looks: readonly ThreeDsMethodRange[];
}

/** Fetches the gateway's key from this page's own server. */
export interface KeySource {
  /** The encryption key and the time; null when no key is available. `renew` bypasses all caches. */
  current(renew: boolean): Promise<KeyAndTime | null>;
}

/** Maximum age of an answer: keeps the server's time accurate and notices a withdrawn key. */
const goodForMs = 60_000;
const giveUpMs = 6_000;

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function readAnswer(answer: unknown): KeyAndTime | null {
  if (typeof answer !== 'object' || answer === null || !('keys' in answer) || !('now' in answer)) return null;
  const { keys, now } = answer;
  const key: unknown = Array.isArray(keys) ? keys[0] : null;
  if (typeof now !== 'number' || typeof key !== 'object' || key === null) return null;
  if (!('kid' in key && 'n' in key && 'e' in key) || !isText(key.kid) || !isText(key.n) || !isText(key.e)) return null;
  // Our own server has validated the ranges.
  const looks = 'looks' in answer && Array.isArray(answer.looks) ? (answer.looks as readonly ThreeDsMethodRange[]) : [];
  return { key: { kid: key.kid, kty: 'RSA', n: key.n, e: key.e }, now, looks };
}

/** Keys of one gateway. `ask` is `fetch`, `elapsed` a monotonic clock in milliseconds; both are parameters for tests. */
export function keySource(ask: typeof fetch, elapsed: () => number, gateway: string): KeySource {
  let last: (KeyAndTime & { readonly at: number }) | null = null;
  let running: Promise<void> | null = null;

  async function load(renew: boolean): Promise<void> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), giveUpMs);
    try {
      const answer = await ask(`/keys?gateway=${gateway}${renew ? '&renew=1' : ''}`, {
        credentials: 'omit',
        signal: late.signal,
      });
      const read = answer.ok ? readAnswer(await answer.json()) : null;
      if (read) last = { ...read, at: elapsed() };
    } catch {
      // No network: the last key is used; without one, `current` returns null.
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async current(renew) {
      if (renew) await running;
      if (renew || !last || elapsed() - last.at > goodForMs) {
        running ??= load(renew).finally(() => (running = null));
        await running;
      }
      return last && { key: last.key, looks: last.looks, now: last.now + Math.floor((elapsed() - last.at) / 1000) };
    },
  };
}
