import { expect, test } from 'vitest';
import { sharedProduct } from '#tests/support/journey.ts';
import { watchPromises } from '#tests/support/journey-promises.server.ts';
import { openPool } from '#tests/support/two-buyers.server.ts';
import { becomeOwner, twoPeople } from '#tests/support/two-buyers.server.ts';

test('money that only our books know of is seen when a journey ends, and told once', async () => {
  const product = await sharedProduct();
  const [one] = twoPeople();
  await becomeOwner(product, one);
  const watch = await watchPromises(product);
  const pool = await openPool(product);
  try {
    expect(await watch.newlyBroken()).toEqual([]);
    const { rows } = await pool.query<{ id: string }>(
      "update attempts set amount = amount + 1 where state = 'captured' and id = (select max(id) from attempts where state = 'captured') returning id",
    );
    const [{ id } = { id: '' }] = rows;
    expect(await watch.newlyBroken()).toEqual(expect.arrayContaining([expect.stringContaining(id)]));
    expect(await watch.newlyBroken()).toEqual([]);
    await pool.query('update attempts set amount = amount - 1 where id = $1', [id]);
    expect(await watch.newlyBroken()).toEqual([]);
  } finally {
    await pool.end();
    await watch.close();
  }
});
