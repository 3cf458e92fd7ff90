import { axe } from '#tests/support/browser/axe.ts';
import { axeJourneyOptions } from '#tests/support/browser/collect-axe-findings.ts';
import { expect, journey, type Journey } from '#tests/support/browser/journey.ts';
import { codeOf, orderPix, reachPayment } from '#tests/support/browser/purchase-steps.ts';
import { deep } from '#tests/support/depth.ts';
import { openPool } from '#tests/support/fixtures/two-buyers.server.ts';

/** How long somebody of the help desk may look for the reason of a sale, in milliseconds. */
const explainedWithin = 60_000;

/** Buys by Pix as a buyer of this address; gives the order's id. */
async function buyByPix(buyer: Journey, email: string, times = 1): Promise<string> {
  await reachPayment({ ...buyer, email });
  await orderPix(buyer.page);
  await buyer.world.payPix({ code: await codeOf(buyer.page), times });
  await buyer.page.waitForURL('**/success?**');
  const pool = await openPool(buyer.product);
  try {
    const { rows } = await pool.query<{ id: string }>(
      'select orders.id from orders join leads on leads.id = orders.lead_id where leads.email = $1',
      [email],
    );
    return rows[0]?.id ?? '';
  } finally {
    await pool.end();
  }
}

/** Ana of the help desk opens a sale; resolves with the milliseconds until it was explained so. */
async function explain({ person, product }: Journey, orderId: string, rule: RegExp) {
  const page = await person();
  await page.goto(`${product.console}/sign-in?return=${encodeURIComponent(`/sales/${orderId}`)}`);
  await page
    .getByRole('row', { name: /Ana Souza/ })
    .getByRole('button', { name: 'Entrar' })
    .click();
  const began = performance.now();
  await page.waitForURL(`${product.console}/sales/**`);
  // What a company or a mail server says may come a moment later.
  await expect(async () => {
    await page.reload();
    await expect(page.locator('[data-rule]')).toHaveAttribute('data-rule', rule, { timeout: 2_000 });
  }).toPass({ timeout: explainedWithin });
  return { page, ms: performance.now() - began };
}

journey(
  'A mistyped address: the sale page says that the access e-mail bounced, and opens to what is stored',
  { ...axeJourneyOptions, timeout: 240_000 },
  async (buyer) => {
    const orderId = await buyByPix(buyer, `unknown-${buyer.email}`);
    const { page, ms } = await explain(buyer, orderId, /^access-email-bounced$/);
    expect(ms).toBeLessThan(explainedWithin);
    await expect(page.locator('[data-rule]')).toContainText('550');
    await page.setViewportSize({ width: 1280, height: 900 });
    expect(await axe(page)).toEqual([]);
    await page.keyboard.press(']');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/[?&]event=/);
    await expect(page.locator('dl').first()).toContainText('Quando');
    await page.setViewportSize({ width: 360, height: 800 });
    expect(await axe(page)).toEqual([]);
  },
);

journey(
  'A code that was paid twice: the sale page says what became of the second payment',
  { ...deep, timeout: 240_000 },
  async (buyer) => {
    const orderId = await buyByPix(buyer, buyer.email, 2);
    const { ms } = await explain(buyer, orderId, /^(?:surplus-paid-twice|paid-and-surplus-returned)$/);
    expect(ms).toBeLessThan(explainedWithin);
  },
);
