import { expect, test } from 'vitest';
import { sharedProduct } from '#tests/support/browser/journey.ts';
import { watchInvariants } from '#tests/support/invariants/watch-invariants.server.ts';
import { openPool } from '#tests/support/processes/product-database.server.ts';
import { createOwner, twoBuyers } from '#tests/support/fixtures/two-buyers.server.ts';
import { deep } from '#tests/support/depth.ts';

test('money that only our books have is seen when a journey ends, and reported once', deep, async () => {
  const product = await sharedProduct();
  const [one] = twoBuyers();
  await createOwner(product, one);
  const watch = await watchInvariants(product);
  const pool = await openPool(product);
  try {
    expect(await watch.newViolations()).toEqual([]);
    const { rows } = await pool.query<{ id: string }>(
      "update attempts set amount = amount + 1 where state = 'captured' and id = (select max(id) from attempts where state = 'captured') returning id",
    );
    const [{ id } = { id: '' }] = rows;
    expect(await watch.newViolations()).toEqual(expect.arrayContaining([expect.stringContaining(id)]));
    expect(await watch.newViolations()).toEqual([]);
    await pool.query('update attempts set amount = amount - 1 where id = $1', [id]);
    expect(await watch.newViolations()).toEqual([]);
  } finally {
    await pool.end();
    await watch.close();
  }
});
