import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Pool } from 'pg';
import { sharedProduct } from '#tests/support/browser/journey.ts';
import { openPool } from '#tests/support/processes/product-database.server.ts';
import { foundBugs } from './found.table.ts';
import { fuzzOperation, replayLine, seedOf, runCase } from './fuzz-run.ts';
import { openFuzzWorld } from './fuzz-world.server.ts';

/** Always the same cases: `npm run fuzz` looks for new ones. */
const seed = 20_261_121;
const casesOfEach = 2;

let pool: Pool;
let testProduct: Awaited<ReturnType<typeof openFuzzWorld>>;
beforeAll(async () => {
  const product = await sharedProduct();
  pool = await openPool(product);
  testProduct = await openFuzzWorld(product, pool);
});
afterAll(async () => {
  testProduct.close();
  await pool.end();
});

describe('a finding that was fixed', () => {
  test.each(foundBugs.map((one) => [`${one.operation} ${one.did}`, one] as const))(
    'does not come back: %s',
    async (_name, { operation, example }) => {
      const asked = testProduct.operations.find(({ name }) => name === operation);
      if (!asked) throw new Error(`There is no ${operation} any more`);
      expect(await runCase(testProduct.world, asked, example)).toEqual([]);
    },
  );
});

test('every operation and page, asked a few things that nobody expects, answers as it should', async () => {
  const known = new Set<string>();
  const complaints: string[] = [];
  // Other journeys share the product: what the school's staff changes is theirs too, and left to `npm run fuzz`.
  const asked = testProduct.operations.filter(({ requiresStaff, method }) => !requiresStaff || method === 'GET');
  for (const operation of asked) {
    const stretch = { seed: seedOf(seed, 0, operation.name), cases: casesOfEach, known };
    for (const found of await fuzzOperation(testProduct.world, operation, stretch))
      complaints.push(`${found.operation}: ${found.kind}: ${found.detail}\n${replayLine(found)}`);
  }
  expect(complaints).toEqual([]);
  expect(asked.length).toBeGreaterThan(150);
  expect(testProduct.world.product.sent).toBeGreaterThan(casesOfEach * 150);
  expect(testProduct.world.responseCounts.wrongTypes).toBeGreaterThan(0);
});
