import type { Page } from '@playwright/test';
import { deep } from '#tests/support/depth.ts';
import { alive, settled, typeLead } from '#tests/support/browser/purchase-steps.ts';
import { expect, journey } from '#tests/support/browser/journey.ts';

/** Other widths move what is on a page: that is what these journeys do. */
const measuring = { allow: ['layout shift'] } as const;

async function at(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  await settled(page);
}

async function widthOf(page: Page, selector: string): Promise<number> {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`${selector} is not laid out`);
  return Math.round(box.width);
}

journey(
  'the logo: 110 px on the narrowest screens, else as wide as the brand says',
  { ...measuring, ...deep },
  async (buyer) => {
    const { page } = buyer;
    await page.goto(buyer.at('/lead?product=wup'));
    for (const [width, logo] of [
      [240, 110],
      [249, 110],
      [250, 132],
      [360, 132],
      [375, 132],
      [1280, 132],
    ] as const) {
      await at(page, width);
      expect([width, await widthOf(page, 'header img')]).toEqual([width, logo]);
    }
  },
);

journey('the content is at most 505 px wide, a form 465 or 485 by brand', measuring, async ({ page, at: address }) => {
  for (const [product, form] of [
    ['ms', 465],
    ['wup', 485],
  ] as const) {
    await page.goto(address(`/lead?product=${product}`));
    await at(page, 1400);
    expect([product, await widthOf(page, '#root form')]).toEqual([product, form]);
    await at(page, 360);
    expect(await widthOf(page, '#root')).toBeLessThanOrEqual(360);
  }
  await page.goto(address('/generic-error?product=ms'));
  await at(page, 1400);
  expect(await widthOf(page, '#root')).toBeLessThanOrEqual(505);
});

journey(
  'the seller’s tag and the way back change at 426 px',
  { ...measuring, ...deep },
  async ({ page, at: address, email }) => {
    await page.goto(address('/lead?product=wup&seller=ana'));
    const tag = 'header p';
    await at(page, 425);
    expect(await widthOf(page, tag)).toBe(425 - 40);
    await at(page, 426);
    expect(await widthOf(page, tag)).toBeLessThan(426 - 40);
    await page.goto(address('/lead?product=wup'));
    await alive(page);
    await typeLead(page, { email });
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.waitForURL('**/payment?**');
    const size = () =>
      page
        .locator('main > a')
        .first()
        .evaluate((link) => getComputedStyle(link).fontSize);
    await at(page, 425);
    expect(await size()).toBe('15px');
    await at(page, 426);
    expect(await size()).toBe('16px');
  },
);
