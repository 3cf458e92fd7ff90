import type { Page } from '@playwright/test';
import {
  acceptTerms,
  alive,
  buyerCpf,
  cards,
  choose,
  codeOf,
  orderPix,
  payByCard,
  payButton,
  reachPayment,
  type,
  typeCard,
} from '#tests/support/browser/purchase-steps.ts';
import { deep } from '#tests/support/depth.ts';
import { expect, journey, type Journey } from '#tests/support/browser/journey.ts';

/** Exactly one charge took exactly the price, and the books say the same. */
async function expectOneCharge({ world, email }: Journey): Promise<void> {
  expect((await world.charges()).map(({ captured }) => captured)).toEqual([114_000]);
  expect(await world.records(email)).toMatchObject({
    orders: [{ state: 'paid', received: 114_000 }],
    ledger: ['capture-principal 114000'],
    grants: 1,
  });
}

async function expectSuccess(page: Page): Promise<void> {
  await page.waitForURL('**/success?**');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pagamento confirmado, Maria!');
  await expect(page.locator('form button', { hasText: /Pagar/ })).toHaveCount(0);
}

journey('a double click on the button pays once by card', async (buyer) => {
  const { page, email, world } = buyer;
  await reachPayment(buyer);
  await choose(page, 'credit-card');
  await typeCard(buyer, cards.approved);
  await acceptTerms(page);
  await payButton(page).dblclick();
  await expectSuccess(page);
  expect((await world.records(email)).attempts).toEqual(['card captured']);
  await expectOneCharge(buyer);
});

journey('a buyer who presses repeatedly gets one Pix code', deep, async (buyer) => {
  const { page, email, world } = buyer;
  await reachPayment(buyer);
  await choose(page, 'pix');
  await type(page.locator('input[name="pix.document"]'), buyerCpf);
  await acceptTerms(page);
  await payButton(page).click({ clickCount: 6, delay: 5 });
  await page.waitForURL('**/pix?**');
  expect((await world.records(email)).attempts).toEqual(['pix awaiting-buyer']);
  expect(await world.charges()).toHaveLength(1);
});

journey('the same form sent five times at once is one try', async (buyer) => {
  const { page, at, email, world, context } = buyer;
  await reachPayment(buyer);
  await choose(page, 'pix');
  await type(page.locator('input[name="pix.document"]'), buyerCpf);
  await acceptTerms(page);
  const form = await page
    .locator('form')
    .first()
    .evaluate((element: HTMLFormElement) => [...new FormData(element)].map(([name, value]) => [name, String(value)]));
  const body = new URLSearchParams(form).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: buyer.product.checkout };
  const answers = await Promise.all(
    Array.from({ length: 5 }, () =>
      context.request.post(at('/payment?product=wup'), { headers, data: body, maxRedirects: 0 }),
    ),
  );
  expect(answers.map((answer) => answer.status())).toEqual([303, 303, 303, 303, 303]);
  expect((await world.records(email)).attempts).toEqual(['pix awaiting-buyer']);
  expect(await world.charges()).toHaveLength(1);
});

journey('two tabs: what is paid in one is paid in the other', deep, async (buyer) => {
  const { page, context, at } = buyer;
  await reachPayment(buyer);
  const other = await context.newPage();
  await other.goto(at('/payment?product=wup'));
  await alive(other);
  await choose(other, 'pix');
  await type(other.locator('input[name="pix.document"]'), buyerCpf);
  await acceptTerms(other);
  await page.bringToFront();
  await payByCard(buyer, cards.approved);
  await expectSuccess(page);
  // The other tab still shows the form; sending it leads to what was bought.
  await other.bringToFront();
  await payButton(other).click();
  await expectSuccess(other);
  await expectOneCharge(buyer);
});

journey('two tabs that ask for a Pix at the same time get the same code', deep, async (buyer) => {
  const { page, context, at, email, world } = buyer;
  await reachPayment(buyer);
  const other = await context.newPage();
  await other.goto(at('/payment?product=wup'));
  await alive(other);
  for (const tab of [page, other]) {
    await tab.bringToFront();
    await choose(tab, 'pix');
    await type(tab.locator('input[name="pix.document"]'), buyerCpf);
    await acceptTerms(tab);
  }
  await Promise.all([payButton(page).click(), payButton(other).click()]);
  await Promise.all([page.waitForURL('**/pix?**'), other.waitForURL('**/pix?**')]);
  const code = await codeOf(page);
  expect(await codeOf(other)).toBe(code);
  await world.payPix({ code });
  await Promise.all([expectSuccess(page), expectSuccess(other)]);
  expect((await world.records(email)).attempts).toEqual(['pix captured']);
  await expectOneCharge(buyer);
});

journey('two links for two offers are two orders', deep, async (buyer) => {
  const { page, context, at, email, world } = buyer;
  await reachPayment(buyer);
  await payByCard(buyer, cards.approved);
  await expectSuccess(page);
  const other = await context.newPage();
  await reachPayment({ ...buyer, page: other }, '/?product=wup&planId=wup-semester-t');
  await expect(other).toHaveURL(at('/payment?product=wup&planId=wup-semester-t'));
  await payByCard({ ...buyer, page: other }, cards.approved);
  await expectSuccess(other);
  expect((await world.charges()).map(({ captured }) => captured)).toEqual([114_000, expect.any(Number)]);
  expect((await world.records(email)).orders).toMatchObject([
    { total: 114_000, state: 'paid' },
    { total: 71_400, state: 'paid' },
  ]);
});

journey('T-07 Back, Forward and reload after success never show the form again', deep, async (buyer) => {
  const { page, at } = buyer;
  await reachPayment(buyer);
  await payByCard(buyer, cards.approved);
  await expectSuccess(page);
  await page.reload();
  await expectSuccess(page);
  await page.goBack();
  await expectSuccess(page);
  for (const path of ['/payment', '/pix', '/payment-verification', '/parsing']) {
    await page.goto(at(`${path}?product=wup`));
    await expectSuccess(page);
  }
  await expectOneCharge(buyer);
});

journey(
  'Back from the Pix page shows the payment methods, and the open code stays the only one',
  deep,
  async (buyer) => {
    const { page, email, world } = buyer;
    await reachPayment(buyer);
    await orderPix(page);
    const code = await codeOf(page);
    await page.goBack();
    await page.waitForURL('**/payment?**');
    await expect(page.getByText('Você já escolheu pagar com Pix')).toBeVisible();
    await payByCard(buyer, cards.approved);
    await expectSuccess(page);
    // The code was taken back at the bank: nobody can pay it any more.
    await expect.poll(async () => (await world.records(email)).attempts).toEqual(['pix voided', 'card captured']);
    await expect(world.payPix({ code })).rejects.toThrow('409');
    expect(await world.charges()).toMatchObject([
      { company: 'acquirer', captured: 114_000 },
      { company: 'pix-bank', captured: 0 },
    ]);
  },
);
