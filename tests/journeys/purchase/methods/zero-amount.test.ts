import { deep } from '#tests/support/depth.ts';
import { acceptTerms, alive, buyerName, payButton, reachPayment, type } from '#tests/support/browser/purchase-steps.ts';
import { expect, journey } from '#tests/support/browser/journey.ts';

const link = '/?product=ms&voucher=bolsa-integral';

journey('a voucher that covers all is confirmed by one click, and Back and reload ask for nothing', async (buyer) => {
  const { page, email, at, world } = buyer;
  await reachPayment(buyer, '/?product=ms');
  await page.locator('summary', { hasText: 'Tenho um cupom' }).click();
  await type(page.locator('input[name=voucher]'), 'bolsa-integral');
  await page.keyboard.press('Enter');
  await expect(page.getByText('O seu cupom cobre o valor todo. É só confirmar.').first()).toBeVisible();
  await expect(payButton(page)).toHaveText('Confirmar a matrícula');
  await expect(page.locator('input[name=method]')).toHaveCount(0);
  await payButton(page).click();
  await expect(page.locator('#field-terms-error')).toHaveText('Aceite os termos de uso para continuar');
  await acceptTerms(page);
  await payButton(page).click();
  await page.waitForURL('**/success?**');
  await expect(page.locator('dl')).toContainText(/R\$\s0,00/);
  expect(await world.charges()).toEqual([]);
  expect(await world.records(email)).toMatchObject({
    orders: [{ state: 'paid', total: 0, received: 0 }],
    attempts: [],
    ledger: [],
    grants: 1,
  });
  await expect.poll(async () => (await world.mails(email)).map(({ subject }) => subject)).toHaveLength(1);
  expect((await world.mails(email))[0]?.subject).toMatch(/^Matrícula confirmada/);
  await page.goBack();
  await page.waitForURL('**/success?**');
  await page.goto(at(`/payment${link.slice(1)}`));
  await page.waitForURL('**/success?**');
  expect((await world.records(email)).orders).toHaveLength(1);
});

journey('the same without JavaScript, and by the voucher of a link', { javaScriptEnabled: false }, async (buyer) => {
  const { page, at, email, world } = buyer;
  await page.goto(at(link));
  await type(page.locator('input[name=name]'), buyerName);
  await type(page.locator('input[name=email]'), email);
  await type(page.locator('input[name=phone]'), '11961234567');
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.waitForURL('**/payment?**');
  await page.locator('input[name=terms]').click();
  await page.locator('form button[type=submit]:not([name])').last().click();
  await page.waitForURL('**/success?**');
  expect(await world.records(email)).toMatchObject({ orders: [{ state: 'paid', total: 0 }], attempts: [], grants: 1 });
});

journey('a removed voucher brings the payment methods back', deep, async (buyer) => {
  const { page } = buyer;
  await reachPayment(buyer, link);
  await expect(payButton(page)).toHaveText('Confirmar a matrícula');
  await page.getByRole('button', { name: 'Remover' }).click();
  await expect(payButton(page)).toHaveText(/Pagar/);
  await expect(page.locator('input[name=method]').first()).toBeAttached();
  await alive(page);
});
