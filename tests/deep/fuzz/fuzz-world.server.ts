import type { Pool } from 'pg';
import { invariantViolations, readSandboxRecords } from '#tests/support/invariants/invariants.server.ts';
import { startOwnProduct } from '#tests/support/processes/own-product.server.ts';
import type { Product } from '#tests/support/processes/product.server.ts';
import {
  createOwner,
  startedHere,
  type Owner,
  twoBuyers,
  unitLink,
} from '#tests/support/fixtures/two-buyers.server.ts';
import { openPool } from '#tests/support/processes/product-database.server.ts';
import type { FuzzWorld } from './fuzz-run.ts';
import type { Operation } from './fuzz.types.ts';
import { memoryOf, type MemoryUse } from './memory-use.ts';
import { describedOperations, listedOperations } from './operations.ts';
import { CaseSender } from './case-sender.ts';
import { ResponseCounts } from './response-counts.ts';
import { LogWatch, moneyNow } from './log-watch.server.ts';

/** A product of its own, the people who ask, and everything that can be asked. */
export interface FuzzProduct {
  readonly product: Product;
  readonly world: FuzzWorld;
  readonly operations: readonly Operation[];
  readonly memory: () => Promise<MemoryUse>;
  /** Promises about money that do not hold (`tests/support/invariants/invariants.server.ts`). */
  readonly broken: () => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
}

/** Gives what a purchase that was begun is paid with: its price and its contract. */
async function aboutToPay(owner: Owner): Promise<Owner> {
  const { visitor, ids } = owner;
  const quote = await visitor.json('POST', '/api/v1/quote', 200, { json: { leadId: ids.openLead } });
  const contract = await visitor.json('POST', `/api/v1/product/${startedHere.productCode}/contract/generate`, 201, {
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
  const [one, other] = twoBuyers();
  const [a, b] = await Promise.all([one, other].map(async (who) => aboutToPay(await createOwner(product, who))));
  if (!a || !b) throw new Error('There are not two people');
  const users = { a, b, unit: await unitLink(pool, product) };
  const documents = await Promise.all(
    ['openapi', 'openapi-staff'].map(async (name) => (await fetch(`${product.checkout}/api/${name}.json`)).text()),
  );
  const described = documents.flatMap((text) => describedOperations(text));
  const log = new LogWatch(product.logFile);
  const world: FuzzWorld = {
    users,
    responseCounts: new ResponseCounts(),
    product: new CaseSender(product.checkout, users),
    cardFields: new CaseSender(product.cardFields, users),
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
export async function openFuzzProduct(): Promise<FuzzProduct> {
  const own = await startOwnProduct('fuzz', { flags: ['--inspect=127.0.0.1:0'] });
  const { product } = own;
  const pool = await openPool(product);
  const { world, operations, close } = await openFuzzWorld(product, pool);
  return {
    product,
    world,
    operations,
    memory: () => memoryOf(product.logFile),
    broken: async () => invariantViolations(pool, await readSandboxRecords(product.sandbox), { now: new Date() }),
    async close() {
      close();
      await pool.end();
      await own.close();
    },
  };
}
