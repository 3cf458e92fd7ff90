import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deep } from '#tests/support/depth.ts';
import { type House, startHouse } from './house.server.ts';
import { findPlanted } from './planted.server.ts';
import { playOverHttp } from './play.server.ts';

let house: House;
// A product of its own: the books of the journeys' product hold what others left under way.
beforeAll(async () => {
  house = await startHouse();
});
afterAll(() => house.close());

describe('buyers, banks, messages, schools and clocks in any order, over the API of the running product', () => {
  test('get the answers that may come, and every promise holds', async () => {
    expect(await playOverHttp(house, { sequences: 5, seed: 5, isQuick: true })).toBeNull();
  });

  test.each([
    ['a letter that is lost', 3],
    ['a withdrawal gives nothing back', 4],
    ['a change that was paid for is not made', 7],
  ])('planted fault: %s', deep, async (name, seed) => {
    expect(await findPlanted(house, name, { sequences: 12, seed })).toContain('Property failed');
  });
});
