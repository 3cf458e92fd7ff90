import { deep } from '#tests/support/depth.ts';
import { alive, buyerName, pickByKeys, reachPayment, type, typeLead } from '#tests/support/browser/purchase-steps.ts';
import { expect, journey } from '#tests/support/browser/journey.ts';

const phoneMessage =
  'Insira o DDD e um número de celular válido. Caso seja de fora do Brasil, selecione a bandeira no ícone ao lado.';

journey('a link leads to the lead form of its brand, and from there to the payment', deep, async (buyer) => {
  const { page, email, world } = buyer;
  await reachPayment(buyer, '/?product=wup&seller=ana&source=campanha');
  await expect(page).toHaveTitle('Checkout - Wise Up Online');
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    product: 'wup',
    seller: 'ana',
    source: 'campanha',
  });
  expect((await world.records(email)).orders).toEqual([]);
});

journey(
  'a message shows beside a field that was left wrong, and goes when it is corrected',
  async ({ page, at, email }) => {
    await page.goto(at('/lead?product=wup'));
    await alive(page);
    const messages = page.locator('main [id$=-error]');
    // Passed through and left empty is not touched.
    await page.locator('input[name=name]').click();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(messages).toHaveCount(0);
    const mistakes = [
      ['name', 'Maria', 'Preencha com nome e sobrenome'],
      ['name', `${'M'.repeat(41)} da Silva`, 'Nome muito extenso'],
      ['name', 'Maria 2 Silva', 'Insira apenas letras'],
      ['email', 'maria@exemplo', 'Insira um email válido'],
      ['phone', '1196', phoneMessage],
    ] as const;
    for (const [name, typed, message] of mistakes) {
      const field = page.locator(`input[name=${name}]`);
      await type(field, typed);
      await page.keyboard.press('Tab');
      await expect(page.locator(`#field-${name}-error`)).toHaveText(message);
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expect(field).toHaveAttribute('aria-describedby', new RegExp(`field-${name}-error`));
    }
    await expect(messages).toHaveCount(3);
    await typeLead(page, { email });
    await expect(messages).toHaveCount(0);
  },
);

journey(
  'an empty form does not leave: every field says so, the first has the caret, and the count is read out',
  async ({ page, at }) => {
    await page.goto(at('/lead?product=wup'));
    await alive(page);
    await page.getByRole('button', { name: 'Continuar' }).click();
    await expect(page.locator('main [id$=-error]')).toHaveText([
      'Este campo é obrigatório',
      'Este campo é obrigatório',
      'Este campo é obrigatório',
    ]);
    await expect(page.locator('input[name=name]')).toBeFocused();
    await expect(page.getByRole('alert').filter({ hasText: 'Há 3 campos para revisar.' })).toHaveCount(1);
    await expect(page).toHaveURL(at('/lead?product=wup'));
  },
);

journey('the lead form holds the buyer’s data again when they come back', deep, async (buyer) => {
  const { page, email } = buyer;
  await reachPayment(buyer);
  await page.getByRole('link', { name: 'Voltar' }).click();
  await page.waitForURL('**/lead?**');
  await expect(page.locator('input[name=name]')).toHaveValue(buyerName);
  await expect(page.locator('input[name=email]')).toHaveValue(email);
  await expect(page.locator('input[name=phone]')).toHaveValue('(11) 96123-4567');
});

journey('a number from abroad is taken with its flag', async ({ page, at, email, world }) => {
  await page.goto(at('/lead?product=wup'));
  await alive(page);
  await typeLead(page, { email });
  await pickByKeys(page.locator('select[name=country]'), 'Port');
  await type(page.locator('input[name=phone]'), '912345678');
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.waitForURL('**/payment?**');
  await page.goBack();
  await expect(page.locator('input[name=phone]')).toHaveValue(/^(\+351 ?)?912 ?345 ?678$/);
  expect((await world.records(email)).orders).toEqual([]);
});

journey('an address with a mistyped mail domain is offered the right one, and never refused', deep, async (buyer) => {
  const { page, at } = buyer;
  await page.goto(at('/lead?product=wup'));
  await alive(page);
  const email = page.locator('input[name=email]');
  const offer = page.getByRole('button', { name: 'Você quis dizer maria@gmail.com?' });
  await type(email, 'maria@gmial.com');
  await page.keyboard.press('Tab');
  await expect(offer).toBeVisible();
  await expect(page.locator('#field-email-error')).toHaveCount(0);
  await offer.click();
  await expect(email).toHaveValue('maria@gmail.com');
  await expect(email).toBeFocused();
  await expect(offer).toHaveCount(0);
  // Who insists on the other one goes on with it.
  await typeLead(page, { email: 'maria@gmial.com' });
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.waitForURL('**/payment?**');
});
