import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrderView } from '#src/domain/orders/index.ts';
import { openPages, type PagesStage } from '#tests/support/pages-stage.server.ts';
import { payingBuyer } from '#tests/support/paying-pages.server.ts';
import type { PaymentFacts } from './payment-data.server.ts';
import { comeOf } from './payment-due.server.ts';

let stage: PagesStage;
beforeAll(async () => {
  stage = await openPages();
});
afterAll(() => stage.close());

test('the summary beside a payment, and beside its code, has the sum that is asked for', async () => {
  const buyer = await payingBuyer(stage);
  const payment = `/payment${await buyer.begin('product=ms')}`;
  expect((await buyer.get(payment)).summary).toBe('R$ 1.140,00');
  buyer.world.gateway.mood = 'await';
  const { to } = await buyer.pay(payment);
  expect((await buyer.get(to)).summary).toBe('R$ 1.140,00');
  await stage.database.db.updateTable('orders').set({ state: 'partly-paid', received: 38_000n }).execute();
  expect((await buyer.get(to)).summary).toBe('R$ 760,00');
  await stage.database.db.updateTable('attempts').set({ state: 'declined' }).execute();
  const rest = await buyer.get(payment);
  expect(rest.data['amount']).toBe(76_000);
  expect(rest.summary).toBe('R$ 760,00');
});

test('what is kept of the price counts as come, and is told from what was received', () => {
  const quote = { total: 114_000n } as PaymentFacts['quote'];
  const order = { total: 114_000n, received: 0n, state: 'open' } as OrderView['order'];
  const split = { held: 57_000n } as NonNullable<OrderView['split']>;
  expect(comeOf({ quote, view: null })).toBeNull();
  expect(comeOf({ quote, view: { order, attempts: [] } })).toBeNull();
  expect(comeOf({ quote, view: { order, attempts: [], split } })).toEqual({ kind: 'held', amount: 57_000n });
  const partly = { ...order, state: 'partly-paid', received: 38_000n } as const;
  expect(comeOf({ quote, view: { order: partly, attempts: [] } })).toEqual({ kind: 'received', amount: 38_000n });
  // Of several ways one was paid, and the other was not: nothing of it is only reserved.
  const paid = { ...split, held: 38_000n };
  const ofSeveral = comeOf({ quote, view: { order: partly, attempts: [], split: paid } });
  expect(ofSeveral).toEqual({ kind: 'received', amount: 38_000n });
  expect(comeOf({ quote, view: { order: partly, attempts: [], split } })).toEqual({ kind: 'held', amount: 57_000n });
});
