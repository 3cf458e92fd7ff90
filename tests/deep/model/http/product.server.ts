import type { Pool } from 'pg';
import { readUnitRecords } from '#tests/support/worlds/in-person-records.server.ts';
import { invariantViolations } from '#tests/support/invariants/invariants.server.ts';
import { idleViolations } from '#tests/support/invariants/idle-invariants.server.ts';
import { persistentViolations } from '#tests/support/invariants/persistent-violations.ts';
import { startOwnProduct } from '#tests/support/processes/own-product.server.ts';
import { operatorToken, type Product } from '#tests/support/processes/product.server.ts';
import { openPool } from '#tests/support/processes/product-database.server.ts';
import { type Bank, openBank } from '../../chaos/buyers/bank.ts';

/** What goes wrong outside, in the sandbox's words. */
export interface FaultPlan {
  readonly target: 'acquirer' | 'pix-bank' | 'slip-bank' | 'points-club' | 'notifications';
  readonly mode: string;
  readonly times?: number;
  readonly ms?: number;
  readonly count?: number;
  readonly code?: string;
}

/** A product of its own with everything outside it that a sequence of the model acts on. */
export interface ProductUnderTest {
  readonly product: Product;
  readonly pool: Pool;
  readonly bank: Bank;
  readonly operator: string;
  /** Replaces what goes wrong there; nothing named = all is well everywhere. */
  faults(faultPlan?: FaultPlan): Promise<void>;
  /** Moves everybody's clock; what came due has begun when it resolves. */
  advance(seconds: number): Promise<void>;
  payMore(code: string, amount: number): Promise<boolean>;
  /** Money of a card goes back on the company's side; whether it did. */
  reverse(options: object): Promise<boolean>;
  /**
   * Lets time pass until everything has come to rest, and tells promises that are broken then: each once. `own`: promises
   * of what was played, beside those of every purchase.
   */
  newViolations(own?: () => Promise<readonly string[]>, rounds?: number): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** How many rounds of all jobs what was begun may take until it rests; it ends as soon as all promises hold. */
const restRounds = 40;
const targets = ['acquirer', 'pix-bank', 'slip-bank', 'points-club', 'notifications'] as const;

/** Starts a product of its own. */
export async function startProductUnderTest(): Promise<ProductUnderTest> {
  const own = await startOwnProduct('model');
  const installation = await openProductUnderTest(own.product);
  let isClosed: Promise<void> | null = null;
  return { ...installation, close: () => (isClosed ??= installation.close().then(() => own.close())) };
}

/** What stays broken stays the same while money comes and goes: of two sums only their difference is named. */
function differing(broken: string): string {
  return broken.replace(
    /is (-?\d+) outside and (-?\d+) in the books/,
    (_all, sandboxBook: string, inside: string) => `differs from the books by ${BigInt(sandboxBook) - BigInt(inside)}`,
  );
}

/** In a product that runs: what is broken there already is somebody else's. */
async function openProductUnderTest(product: Product): Promise<ProductUnderTest> {
  const pool = await openPool(product);
  const known = new Set<string>();
  const send = async (method: string, where: string, body: object): Promise<boolean> => {
    const answer = await fetch(`${product.sandbox}${where}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    await answer.arrayBuffer();
    return answer.ok;
  };
  const must = async (method: string, where: string, body: object): Promise<void> => {
    if (!(await send(method, where, body))) throw new Error(`${method} ${where} was refused: ${JSON.stringify(body)}`);
  };
  const advance = (advanceSeconds: number): Promise<void> => must('POST', '/sandbox/clock', { advanceSeconds });
  const broken = async (): Promise<string[]> => {
    const { now } = (await (await fetch(`${product.sandbox}/sandbox/clock.json`)).json()) as { now: string };
    const at = { now: new Date(now) };
    const inside = await invariantViolations(pool, await readUnitRecords(pool, product.sandbox), at);
    return [...inside, ...(await idleViolations(pool, at))].map(differing).filter((one) => !known.has(one));
  };
  for (const one of await broken()) known.add(one);
  return {
    ...{ product, pool, bank: openBank(product.sandbox), operator: operatorToken, advance },
    async faults(faultPlan) {
      for (const target of targets) {
        if (faultPlan === undefined || faultPlan.target === target)
          await must('PUT', '/sandbox/weather', { target, rules: faultPlan === undefined ? [] : [faultPlan] });
      }
    },
    payMore: (code, amount) => send('POST', '/sandbox/pix/pay', { code, amount, force: true }),
    reverse: (options) => send('POST', '/sandbox/card/reverse', options),
    async newViolations(own = async () => [], rounds = restRounds) {
      const all = async (): Promise<string[]> => [...(await broken()), ...(await own())];
      await advance(3_600);
      const found = await persistentViolations(all, rounds, () => advance(180));
      for (const one of found) known.add(one);
      return found;
    },
    close: () => pool.end(),
  };
}
