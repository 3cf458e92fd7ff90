import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { catalogJson } from './catalog-schema.server.ts';

const tickets = JSON.parse(readFileSync(new URL('../../../brands/vende-c/catalog.json', import.meta.url), 'utf8'));

test('a ticket that several people would come by is refused: it takes one seat', () => {
  expect(catalogJson.safeParse(tickets).success).toBe(true);
  const [product] = Object.values<{ plans: Record<string, { price: number; profiles?: object[] }> }>(tickets.products);
  const [ticket] = Object.values(product?.plans ?? {});
  if (!ticket) throw new Error('No tickets are sold');
  ticket.profiles = [{ count: 2, title: 'Dois', price: ticket.price + 1 }];
  expect(catalogJson.safeParse(tickets).success).toBe(false);
});
