import type { Page } from '@playwright/test';
import {
  alive,
  buyerName,
  cards,
  codeOf,
  orderPix,
  payByCard,
  reachPayment,
  typeLead,
} from '#tests/support/browser/purchase-steps.ts';
import { deep } from '#tests/support/depth.ts';
import { expect, journey } from '#tests/support/browser/journey.ts';

const keeping = { keepsPages: true } as const;

/** Back or Forward to a page that the browser has kept: no load event comes, only the page as it was. */
async function step(page: Page, way: 'goBack' | 'goForward'): Promise<void> {
  await page[way]({ waitUntil: 'commit' });
}

/** Marks a document, to tell it from one that was loaded again. */
async function mark(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.dataset['marked'] = '';
  });
}

journey(
  'Back to the lead form: the page as it was left, without the overlay, and it can be sent again',
  { ...keeping, ...deep },
  async ({ page, at, email }) => {
    await page.goto(at('/lead?product=wup'));
    await alive(page);
    await mark(page);
    await typeLead(page, { email });
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.waitForURL('**/payment?**');
    await step(page, 'goBack');
    await expect(page.locator('html[data-marked]')).toHaveCount(1);
    await expect(page.getByText('Processando…')).toHaveCount(0);
    await expect(page.locator('input[name=name]')).toHaveValue(buyerName);
    await expect(page.locator('input[name=email]')).toHaveValue(email);
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.waitForURL('**/payment?**');
  },
);

journey('T-07 Back to the payment form after success: what was bought, not the form', keeping, async (buyer) => {
  const { page, world, email } = buyer;
  await reachPayment(buyer);
  await payByCard(buyer, cards.approved);
  await page.waitForURL('**/success?**');
  await step(page, 'goBack');
  await page.waitForURL('**/success?**');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pagamento confirmado, Maria!');
  await expect(page.locator('input[name=method]')).toHaveCount(0);
  expect(await world.charges()).toMatchObject([{ captured: 114_000 }]);
  expect((await world.records(email)).attempts).toEqual(['card captured']);
});

journey(
  'Back to a Pix that was paid meanwhile: the cached page polls again and shows success',
  { ...keeping, ...deep },
  async (buyer) => {
    const { page, world } = buyer;
    await reachPayment(buyer);
    await orderPix(page);
    const code = await codeOf(page);
    await alive(page);
    await mark(page);
    await page.getByRole('link', { name: /outra forma/ }).click();
    await page.waitForURL('**/payment?**');
    await expect(page.getByText('Você já escolheu pagar com Pix')).toBeVisible();
    await step(page, 'goBack');
    await expect(page.locator('html[data-marked]')).toHaveCount(1);
    await world.payPix({ code });
    await page.waitForURL('**/success?**');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pagamento confirmado, Maria!');
  },
);
