import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openPages, pagesHost, type PagesWorld } from '#tests/support/worlds/pages-world.server.ts';
import { type PayingBuyer, payingBuyer } from '#tests/support/fixtures/paying-buyer.server.ts';

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
  buyer.world.gateway.behavior = 'challenge';
  const { to } = await buyer.pay(`/payment${query}`);
  if (to !== `/payment-verification${query}`) throw new Error(`The bank asks nothing: ${to}`);
});

/** Each attempt at the buyer's bank, oldest first. */
const tries = (): readonly string[] => [...buyer.world.gateway.book.values()].map(({ state }) => state);
const onlyTry = (): string => [...buyer.world.gateway.book.keys()][0] ?? '';

/** The bank's form comes to the whole window, from the bank's origin: the browser then sends no cookie of ours. */
const bounced = () =>
  stage.app.inject({
    method: 'POST',
    url: '/payment-verification/return',
    payload: 'cres=e30',
    headers: {
      host: pagesHost,
      origin: 'http://bank.example',
      'sec-fetch-site': 'cross-site',
      'sec-fetch-dest': 'document',
      'content-type': 'application/x-www-form-urlencoded',
    },
  });

test('T-10 bounced to the whole window, the bank’s form is taken, moves nothing, and the question is where it was', async () => {
  const answer = await bounced();
  expect([answer.statusCode, answer.body.includes('[challenge-return]')]).toEqual([200, true]);
  expect(tries()).toEqual(['awaiting-buyer']);
  const { page, data } = await buyer.get(`/payment-verification${query}`);
  expect([page, data]).toMatchObject(['payment-verification', { url: 'https://bank.example/challenge' }]);
  // None of its links makes another attempt.
  for (const at of ['/payment', '/pix', '/parsing', '/success', '/lead']) await buyer.get(`${at}${query}`);
  expect(tries()).toEqual(['awaiting-buyer']);
});

test('T-10 answered there: the next page that they open finds it paid, without any word from the frame', async () => {
  buyer.world.gateway.receive(onlyTry());
  await bounced();
  expect((await buyer.post(`/payment-verification${query}`, {})).to).toBe(`/success${query}`);
  expect((await buyer.get(`/payment${query}`)).to).toBe(`/success${query}`);
  expect(tries()).toEqual(['captured']);
});

test('T-10 who tries again and again leaves one open question behind, and pays once', async () => {
  for (let again = 0; again < 4; again += 1) {
    await bounced();
    expect((await buyer.pay(`/payment${query}`)).to).toBe(`/payment-verification${query}`);
    await buyer.world.runJobs();
  }
  expect(tries()).toEqual(['voided', 'voided', 'voided', 'voided', 'awaiting-buyer']);
  buyer.world.gateway.behavior = 'capture';
  expect((await buyer.pay(`/payment${query}`)).to).toBe(`/success${query}`);
  await buyer.world.runJobs();
  expect(buyer.world.gateway.captures()).toHaveLength(1);
  expect(tries().filter((state) => state === 'awaiting-buyer')).toEqual([]);
});

test('T-10 the bank’s frame is not let out: it may not lead the whole window away', () => {
  const view = readFileSync(path.join(import.meta.dirname, 'payment-verification-page.tsx'), 'utf8');
  const [, allowed = ''] = /<iframe[^>]*?\ssandbox="([^"]*)"/s.exec(view) ?? [];
  expect(allowed).toContain('allow-scripts');
  expect(allowed).not.toContain('top-navigation');
});
