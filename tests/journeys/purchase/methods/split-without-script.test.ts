import { expect, journey } from '#tests/support/browser/journey.ts';
import { buyerCpf, codeOf, payButton } from '#tests/support/browser/purchase-steps.ts';

journey(
  'a split without JavaScript changes its methods by a button, and two of them pay',
  { javaScriptEnabled: false },
  async (buyer) => {
    const { page, at, email, world } = buyer;
    await page.goto(at('/?product=wup'));
    await page.locator('input[name=name]').fill('Maria da Silva');
    await page.locator('input[name=email]').fill(email);
    await page.locator('input[name=phone]').fill('11961234567');
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.waitForURL('**/payment?**');
    await page.getByRole('link', { name: 'Pagar de duas formas' }).click();
    await page.waitForURL('**/payment?**ways=**');
    await page.locator('select[name="p0.method"]').selectOption('pix');
    await page.locator('select[name="p1.method"]').selectOption('pix');
    await page.getByRole('button', { name: 'Mostrar as formas escolhidas' }).click();
    await page.waitForURL('**/payment?**ways=pix%2Cpix**');
    await page.locator('input[name="p0.amount"]').fill('140,00');
    await page.locator('input[name="p0.pix.document"]').fill(buyerCpf);
    await page.locator('input[name="p1.pix.document"]').fill(buyerCpf);
    await page.locator('input[name=terms]').check();
    await payButton(page).click();
    await page.waitForURL('**/pix?**');
    const first = await codeOf(page);
    await world.payPix({ code: first });
    await expect(async () => {
      await page.reload();
      expect(await codeOf(page)).not.toBe(first);
    }).toPass({ timeout: 20_000 });
    await world.payPix({ code: await codeOf(page) });
    await expect.poll(async () => (await world.records(email)).orders[0]?.state).toBe('paid');
    expect(await world.records(email)).toMatchObject({ orders: [{ received: 114_000 }], grants: 1, breaks: [] });
  },
);
