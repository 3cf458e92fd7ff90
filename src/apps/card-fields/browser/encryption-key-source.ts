import type { ThreeDsMethodRange } from '../page-config.ts';
import type { CardEncryptionKey } from './encrypt-card.ts';

/** A key with the server's time, in seconds since 1970 UTC: a buyer's own clock may be wrong by years. */
export interface KeyAndTime {
  readonly key: CardEncryptionKey;
  readonly now: number;
  /** Cards whose bank looks at the browser first. */
  readonly looks: readonly ThreeDsMethodRange[];
}

/** Fetches the gateway's key from this page's own server. */
export interface KeySource {
  /** The key to encrypt with and the time; null when none can be had. `renew` asks past every cache. */
  current(renew: boolean): Promise<KeyAndTime | null>;
}

/** Ask again after this long, so that the server's time is near and a withdrawn key is noticed. */
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
  // From our own server, which has read them.
  const looks = 'looks' in answer && Array.isArray(answer.looks) ? (answer.looks as readonly ThreeDsMethodRange[]) : [];
  return { key: { kid: key.kid, kty: 'RSA', n: key.n, e: key.e }, now, looks };
}

/** Keys of one gateway. `ask` is `fetch`, and `elapsed` milliseconds of a clock that nobody sets; both are given so that a test can. */
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
      // No network: the key that is here may still do; the caller is told when there is none.
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
