import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openPages, type PagesWorld } from '#tests/support/worlds/pages-world.server.ts';
import { buyerLead, type PayingBuyer, payingBuyer } from '#tests/support/fixtures/paying-buyer.server.ts';
import { pages, steps } from '../registry.generated.ts';
import type { PageManifest } from '../framework/page.ts';

let stage: PagesWorld;
let buyer: PayingBuyer;
let query: string;
beforeAll(async () => {
  stage = await openPages();
});
afterAll(() => stage.close());
beforeEach(async () => {
  buyer = await payingBuyer(stage);
  query = await buyer.begin('product=ms&seller=ana');
});

const manifests: readonly PageManifest[] = [...Object.values(steps), ...Object.values(pages)];
/** Every page that can be shown, for the product in payment, with another price, and for another product. */
const links = (): readonly string[] => [query, `${query}&voucher=for-all`, '?product=wup', ''];
const everyPage = (): readonly string[] =>
  manifests.flatMap(({ paths }) =>
    paths.flatMap((path) => links().map((link) => `${path.replaceAll(/[:{][A-Za-z]+\}?/g, 'nobody')}${link}`)),
  );

/** The purchase in payment with every column of its rows. */
async function standing(orderId: string) {
  const { db } = stage.database;
  const [order, attempts, books] = await Promise.all([
    db.selectFrom('orders').selectAll().where('id', '=', orderId).execute(),
    db.selectFrom('attempts').selectAll().where('order_id', '=', orderId).execute(),
    db.selectFrom('ledger_transfers').selectAll().where('order_id', '=', orderId).execute(),
  ]);
  return { order, attempts, books };
}

/** A code that waits to be paid, in the first tab. */
async function openCode() {
  await buyer.pay(`/payment${query}`);
  const [attempt] = await stage.database.db
    .selectFrom('attempts')
    .select(['id', 'order_id', 'state'])
    .where('id', 'in', [...buyer.world.gateway.book.keys()])
    .execute();
  if (!attempt) throw new Error('Nothing waits to be paid');
  expect(attempt.state).toBe('awaiting-buyer');
  return { attemptId: attempt.id, orderId: attempt.order_id };
}

async function payNow({ attemptId, orderId }: { attemptId: string; orderId: string }): Promise<void> {
  const { gateway } = buyer.world;
  expect(gateway.book.get(attemptId)?.state).toBe('awaiting-buyer');
  gateway.receive(attemptId);
  await buyer.world.notify(attemptId);
  const { order, books } = await standing(orderId);
  expect(order).toMatchObject([{ state: 'paid', received: 114_000n }]);
  expect(books).toHaveLength(1);
  expect((await buyer.get(`/success${query}`)).page).toBe('success');
}

test('T-06 every page, opened in another tab, leaves the open code and its order as they are, and it can be paid', async () => {
  buyer.world.gateway.behavior = 'await';
  const code = await openCode();
  const before = await standing(code.orderId);
  const shown = new Set<string>();
  for (const url of everyPage()) {
    shown.add((await buyer.get(url)).page);
    expect([url, await standing(code.orderId)]).toEqual([url, before]);
  }
  // Pages were shown, and not only errors.
  expect([...shown]).toEqual(expect.arrayContaining(['lead', 'payment', 'waiting', 'generic-error', 'not-found']));
  expect(buyer.world.sent.filter(({ job }) => job === 'void-attempt')).toEqual([]);
  await payNow(code);
});

test('T-06 neither does beginning anew: the lead form of the same product, or of another', async () => {
  buyer.world.gateway.behavior = 'await';
  const code = await openCode();
  const before = await standing(code.orderId);
  for (const link of [query, '?product=ms', '?product=ms&seller=somebody-else', '?product=wup', '?product=conquer']) {
    const { to } = await buyer.post(`/lead${link}`, { ...buyerLead, name: 'Maria Souza' });
    expect((await buyer.get(to)).status).toBeLessThan(400);
    expect([link, await standing(code.orderId)]).toEqual([link, before]);
  }
  await payNow(code);
});
