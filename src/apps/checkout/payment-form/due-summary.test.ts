import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrderView } from '#src/domain/orders/index.ts';
import { openPages, type PagesWorld } from '#tests/support/worlds/pages-world.server.ts';
import { payingBuyer } from '#tests/support/fixtures/paying-buyer.server.ts';
import type { PaymentContext } from './payment-data.server.ts';
import { coveredAmounts } from './amount-due.server.ts';

let stage: PagesWorld;
beforeAll(async () => {
  stage = await openPages();
});
afterAll(() => stage.close());

test('the summary beside a payment, and beside its code, has the sum that is asked for', async () => {
  const buyer = await payingBuyer(stage);
  const payment = `/payment${await buyer.begin('product=ms')}`;
  expect((await buyer.get(payment)).summary).toBe('R$ 1.140,00');
  buyer.world.gateway.behavior = 'await';
  const { to } = await buyer.pay(payment);
  expect((await buyer.get(to)).summary).toBe('R$ 1.140,00');
  await stage.database.db.updateTable('orders').set({ state: 'partly-paid', received: 38_000n }).execute();
  expect((await buyer.get(to)).summary).toBe('R$ 760,00');
  await stage.database.db.updateTable('attempts').set({ state: 'declined' }).execute();
  const rest = await buyer.get(payment);
  expect(rest.data['amount']).toBe(76_000);
  expect(rest.summary).toBe('R$ 760,00');
});

test('a due summary separates the captured and the held part of the price', () => {
  const quote = { total: 114_000n } as PaymentContext['quote'];
  const order = { total: 114_000n, received: 0n, state: 'open' } as OrderView['order'];
  const split = { held: 57_000n } as NonNullable<OrderView['split']>;
  const received = { kind: 'received', amount: 38_000n };
  expect(coveredAmounts({ quote, view: null })).toEqual([]);
  expect(coveredAmounts({ quote, view: { order, attempts: [] } })).toEqual([]);
  expect(coveredAmounts({ quote, view: { order, attempts: [], split } })).toEqual([{ kind: 'held', amount: 57_000n }]);
  const partly = { ...order, state: 'partly-paid', received: 38_000n } as const;
  expect(coveredAmounts({ quote, view: { order: partly, attempts: [] } })).toEqual([received]);
  // One of several payments was captured and the other was declined: nothing is reserved.
  const paid = { ...split, held: 38_000n };
  expect(coveredAmounts({ quote, view: { order: partly, attempts: [], split: paid } })).toEqual([received]);
  // One payment was captured, another is only reserved.
  const both = coveredAmounts({ quote, view: { order: partly, attempts: [], split } });
  expect(both).toEqual([received, { kind: 'held', amount: 19_000n }]);
});
