import { type } from './journey-steps.ts';
import type { Journey } from './journey.ts';

type Kind = 'renewal' | 'upgrade' | 'invoice' | 'overdue' | 'offer-first' | 'offer-terms';

/** Makes what a letter would bring to the buyer of a product, and follows its link; answers where that leads, without the secret. */
export async function followSample({ page, at, email }: Journey, kind: Kind, product = 'product=ms'): Promise<string> {
  await page.goto(at(`/samples?${product}`));
  await type(page.locator('input[name=email]'), email);
  await page.locator(`button[name=kind][value=${kind}]`).click();
  await page.waitForURL((url) => url.pathname !== '/samples');
  return page.url();
}

/** Confirms the term that the page of a renewal shows; ends on its bill, alive. */
export async function confirmRenewal({ page }: Pick<Journey, 'page'>, button = 'Ir para o pagamento'): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  await page.waitForURL('**/payment/inv_**');
}
