import { expect, test } from 'vitest';
import { tablesOfManyOwners } from './table-owners.ts';

const write = "db.updateTable('orders').set({})";

test('table owners: a table that two subjects write is told with both', () => {
  const sources = new Map([
    ['src/domain/orders/order.repository.server.ts', write],
    ['src/domain/payments/facts/apply.server.ts', write],
    ['src/domain/payments/facts/other.server.ts', "db.insertInto('facts')"],
  ]);
  expect(tablesOfManyOwners(sources)).toEqual(['orders: orders, payments/facts']);
});

test('table owners: raw statements count, reading and locking do not', () => {
  const raw = new Map([
    ['src/domain/orders/order.repository.server.ts', write],
    ['src/domain/privacy/erase.server.ts', 'sql`update orders set a = 1`'],
  ]);
  expect(tablesOfManyOwners(raw)).toEqual(['orders: orders, privacy']);
  const reading = new Map([
    ['src/domain/orders/order.repository.server.ts', write],
    ['src/domain/privacy/read.server.ts', "db.selectFrom('orders').forUpdate(); sql`for update skip locked`"],
  ]);
  expect(tablesOfManyOwners(reading)).toEqual([]);
});
