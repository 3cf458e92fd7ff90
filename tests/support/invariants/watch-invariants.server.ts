import { readUnitRecords } from '../worlds/in-person-records.server.ts';
import { invariantViolations } from './invariants.server.ts';
import { persistentViolations } from './persistent-violations.ts';
import type { Product } from '../processes/product.server.ts';
import { openPool } from '../processes/product-database.server.ts';

/** Holds the books of the companies outside against the product's tables, again and again. */
export interface InvariantWatch {
  /** Promises about money (`invariants.server.ts`) that are broken now and were not at the last look; each is told once. */
  newViolations(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** What is under way when a buyer stops looking has so many looks to end by itself, and so many rounds of the jobs. */
const looks = 10;
const rounds = 5;

/** Begins to watch a product that runs: what is broken there already is nobody's here. */
export async function watchInvariants(product: Product): Promise<InvariantWatch> {
  const pool = await openPool(product);
  const known = new Set<string>();
  const call = async (path: string, body?: object): Promise<{ now: string }> => {
    const posted = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const answer = await fetch(product.sandbox + path, body === undefined ? {} : posted);
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    return (await answer.json()) as { now: string };
  };
  const broken = async (): Promise<readonly string[]> => {
    const { now } = await call('/sandbox/clock.json');
    const all = await invariantViolations(pool, await readUnitRecords(pool, product.sandbox), { now: new Date(now) });
    return all.filter((one) => !known.has(one));
  };
  const newViolations = async (): Promise<readonly string[]> => {
    const found = await persistentViolations(broken, looks + rounds, async (look) => {
      if (look >= looks) await call('/sandbox/clock', { advanceSeconds: 180 });
    });
    for (const one of found) known.add(one);
    return found;
  };
  for (const one of await broken()) known.add(one);
  return { newViolations, close: () => pool.end() };
}
