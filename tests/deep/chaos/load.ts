/**
 * The buyers, in a process of their own: `node load.ts '<json of LoadTask>'`. They come at a constant rate whatever the shop
 * does, until a line comes in; those who are on their way go on to their end. Everything that they are told is in `answers`.
 */
import { openBank } from './buyers/bank.ts';
import { runBuyer } from './buyers/buyer.ts';
import { createSeededRandom } from './faults/seeded-random.ts';
import { type Kind, kinds } from './buyers/shops.ts';

export interface LoadTask {
  readonly shop: string;
  readonly sandboxOrigin: string;
  readonly answers: string;
  readonly operatorToken: string;
  readonly seed: number;
  /** Buyers per second; 0: only those of `script`. */
  readonly rate: number;
  readonly patienceMs: number;
  /** Exactly these buyers, side by side, and then the end. */
  readonly script?: readonly Kind[];
  /** How often a buyer tries what must not work: 0 to 1. */
  readonly curiosity?: number;
  /** Number of the first buyer. */
  readonly first?: number;
}

const mostAtOnce = 60;

async function run(task: LoadTask): Promise<void> {
  const market = { ...task, curiosity: task.curiosity ?? 0.4, bank: openBank(task.sandboxOrigin) };
  const chance = createSeededRandom(task.seed);
  const underWay = new Set<Promise<void>>();
  let n = task.first ?? 1;
  const send = (kind: Kind): void => {
    const going: Promise<void> = runBuyer(market, n, kind, chance.branch(`buyer ${n}`))
      .catch((error: unknown) => console.error(`buyer ${n} (${kind})`, error))
      .finally(() => underWay.delete(going));
    underWay.add(going);
    n += 1;
  };
  let isOver = false;
  process.stdin.on('data', () => (isOver = true));
  process.stdin.on('end', () => (isOver = true));
  for (const kind of task.script ?? []) send(kind);
  while (task.rate > 0 && !isOver) {
    if (underWay.size < mostAtOnce) send(chance.pick(kinds));
    await new Promise((resume) => setTimeout(resume, 1000 / task.rate));
  }
  await Promise.all(underWay);
  process.stdin.destroy();
  console.log(JSON.stringify({ buyers: n - (task.first ?? 1) }));
}

await run(JSON.parse(process.argv[2] ?? '{}') as LoadTask);
