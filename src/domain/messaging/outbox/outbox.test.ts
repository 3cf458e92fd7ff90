import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '#src/kernel/json/json.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { recordEvent } from './index.server.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** Writes an event as a payment does, in a transaction that goes on; returns what was kept. */
async function write(payload: JsonObject): Promise<unknown> {
  const orderId = crypto.randomUUID();
  await database.db.transaction().execute(async (trx) => {
    await recordEvent(trx, orderId, 'order-paid', '', payload, new Date());
    await trx.selectFrom('orders').select('id').limit(1).execute();
  });
  const row = await database.db
    .selectFrom('outbox_events')
    .select('payload')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  return row.payload;
}

describe('T-32 outbox event with a bad payload', () => {
  test('never fails the transaction that it is written in', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 20 });
    const odd = fc.oneof(
      text,
      fc.constantFrom('\u0000', '\ud800', '\udfff', '\\u0000', '\\\u0000', '😀', 'x'.repeat(9_999)),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(odd, fc.oneof(odd, fc.double(), fc.boolean()), { maxKeys: 5 }),
        async (payload) => {
          expect(typeof (await write(payload))).toBe('object');
        },
      ),
      { numRuns: 150 },
    );
  });

  test('keeps every valid character', async () => {
    expect(await write({ amount: 1, note: 'a\u0000b', half: '\ud800', whole: '😀', escape: '\\u0000' })).toEqual({
      amount: 1,
      note: 'a\ufffdb',
      half: '\ufffd',
      whole: '😀',
      escape: '\\u0000',
    });
  });

  test('that is no JSON is kept as an event without payload', async () => {
    const circle: Record<string, JsonObject> = {};
    circle['self'] = circle;
    expect(await write(circle)).toEqual({ unreadable: true });
  });
});
