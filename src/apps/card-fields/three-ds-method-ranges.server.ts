import type { ThreeDsMethodConfig } from '#src/kernel/crypto/card-tokenization.ts';
import type { ThreeDsMethodRange } from './page-config.ts';

export interface ThreeDsMethodRanges {
  /** Card ranges with a 3DS Method; empty while the directory does not answer: cards are then paid without the method. */
  current(): Promise<readonly ThreeDsMethodRange[]>;
}

const freshForMs = 600_000;
/** Time before another request to a directory that did not answer. */
const restForMs = 30_000;
const giveUpMs = 2_000;
const maxBytes = 262_144;
const maxRanges = 200;

function readRange(value: unknown, origins: readonly string[]): ThreeDsMethodRange | null {
  if (typeof value !== 'object' || value === null) return null;
  const { startRange: from, endRange: to, threeDSMethodURL: url } = value as Record<string, unknown>;
  if (typeof from !== 'string' || typeof to !== 'string' || typeof url !== 'string') return null;
  if (!/^\d{13,19}$/.test(from) || to.length !== from.length || !/^\d+$/.test(to) || url.length > 256) return null;
  return URL.canParse(url) && origins.includes(new URL(url).origin) ? { from, to, url } : null;
}

/** The ranges of a directory's answer whose page has a known origin. */
export function usableRanges(answer: unknown, origins: readonly string[]): ThreeDsMethodRange[] {
  if (typeof answer !== 'object' || answer === null || !('cardRangeData' in answer)) return [];
  const { cardRangeData } = answer;
  if (!Array.isArray(cardRangeData)) return [];
  return cardRangeData
    .map((range: unknown) => readRange(range, origins))
    .filter((range) => range !== null)
    .slice(0, maxRanges);
}

/** Caches a gateway's card ranges for ten minutes; concurrent requests share one fetch. */
export function threeDsMethodRanges({ rangesUrl, origins }: ThreeDsMethodConfig): ThreeDsMethodRanges {
  let ranges: readonly ThreeDsMethodRange[] = [];
  let askAgainAt = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | null = null;

  async function load(): Promise<void> {
    let restMs = restForMs;
    try {
      const signal = AbortSignal.timeout(giveUpMs);
      const answer = await fetch(rangesUrl, { headers: { accept: 'application/json' }, redirect: 'error', signal });
      const text = answer.ok ? await answer.text() : '';
      if (text !== '' && text.length <= maxBytes) {
        ranges = usableRanges(JSON.parse(text), origins);
        restMs = freshForMs;
      }
    } catch {
      // The cached ranges are used.
    }
    askAgainAt = performance.now() + restMs;
  }

  return {
    async current() {
      if (performance.now() >= askAgainAt) {
        running ??= load().finally(() => (running = null));
        await running;
      }
      return ranges;
    },
  };
}
