import { deep } from '#tests/support/depth.ts';
import { alive, buyerName, cardFrame, cards, settled, type } from '#tests/support/browser/purchase-steps.ts';
import { expect, journey, type Journey } from '#tests/support/browser/journey.ts';
import { typeAddress, typeCardData } from '#tests/support/browser/mozambique-steps.ts';

async function reachCard({ page, at, email }: Journey): Promise<void> {
  await page.goto(at('/?product=ms&lang=pt-mz&seller=marta'));
  await page.waitForURL('**/lead?**');
  await alive(page);
  await expect(page.getByLabel('Telemóvel', { exact: true })).toBeVisible();
  await expect(page.locator('select[name=country]')).toHaveValue('MZ');
  await expect(page.getByText('Atendimento: Marta Nhantumbo')).toBeVisible();
  await type(page.locator('input[name=name]'), buyerName);
  await type(page.locator('input[name=email]'), email);
  await type(page.locator('input[name=phone]'), '841234567');
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.waitForURL('**/payment?**');
  await alive(page);
  await page.locator('label:has(input[name=method][value=credit-card])').click();
}

journey(
  'a card in Mozambique: card, Continuar, address, Finalizar, in meticais and without installments',
  async (buyer) => {
    const { page, email, world } = buyer;
    await reachCard(buyer);
    await expect(page).toHaveTitle('Checkout - meuSucesso');
    await expect(page.locator('html')).toHaveAttribute('lang', 'pt-MZ');
    await expect(page.locator('input[name=method]')).toHaveCount(2);
    await expect(page.locator('select[name="card.installments"]')).toHaveCount(0);
    await expect(page.locator('#summary-wide')).toContainText(/18\.720,00\sMT/);

    // Nothing typed: the card's messages show, the address does not come yet.
    await page.getByRole('button', { name: 'Continuar' }).click();
    const frame = await cardFrame(buyer);
    await expect(frame.locator('.error:visible')).toHaveCount(4);
    await expect(page.locator('input[name=addressLine1]')).toBeHidden();
    await typeCardData(buyer, cards.approved);
    await page.getByRole('button', { name: 'Continuar' }).click();
    await expect(page.getByRole('heading', { name: 'Morada de facturação' })).toBeFocused();

    await page.getByRole('button', { name: /^Finalizar/ }).click();
    await expect(page.locator('#field-addressLine1-error')).toBeVisible();
    await expect(page.locator('#field-terms-error')).toBeVisible();
    await expect(page.locator('#field-postalCode-error')).toHaveCount(0);
    await typeAddress(buyer);
    await page.locator('input[name=terms]').click();
    await expect(page.getByRole('button', { name: /Finalizar · 18\.720,00\sMT/ })).toBeVisible();
    await page.getByRole('button', { name: /^Finalizar/ }).click();
    await page.waitForURL('**/success?**');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pagamento confirmado, Maria!');
    await expect(page.locator('dl')).toContainText(/18\.720,00\sMT/);
    expect(await world.charges()).toMatchObject([
      { company: 'acquirer', status: 'captured', amount: 1_872_000, currency: 'MZN' },
    ]);
    expect(await world.records(email)).toMatchObject({
      orders: [{ state: 'paid', total: 1_872_000, currency: 'MZN', seller: 'marta' }],
      grants: 1,
    });
    await settled(page);
    await page.getByRole('button', { name: 'Definir a palavra-passe' }).click();
    await page.waitForURL(`${buyer.product.sandbox}/school/meusucesso-mz/set-password**`);
  },
);

journey('a buyer in Mozambique goes back from address to card and loses no typed data', deep, async (buyer) => {
  const { page } = buyer;
  await reachCard(buyer);
  await typeCardData(buyer, cards.approved);
  await page.getByRole('button', { name: 'Continuar' }).click();
  await typeAddress(buyer);
  await page.getByRole('button', { name: 'Voltar à forma de pagamento' }).click();
  const frame = await cardFrame(buyer);
  await expect(frame.locator('#cc-number')).toHaveValue('4111 1111 1111 1111');
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page.locator('input[name=city]')).toHaveValue('Maputo');
});

journey(
  'a declined card in Mozambique brings the buyer back to it, with the address still filled',
  deep,
  async (buyer) => {
    const { page, email, world } = buyer;
    await reachCard(buyer);
    await typeCardData(buyer, cards.declined);
    await page.getByRole('button', { name: 'Continuar' }).click();
    await typeAddress(buyer);
    await page.locator('input[name=terms]').click();
    await page.getByRole('button', { name: /^Finalizar/ }).click();
    await expect(page.getByText('Não conseguimos processar a transação. Faça uma nova tentativa.')).toBeVisible();
    const frame = await cardFrame(buyer);
    await frame.locator('#cc-number').fill(cards.approved);
    await page.getByRole('button', { name: 'Continuar' }).click();
    await expect(page.locator('input[name=addressLine1]')).toHaveValue('Avenida Julius Nyerere');
    await page.getByRole('button', { name: /^Finalizar/ }).click();
    await page.waitForURL('**/success?**');
    expect((await world.records(email)).attempts).toEqual(['card declined', 'card captured']);
  },
);
