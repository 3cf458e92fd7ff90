import { codeOf, orderPix, reachPayment } from '#tests/support/journey-steps.ts';
import { expect, journey } from '#tests/support/journey.ts';

journey('a purchase goes on in another browser by its link, and the first page follows', async (buyer) => {
  const { page, email, world, person } = buyer;
  await reachPayment(buyer);
  await orderPix(page);
  const code = await codeOf(page);
  await page.getByRole('button', { name: 'Continuar em outro aparelho' }).click();
  const link = await page.getByLabel('Link desta compra').inputValue();
  expect(link).toMatch(/\/recovery\/rec_[^?]+\?.*\bt=[\w-]{43}/);

  const other = await person();
  await other.goto(link);
  await expect(other.locator('textarea')).toHaveValue(code);
  expect(other.url()).not.toMatch(/[?&]t=/);
  await world.payPix({ code });
  await page.waitForURL('**/success?**');
  await expect(other.getByRole('heading', { level: 1 })).toContainText('Tudo certo');
  expect(await world.records(email)).toMatchObject({ orders: [{ state: 'paid' }], grants: 1, breaks: [] });
});
