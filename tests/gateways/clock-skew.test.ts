import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { reconcileCredits, sweepAttempts } from '#src/domain/payments/index.server.ts';
import { openPixMerchant, paidOnce, type PixMerchant, unpaid } from './pix-merchant.server.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

let shop: PixMerchant;
beforeEach(async () => {
  shop = await openPixMerchant();
});
afterEach(() => shop.close());

describe.each([
  ['three days behind', -3 * dayMs],
  ['ten minutes behind', -10 * minuteMs],
  ['ten minutes ahead', 10 * minuteMs],
  ['three days ahead', 3 * dayMs],
])('with our clock %s', (_name, shift) => {
  test('T-53 a genuine message is refused, and its money is found all the same by our own look', async () => {
    shop.wrongByMs = shift;
    const message = await shop.payByPix();
    expect(await shop.hand(message)).toBe(401);
    expect(shop.warned).toContain('incoming-webhook-refused stale');
    expect(await shop.kept()).toEqual(unpaid);
    // What the worker does from minute to minute, until the code's time is over.
    for (
      let minute = 0;
      minute < 35 && (await shop.database.db.selectFrom('ledger_transfers').select('id').execute()).length === 0;
      minute += 1
    ) {
      shop.sandboxWorld.clock.advance(minuteMs);
      await reconcileCredits(shop.world.ctx);
      await sweepAttempts(shop.world.ctx);
    }
    expect(await shop.kept()).toEqual({ ...paidOnce, messages: 0 });
  });

  test('T-53 the same message replayed is refused for as long as it is old, and changes nothing while it is good', async () => {
    const message = await shop.payByPix();
    expect(await shop.hand(message)).toBe(200);
    expect(await shop.kept()).toEqual({ ...paidOnce, messages: 1 });
    expect(await shop.hand(message)).toBe(200);
    shop.wrongByMs = shift;
    expect(await shop.hand(message)).toBe(401);
    // A thief who writes today's time into it cannot sign that.
    const today = String(Math.floor(shop.world.ctx.clock.now().getTime() / 1000));
    expect(await shop.hand(message, { 'x-pix-timestamp': today })).toBe(401);
    shop.wrongByMs = 0;
    shop.sandboxWorld.clock.advance(Math.abs(shift));
    expect(await shop.hand(message)).toBe(401);
    expect(await shop.kept()).toEqual({ ...paidOnce, messages: 1 });
  });
});

test('T-53 a refused message, of which anybody can send any number, takes no room; the bank’s own comes again and is taken', async () => {
  shop.wrongByMs = 3 * dayMs;
  const message = await shop.payByPix();
  for (let count = 0; count < 100; count += 1) {
    const forged = { ...message, body: Buffer.from(`${message.body.toString()}${' '.repeat(count)}`) };
    expect(await shop.hand(forged)).toBe(401);
  }
  expect(await shop.kept()).toEqual(unpaid);
  // The clock is put right: what the bank sends again (it signs anew each time) is as good as the first would have been.
  shop.wrongByMs = 0;
  expect(await shop.hand(message)).toBe(200);
  expect(await shop.kept()).toEqual({ ...paidOnce, messages: 1 });
});
