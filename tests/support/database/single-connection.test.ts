import { expect, test } from 'vitest';
import { transaction } from '#src/kernel/db/transaction.server.ts';
import { createTestDatabase } from './database.server.ts';

test('a second connection inside a transaction is refused, and reported at the end', async () => {
  const database = await createTestDatabase();
  const { db } = database;
  const count = () => db.selectFrom('orders').select('id').execute();
  await transaction(db, (trx) => trx.selectFrom('orders').select('id').execute());
  await count();
  await expect(transaction(db, count)).rejects.toThrow(/another connection/);
  await count();
  await expect(database.close()).rejects.toThrow(/another connection/);
});
