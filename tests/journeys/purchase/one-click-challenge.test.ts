/** @module-tag deep */
import { answerBank, cards, payBySavedCard, settled } from '#tests/support/browser/purchase-steps.ts';
import { expect, journey } from '#tests/support/browser/journey.ts';

journey('the bank asks at the one click too: nothing is taken before its answer, and then once', async (buyer) => {
  const { page, email, world } = buyer;
  await payBySavedCard(buyer, 'upsell', cards.challenge);
  await answerBank(page, 'Sou eu, confirmar');
  await page.waitForURL('**/success?**');
  await settled(page);

  await page.locator('button[name=upsell][value=buy]').click();
  await page.waitForURL('**/payment-verification?**');
  expect((await world.charges()).map(({ captured }) => captured).toSorted((a, b) => b - a)).toEqual([114_000, 0]);
  await answerBank(page, 'Sou eu, confirmar');
  await page.waitForURL('**/success/upsell?**');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Duas matrículas confirmadas, Maria!');
  expect((await world.charges()).map(({ captured }) => captured).toSorted((a, b) => b - a)).toEqual([114_000, 57_000]);
  expect(await world.records(email)).toMatchObject({
    attempts: ['card captured', 'card captured'],
    grants: 2,
    breaks: [],
  });
});
