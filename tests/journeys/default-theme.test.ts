/** @module-tag deep */
import { expect, journey } from '#tests/support/browser/journey.ts';
import { walkTo } from '#tests/support/browser/walk-flow.ts';

journey('a business in the default theme of its design-system brand sells', async (buyer) => {
  const { page } = buyer;
  await walkTo(buyer, '/?product=conquer', '/payment');
  await expect(page.locator('#summary-wide')).toContainText(/R\$\s948,00/);
  await expect(page.getByText('Conquer Escola de Negócios Ltda. · CNPJ')).toBeVisible();
});
