import { deep } from '#tests/support/depth.ts';
import { axeInBothModes } from '#tests/support/browser/axe.ts';
import { axeJourneyOptions } from '#tests/support/browser/collect-axe-findings.ts';
import { cards, payBySavedCard, settled } from '#tests/support/browser/purchase-steps.ts';
import { expect, journey, type Journey } from '#tests/support/browser/journey.ts';

/** Buys the flow's own course with a card that its holder lets us keep. */
async function buyByKept(buyer: Journey, flowId: string): Promise<void> {
  const { page } = buyer;
  await payBySavedCard(buyer, flowId, cards.approved);
  await page.waitForURL('**/success?**');
  await settled(page);
}

const buy = ({ page }: Journey) => page.locator('button[name=upsell][value=buy]');

journey(
  'one click buys the sister’s course at half its price, with the card just used, once',
  axeJourneyOptions,
  async (buyer) => {
    const { page, email, world, context } = buyer;
    await buyByKept(buyer, 'upsell');
    await expect(page.getByText(/Ao clicar, você compra Wise Up Online por R\$\s570,00/)).toBeVisible();
    await expect(page.getByText(/Visa final 1111/).first()).toBeVisible();
    await expect(page.locator('script')).toHaveCount(0);
    expect(await axeInBothModes(page)).toEqual([]);
    const contract = await page.getByRole('link', { name: 'o contrato' }).getAttribute('href');
    const read = await context.request.get(new URL(contract ?? '', page.url()).href);
    expect([read.status(), await read.text()]).toEqual([200, expect.stringMatching(/R\$\s570,00/)]);
    await page.locator('select[name=installments]').selectOption('6:57000');
    // A second tab stands open with the same button.
    const other = await context.newPage();
    await other.goto(page.url());
    await buy(buyer).dblclick();
    await page.waitForURL('**/success/upsell?**');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Duas matrículas confirmadas, Maria!');
    await other.locator('button[name=upsell][value=buy]').click();
    await other.waitForURL('**/success/upsell?**');
    await page.goBack();
    await page.waitForURL((url) => url.pathname.startsWith('/success'));
    expect((await world.charges()).map(({ captured }) => captured).toSorted((a, b) => b - a)).toEqual([
      114_000, 57_000,
    ]);
    expect(await world.records(email)).toMatchObject({
      orders: [
        { state: 'paid', total: 114_000 },
        { state: 'paid', total: 57_000 },
      ],
      attempts: ['card captured', 'card captured'],
      grants: 2,
      breaks: [],
    });
  },
);

journey('a buyer who declines an offer gets the downsell, and only that', deep, async (buyer) => {
  const { page, world } = buyer;
  await buyByKept(buyer, 'downsell');
  await expect(page.getByText(/por R\$\s570,00/).first()).toBeVisible();
  await page.locator('button[name=upsell][value=decline]').click();
  await expect(page.getByText(/opção escolhida acima \(R\$\s357,00 à vista\)/)).toBeVisible();
  // With interest the price is the chosen option's own, and the button names no other.
  const count = page.locator('select[name=installments]');
  const label = (await count.locator('option').last().textContent()) ?? '';
  const total = Number(/total R\$\s([\d.,]+)$/.exec(label)?.[1]?.replaceAll(/\D/g, ''));
  await count.selectOption({ label });
  await expect(buy(buyer)).toHaveText('Comprar com 1 clique');
  await buy(buyer).click();
  await page.waitForURL('**/success/upsell?**');
  expect((await world.charges()).map(({ captured }) => captured).toSorted((a, b) => b - a)).toEqual([114_000, total]);
  expect(total).toBeGreaterThan(35_700);
});
