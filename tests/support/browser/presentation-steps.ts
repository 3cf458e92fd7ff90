import type { Page } from '@playwright/test';
import { acceptTerms, alive, buyerCpf, choose, codeOf, payButton, settled, type, typeLead } from './purchase-steps.ts';
import { expect, type Journey } from './journey.ts';

/** Opens a link and gives the lead, whatever the school's button is called; ends on the step after it. */
export async function reachStep(
  { page, at, email }: Journey,
  link: string,
  path: string,
  phone?: string,
): Promise<void> {
  await page.goto(at(link));
  await page.waitForURL('**/lead?**');
  await alive(page);
  await typeLead(page, { email, ...(phone === undefined ? {} : { phone }) });
  await payButton(page).click();
  await page.waitForURL(`**${path}?**`);
  await settled(page);
}

/** The same without JavaScript. */
export async function reachStepPlainly({ page, at, email }: Journey, link: string, path: string): Promise<void> {
  await page.goto(at(link));
  await typeLead(page, { email });
  await payButton(page).click();
  await page.waitForURL(`**${path}?**`);
}

/** Presses the one link or button that goes on. */
export async function pressContinue(page: Page, path = '/payment'): Promise<void> {
  await page
    .locator('main')
    .getByRole('link', { name: /Continuar|Começar|Aproveitar|Usar/ })
    .click();
  await page.waitForURL(`**${path}?**`);
  await settled(page);
}

/** Pays by Pix on the payment page and lets the money arrive; ends on the success page. */
export async function payByPix({ page, world }: Journey): Promise<void> {
  await choose(page, 'pix');
  await type(page.locator('input[name="pix.document"]'), buyerCpf);
  await acceptTerms(page);
  await payButton(page).click();
  await page.waitForURL('**/pix?**');
  await world.payPix({ code: await codeOf(page) });
  await page.waitForURL('**/success?**');
}

/** The order's summary beside a page. */
export function summary(page: Page) {
  return page.locator('#summary-wide');
}

/** What the browser's session remembers, by the specification's keys. */
export function stored(page: Page, key: string): Promise<unknown> {
  return page.evaluate((name) => JSON.parse(sessionStorage.getItem(name) ?? 'null') as unknown, key);
}

export async function expectNoScript(page: Page): Promise<void> {
  await expect(page.locator('script')).toHaveCount(0);
}
