import type { Frame, Page } from '@playwright/test';
import { expect, type Journey } from './journey.ts';
import { alive, buyerCpf, fillCard, settled, type } from './purchase-steps.ts';

/** Paying one price in several ways, as a buyer does it. */

/** From the payment page to the one that divides the price in two. */
export async function splitPayment(page: Page): Promise<void> {
  await page.getByRole('link', { name: /^Pagar de (?:duas|dos) formas/ }).click();
  await page.waitForURL('**/payment?**ways=**');
  await alive(page);
}

/** Chooses the way of a part; 0 is the first. */
export async function partOf(page: Page, part: number, method: string): Promise<void> {
  await page.locator(`select[name="p${part}.method"]`).selectOption(method);
}

/** The card frame of a part, once it takes keys. */
export async function frameOf({ page }: Pick<Journey, 'page'>, part: number): Promise<Frame> {
  await settled(page);
  const element = page.locator('#root fieldset').nth(part).locator('iframe');
  await element.scrollIntoViewIfNeeded();
  const handle = await element.elementHandle();
  const frame = await handle?.contentFrame();
  if (!frame) throw new Error(`Part ${part} has no card frame`);
  await frame.locator('#cc-csc').waitFor();
  return frame;
}

/** Types a card into the frame of a part. */
export async function typePartCard(
  journey: Pick<Journey, 'page'>,
  part: number,
  number: string,
  document = buyerCpf,
): Promise<void> {
  const frame = await frameOf(journey, part);
  await fillCard(frame, number);
  await type(journey.page.locator(`input[name="p${part}.card.document"]`), document);
}

/** What a part pays, as it stands beside it. */
export async function expectRemainder(page: Page, text: RegExp): Promise<void> {
  await expect(page.locator('#root output')).toHaveText(text);
}
