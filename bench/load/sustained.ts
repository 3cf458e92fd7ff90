import { loadavg } from 'node:os';
import { z } from 'zod';
import { createCrowd, type Ended } from './sustained-buyers.ts';
import { type SustainedRate, sustainRate } from './open-model.ts';
import type { BenchOptions } from '../support/options.ts';
import { startProduct, withDataDir } from '../support/product.ts';

/** Conditions for a rate to count as held. */
export const barMs = 250;

/** Seconds of one step of the search, and of the warm-up before it. */
const stepSeconds = 15;
const warmUpSeconds = 15;
const firstRate = 40;
const growth = 1.25;
const sustainedLoadRuns = 4;

/** Five of a hundred calls to outside companies fail, in four ways. */
const faults = ['500-after', 'reset', 'maintenance', 'slow'] as const;
const faultShare = 0.05;

export interface SustainedLoadMetrics {
  readonly minutes: number;
  readonly steps: readonly SustainedRate[];
  readonly holds: readonly SustainedRate[];
  /** The highest rate that was held for all the minutes; null when none was. */
  readonly held: SustainedRate | null;
  readonly loadBefore: number;
}

export function isSustained({ p99, errors, isCutShort }: SustainedRate): boolean {
  return p99 <= barMs && errors.length === 0 && !isCutShort;
}

/** Raises the rate by steps until one is not kept, then tries lower rates until one is held for `minutes`. */
export async function measureSustainedLoad({ minutes, rate, json }: BenchOptions): Promise<SustainedLoadMetrics> {
  const say = (line: string): void => void (json || console.log(line));
  return withDataDir(async (dataDir) => {
    const product = await startProduct(dataDir);
    const crowd = createCrowd(product.shop);
    try {
      await setFaults(product.shop.bank);
      const loadBefore = loadavg()[0] ?? Number.NaN;
      // Four pages, then one call.
      const ask = (number: number): Promise<Ended> => (number % 5 === 4 ? crowd.call() : crowd.page());
      await sustainRate(firstRate, warmUpSeconds, ask);
      const steps: SustainedRate[] = [];
      const best = rate ?? (await climb(ask, steps, say));
      const holds: SustainedRate[] = [];
      for (let attempt = 0; attempt < sustainedLoadRuns; attempt += 1) {
        const perSecond = Math.max(1, Math.round(best * (rate === null ? 0.9 : 1) * 0.85 ** attempt));
        const kept = await sustainRate(perSecond, minutes * 60, ask);
        holds.push(kept);
        say(`${perSecond} /s for ${minutes} min: p99 ${kept.p99} ms, ${kept.errors.length} errors`);
        if (isSustained(kept)) break;
      }
      return { minutes, steps, holds, held: holds.find(isSustained) ?? null, loadBefore };
    } finally {
      crowd.close();
      await product.stop();
    }
  });
}

/** The highest rate of the steps that was kept. The search goes down instead where the first one was not kept. */
async function climb(
  ask: (number: number) => Promise<Ended>,
  steps: SustainedRate[],
  say: (line: string) => void,
): Promise<number> {
  const keep = async (perSecond: number): Promise<boolean> => {
    const kept = await sustainRate(perSecond, stepSeconds, ask);
    steps.push(kept);
    say(`${perSecond} /s: p99 ${kept.p99} ms, ${kept.errors.length} errors`);
    return isSustained(kept);
  };
  let next = firstRate;
  if (!(await keep(next))) {
    while (next > 2) {
      next = Math.round(next / growth ** 2);
      if (await keep(next)) break;
    }
    return next;
  }
  for (let best = next; ; best = next) {
    next = Math.round(best * growth);
    if (!(await keep(next))) return best;
  }
}

async function setFaults(bank: string): Promise<void> {
  for (const target of ['acquirer', 'pix-bank'] as const) {
    const rules = faults.map((mode, index) => ({
      ...{ mode, chance: faultShare / faults.length, seed: index + 1 },
      ...(mode === 'slow' ? { ms: 1_000 } : {}),
    }));
    const answer = await fetch(`${bank}/sandbox/weather`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ target, rules }),
    });
    z.object({ rules: z.array(z.unknown()).min(1) }).parse(await answer.json());
  }
}
