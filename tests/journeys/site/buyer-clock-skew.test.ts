import type { BrowserContext } from '@playwright/test';
import { deep } from '#tests/support/depth.ts';
import { cards, orderPix, payByCard, reachPayment } from '#tests/support/browser/purchase-steps.ts';
import { expect, journey } from '#tests/support/browser/journey.ts';

const dayMs = 86_400_000;

/** In every frame of every page: the browser's calendar is off, while its timers run as ever. */
async function setWrong(context: BrowserContext, byMs: number): Promise<void> {
  await context.addInitScript((offset: number) => {
    const TrueDate = Date;
    const now = (): number => TrueDate.now() + offset;
    class WrongDate extends TrueDate {
      constructor(...given: readonly unknown[]) {
        super(...((given.length === 0 ? [now()] : given) as [number]));
      }
      static override now(): number {
        return now();
      }
    }
    globalThis.Date = WrongDate as DateConstructor;
  }, byMs);
}

journey('a buyer whose clock is a day ahead pays by Pix within the server’s time', deep, async (buyer) => {
  const { page, context, world, email } = buyer;
  await setWrong(context, dayMs);
  await reachPayment(buyer);
  expect(await page.evaluate(() => Date.now())).toBeGreaterThan(Date.now() + dayMs / 2);
  await orderPix(page);
  await expect(page.getByText(/^(?:[12]?\d|30):[0-5]\d$/)).toBeVisible();
  await world.payPix({ code: await page.locator('textarea').first().inputValue() });
  await page.waitForURL('**/success?**');
  expect(await world.records(email)).toMatchObject({ orders: [{ state: 'paid' }], grants: 1, breaks: [] });
});

journey('a buyer whose clock is a day behind pays by card: the token is not too old', deep, async (buyer) => {
  const { page, context, world, email } = buyer;
  await setWrong(context, -dayMs);
  await reachPayment(buyer);
  await payByCard(buyer, cards.approved);
  await page.waitForURL('**/success?**');
  expect(await world.records(email)).toMatchObject({ orders: [{ state: 'paid' }], grants: 1, breaks: [] });
});
