/** @module-tag deep */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deep } from '#tests/support/depth.ts';
import { type ProductUnderTest, startProductUnderTest } from './product.server.ts';
import { findPlantedBugs } from './planted-bugs.server.ts';
import { runScenariosOverHttp } from './run-scenarios.server.ts';

let testProduct: ProductUnderTest;
// A product of its own: the books of the journeys' product hold what others left under way.
beforeAll(async () => {
  testProduct = await startProductUnderTest();
});
afterAll(() => testProduct.close());

describe('buyers, banks, messages, schools and clocks in any order, over the API of the running product', () => {
  test('get the answers that may come, and every invariant holds', async () => {
    expect(await runScenariosOverHttp(testProduct, { sequences: 5, seed: 5, isQuick: true })).toBeNull();
  });

  test.each([
    ['a lost e-mail', 3],
    ['a cooling-off request without refund', 4],
    ['a paid plan change without effect', 7],
  ])('planted fault: %s', deep, async (name, seed) => {
    expect(await findPlantedBugs(testProduct, name, { sequences: 12, seed })).toContain('Property failed');
  });
});
