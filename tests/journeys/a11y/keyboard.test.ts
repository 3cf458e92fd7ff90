import type { Page } from '@playwright/test';
import { alive, buyerCpf, buyerName, codeOf } from '#tests/support/browser/purchase-steps.ts';
import { expect, journey } from '#tests/support/browser/journey.ts';

/** Presses Tab until the thing is reached; what cannot be reached so, nobody without a mouse can use. */
async function tabTo(page: Page, selector: string): Promise<void> {
  const target = page.locator(selector).first();
  for (let presses = 0; presses < 40; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${selector} is not reached by the Tab key`);
}

/** Whether what has the focus shows it: by a ring of its own, or of the card that it is in. */
async function focusShows(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    let element = document.activeElement;
    if (element && getComputedStyle(element).boxShadow !== 'none') return true;
    for (let depth = 0; element && depth < 3; depth += 1) {
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      if (outlineStyle !== 'none' && outlineWidth !== '0px') return true;
      element = element.parentElement;
    }
    return false;
  });
}

journey('a Pix is bought with the keyboard alone', { reducedMotion: 'no-preference' }, async (buyer) => {
  const { page, at, email, world } = buyer;
  await page.goto(at('/?product=wup'));
  await page.waitForURL('**/lead?**');
  await alive(page);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Ir para o conteúdo' })).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, 'input[name=name]');
  expect(await focusShows(page)).toBe(true);
  await page.keyboard.type(buyerName);
  await tabTo(page, 'input[name=email]');
  await page.keyboard.type(email);
  await tabTo(page, 'select[name=country]');
  await tabTo(page, 'input[name=phone]');
  await page.keyboard.type('11961234567');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/payment?**');
  await alive(page);

  await tabTo(page, 'input[name=method]');
  expect(await focusShows(page)).toBe(true);
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('input[name=method][value=pix]')).toBeChecked();
  await tabTo(page, 'input[name="pix.document"]');
  await page.keyboard.type(buyerCpf);
  await tabTo(page, 'input[name=terms]');
  await page.keyboard.press('Space');
  await tabTo(page, 'form button[type=submit]:not([name]):not([aria-hidden])');
  expect(await focusShows(page)).toBe(true);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/pix?**');
  await alive(page);
  await buyer.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: buyer.product.checkout });
  await tabTo(page, 'main button');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(await codeOf(page));
  await world.payPix({ code: await codeOf(page) });
  await page.waitForURL('**/success?**');
  await tabTo(page, 'main form button');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${buyer.product.sandbox}/school/**`);
  expect((await world.records(email)).orders).toMatchObject([{ state: 'paid' }]);
});

journey('the first error gets the focus, and Enter in a field submits the form', async ({ page, at }) => {
  await page.goto(at('/lead?product=ms'));
  await alive(page);
  await tabTo(page, 'input[name=name]');
  await page.keyboard.type(buyerName);
  await page.keyboard.press('Enter');
  await expect(page.locator('input[name=email]')).toBeFocused();
  await expect(page.locator('input[name=email]')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByRole('alert').filter({ hasText: 'Há 2 campos para revisar.' })).toHaveCount(1);
});
