import type { Pool } from 'pg';
import { brokenInvariants, readOutside } from '#tests/support/invariants.server.ts';
import { startOwnProduct } from '#tests/support/own-product.server.ts';
import type { Product } from '#tests/support/product.server.ts';
import { becomeOwner, begunHere, openPool, type Owner, twoPeople, unitLink } from '#tests/support/two-buyers.server.ts';
import type { FuzzWorld } from './fuzz-run.ts';
import type { Operation } from './fuzz.types.ts';
import { memoryOf, type MemoryUse } from './memory.ts';
import { describedOperations, listedOperations } from './operations.ts';
import { CaseSender } from './sender.ts';
import { Tally } from './tally.ts';
import { LogWatch, moneyNow } from './watch.server.ts';

/** A product of its own, the people who ask, and everything that can be asked. */
export interface FuzzHouse {
  readonly product: Product;
  readonly world: FuzzWorld;
  readonly operations: readonly Operation[];
  readonly memory: () => Promise<MemoryUse>;
  /** Promises about money that do not hold (`tests/support/invariants.server.ts`). */
  readonly broken: () => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
}

/** Gives what a purchase that was begun is paid with: its price and its contract. */
async function aboutToPay(owner: Owner): Promise<Owner> {
  const { visitor, ids } = owner;
  const quote = await visitor.json('POST', '/api/v1/quote', 200, { json: { leadId: ids.openLead } });
  const contract = await visitor.json('POST', `/api/v1/product/${begunHere.productCode}/contract/generate`, 201, {
    json: { sfLeadId: ids.openLead, quoteId: quote['id'] },
  });
  const paying = { openQuote: quote['id'], openTotal: quote['total'], openContract: contract['contractId'] };
  const known = Object.entries(paying).map(([thing, value]) => [thing, String(value)]);
  return { ...owner, ids: { ...ids, ...Object.fromEntries(known) } };
}

/** A world of fuzzing around a product that runs, its database and the two people who bought there. */
export async function openFuzzWorld(
  product: Product,
  pool: Pool,
): Promise<{ readonly world: FuzzWorld; readonly operations: readonly Operation[]; readonly close: () => void }> {
  const [one, other] = twoPeople();
  const [a, b] = await Promise.all([one, other].map(async (who) => aboutToPay(await becomeOwner(product, who))));
  if (!a || !b) throw new Error('There are not two people');
  const cast = { a, b, unit: await unitLink(pool, product) };
  const documents = await Promise.all(
    ['openapi', 'openapi-staff'].map(async (name) => (await fetch(`${product.checkout}/api/${name}.json`)).text()),
  );
  const described = documents.flatMap((text) => describedOperations(text));
  const log = new LogWatch(product.logFile);
  const world: FuzzWorld = {
    cast,
    tally: new Tally(),
    product: new CaseSender(product.checkout, cast),
    cardFields: new CaseSender(product.cardFields, cast),
    failures: () => log.failures(),
    money: () => moneyNow(pool, product.sandbox),
  };
  return {
    world,
    operations: [...described, ...listedOperations(described)],
    close() {
      world.product.close();
      world.cardFields.close();
      log.close();
    },
  };
}

/** Starts the product as `npm start` does, with its own database, and lets two people buy. */
export async function openFuzzHouse(): Promise<FuzzHouse> {
  const own = await startOwnProduct('fuzz', { flags: ['--inspect=127.0.0.1:0'] });
  const { product } = own;
  const pool = await openPool(product);
  const { world, operations, close } = await openFuzzWorld(product, pool);
  return {
    product,
    world,
    operations,
    memory: () => memoryOf(product.logFile),
    broken: async () => brokenInvariants(pool, await readOutside(product.sandbox), { now: new Date() }),
    async close() {
      close();
      await pool.end();
      await own.close();
    },
  };
}
