import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sweepWebhooks } from '#src/domain/payments/index.server.ts';
import { openPixMerchant, paidOnce, type PixMerchant, unpaid } from './pix-merchant.server.ts';

let shop: PixMerchant;
beforeEach(async () => {
  shop = await openPixMerchant();
});
afterEach(() => shop.close());

const faults = (rule: Readonly<Record<string, string | number>>) => shop.sandboxWorld.faults(rule);

describe('a signed webhook is a hint only: the bank is asked', () => {
  test.each([
    ['another payee’s key', 'wrong-payee'],
    ['another amount', 'wrong-amount'],
  ])('T-50 where that names %s nothing is paid, until it names ours', async (_what, mode) => {
    const message = await shop.payByPix();
    await faults({ target: 'pix-bank', mode });
    expect(await shop.hand(message)).toBe(200);
    expect(await shop.kept()).toEqual({ ...unpaid, messages: 1 });
    await shop.sandboxWorld.clearFaults();
    shop.sandboxWorld.clock.advance(120_000);
    await sweepWebhooks(shop.world.ctx);
    expect(await shop.kept()).toEqual({ ...paidOnce, messages: 1 });
  });

  test('T-50 about another merchant’s charge at the same bank it pays nobody’s order here', async () => {
    await faults({ target: 'notifications', mode: 'foreign-txid', from: 'pix-bank' });
    const foreign = await shop.payByPix();
    expect(await shop.hand(foreign)).toBe(200);
    expect(await shop.kept()).toEqual({ ...unpaid, messages: 1 });
    const { rows } = await shop.database.pool.query('select state, reason from incoming_webhooks');
    expect(rows).toEqual([{ state: 'parked', reason: 'unknown-reference' }]);
  });

  test('T-50 what it says of the amount is not what is booked', async () => {
    await faults({ target: 'notifications', mode: 'wrong-amount', from: 'pix-bank' });
    expect(await shop.hand(await shop.payByPix())).toBe(200);
    expect(await shop.kept()).toEqual({ ...paidOnce, messages: 1 });
  });
});
