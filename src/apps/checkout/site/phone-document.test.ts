import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPages, type PagesWorld } from '#tests/support/worlds/pages-world.server.ts';

let world: PagesWorld;
beforeAll(async () => {
  world = await openPages();
}, 60_000);
afterAll(() => world.close());

test('A document for a phone has the narrow summary alone, one for any other browser has both', async () => {
  const phone = await world.get('/lead?product=wup', { 'sec-ch-ua-mobile': '?1' });
  expect(phone.body).toContain('narrow ');
  expect(phone.body).not.toMatch(/wide \S/);
  const other = await world.get('/lead?product=wup', { 'sec-ch-ua-mobile': '?0' });
  expect(other.body).toMatch(/<aside>wide \S/);
});
