import { z } from 'zod';
import { createCrowd, type Ended } from './hold-buyers.ts';
import { type Kept, keepRate } from './open-model.ts';
import type { BenchOptions } from './options.ts';
import { startProduct, withDataDir } from './product.ts';

/** What a rate must do to count as held. */
export const barMs = 250;

/** Seconds of one step on the way up, and of the run before it that is not counted. */
const stepSeconds = 15;
const warmUpSeconds = 15;
const firstRate = 40;
const growth = 1.25;
const holdTries = 4;

/** Five of a hundred calls to the companies outside go wrong, in four ways. */
const faults = ['500-after', 'reset', 'maintenance', 'slow'] as const;
const faultShare = 0.05;

export interface HoldFigures {
  readonly minutes: number;
  readonly steps: readonly Kept[];
  readonly holds: readonly Kept[];
  /** The highest that was held for all the minutes; null when none was. */
  readonly held: Kept | null;
  readonly loadBefore: number;
}

export function isHeld({ p99, errors, isCutShort }: Kept): boolean {
  return p99 <= barMs && errors.length === 0 && !isCutShort;
}

/** Goes up by steps until a rate is not kept, then holds a little less, and less again, until one is held for `minutes`. */
export async function measureHold({ minutes, rate }: BenchOptions): Promise<HoldFigures> {
  return withDataDir(async (dataDir) => {
    const product = await startProduct(dataDir);
    const crowd = createCrowd(product.shop);
    try {
      await setWeather(product.shop.bank);
      const loadBefore = await machineLoad();
      // Four pages, then one call.
      const ask = (number: number): Promise<Ended> => (number % 5 === 4 ? crowd.call() : crowd.page());
      await keepRate(firstRate, warmUpSeconds, ask);
      const steps: Kept[] = [];
      let best = rate ?? 0;
      for (let next = firstRate; rate === null; next *= growth) {
        const kept = await keepRate(Math.round(next), stepSeconds, ask);
        steps.push(kept);
        if (!isHeld(kept)) break;
        best = kept.perSecond;
      }
      const holds: Kept[] = [];
      for (let attempt = 0; attempt < holdTries; attempt += 1) {
        const perSecond = Math.max(1, Math.round(best * (rate === null ? 0.9 : 1) * 0.85 ** attempt));
        holds.push(await keepRate(perSecond, minutes * 60, ask));
        if (holds.some(isHeld)) break;
      }
      return { minutes, steps, holds, held: holds.find(isHeld) ?? null, loadBefore };
    } finally {
      crowd.close();
      await product.stop();
    }
  });
}

async function machineLoad(): Promise<number> {
  const { loadavg } = await import('node:os');
  return loadavg()[0] ?? Number.NaN;
}

async function setWeather(bank: string): Promise<void> {
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
