import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brokenInvariants, readOutside } from '#tests/support/invariants.server.ts';
import { type Product, removeProduct, startProduct, stopProduct } from '#tests/support/product.server.ts';
import { becomeOwner, openPool, twoPeople, unitLink } from '#tests/support/two-buyers.server.ts';
import type { FuzzWorld } from './fuzz-run.ts';
import type { Operation } from './fuzz.types.ts';
import { memoryOf, type MemoryUse } from './memory.ts';
import { describedOperations, listedOperations } from './operations.ts';
import { CaseSender } from './sender.ts';
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

/** Starts the product as `npm start` does, with its own database, and lets two people buy. */
export async function openFuzzHouse(): Promise<FuzzHouse> {
  const folder = mkdtempSync(path.join(tmpdir(), 'matricula-fuzz-'));
  const product = await startProduct(folder, { flags: ['--inspect=127.0.0.1:0'] });
  const pool = await openPool(product);
  const [one, other] = twoPeople();
  const cast = {
    a: await becomeOwner(product, one),
    b: await becomeOwner(product, other),
    unit: await unitLink(pool, 'ana', 'Ana Ribeiro'),
  };
  const described = describedOperations(await (await fetch(`${product.checkout}/api/openapi.json`)).text());
  const log = new LogWatch(product.logFile);
  const world: FuzzWorld = {
    cast,
    product: new CaseSender(product.checkout, cast),
    cardFields: new CaseSender(product.cardFields, cast),
    failures: () => log.failures(),
    money: () => moneyNow(pool, product.sandbox),
  };
  return {
    product,
    world,
    operations: [...described, ...listedOperations(described)],
    memory: () => memoryOf(product.logFile),
    broken: async () => brokenInvariants(pool, await readOutside(product.sandbox), { now: new Date() }),
    async close() {
      world.product.close();
      world.cardFields.close();
      log.close();
      await pool.end();
      await stopProduct(product.pid);
      await removeProduct(folder);
    },
  };
}
