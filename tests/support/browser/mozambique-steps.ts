import { cardFrame, fillCard, type } from './purchase-steps.ts';
import type { Journey } from './journey.ts';

/** A card's own fields, and nothing beside them: no document is asked with it. */
export async function typeCardData(buyer: Pick<Journey, 'page' | 'product'>, number: string): Promise<void> {
  const frame = await cardFrame(buyer);
  await fillCard(frame, number);
}

/** The panel after the card's. */
export async function typeAddress({ page }: Pick<Journey, 'page'>): Promise<void> {
  await type(page.locator('input[name=addressLine1]'), 'Avenida Julius Nyerere');
  await type(page.locator('input[name=addressLine2]'), '1240');
  await type(page.locator('input[name=neighbourhood]'), 'Sommerschield');
  await type(page.locator('input[name=city]'), 'Maputo');
  await page.locator('select[name=state]').selectOption({ index: 1 });
}
