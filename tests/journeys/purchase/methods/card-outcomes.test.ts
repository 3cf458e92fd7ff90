import {
  acceptTerms,
  cardFrame,
  alive,
  cards,
  choose,
  payButton,
  payByCard,
  reachPayment,
  typeCard,
} from '#tests/support/browser/purchase-steps.ts';
import { deep } from '#tests/support/depth.ts';
import { expect, journey } from '#tests/support/browser/journey.ts';

const refused = 'Não conseguimos processar a transação. Faça uma nova tentativa.';
const success = 'Pagamento confirmado, Maria!';

journey('3-D Secure that is unavailable lets the purchase continue without a challenge', deep, async (buyer) => {
  const { page, email, world } = buyer;
  await reachPayment(buyer);
  await payByCard(buyer, '4000000000001133');
  await page.waitForURL('**/success?**');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(success);
  expect((await world.records(email)).attempts).toEqual(['card captured']);
});

journey('3-D Secure rejected by the bank: nothing is taken, and another card pays', deep, async (buyer) => {
  const { page, email, world, product } = buyer;
  await reachPayment(buyer);
  await payByCard(buyer, '4000000000001141');
  await expect(page.getByText(refused)).toBeVisible();
  await expect(page.getByText('A verificação do banco não foi concluída e nada foi cobrado.')).toBeVisible();
  expect((await world.charges()).map(({ captured }) => captured)).toEqual([0]);
  const frame = page.frames().find((one) => one.url().startsWith(product.cardFields));
  await frame?.locator('#cc-number').fill(cards.approved);
  await payButton(page).click();
  await page.waitForURL('**/success?**');
  expect((await world.records(email)).attempts).toEqual(['card declined', 'card captured']);
});

journey('a debit card whose bank cannot be asked is not charged', deep, async (buyer) => {
  const { page, world } = buyer;
  await reachPayment(buyer);
  await payByCard(buyer, '4000000000001166');
  await expect(page.getByText(refused)).toBeVisible();
  expect((await world.charges()).map(({ captured }) => captured)).toEqual([0]);
});

journey('a card from abroad pays at once, not in installments', deep, async (buyer) => {
  const { page, email, world } = buyer;
  await reachPayment(buyer);
  await payByCard(buyer, '4000000000001174');
  await expect(page.getByText('Cartões emitidos fora do país não podem parcelar.')).toBeVisible();
  expect(await world.charges()).toEqual([]);
  await page.locator('select[name="card.installments"]').selectOption('1');
  await payButton(page).click();
  await page.waitForURL('**/success?**');
  expect((await world.records(email)).attempts).toEqual(['card declined', 'card captured']);
});

journey('a card is saved by its holder’s choice and pays the next purchase without being typed', async (buyer) => {
  const { page, email, world } = buyer;
  await reachPayment(buyer);
  await choose(page, 'credit-card');
  const keep = page.locator('input[name="card.keep"]');
  await expect(keep).not.toBeChecked();
  await expect(page.locator('select[name="card.paymentProfileId"]')).toHaveCount(0);
  await typeCard(buyer, cards.approved);
  await keep.click();
  await acceptTerms(page);
  await payButton(page).click();
  await page.waitForURL('**/success?**');

  await reachPayment(buyer, '/?product=wup&offer=wup-annual-t');
  await alive(page);
  await choose(page, 'credit-card');
  await expect(page.locator('select[name="card.paymentProfileId"] option').first()).toHaveText(/^Visa …1111 · 08\/31$/);
  await expect(page.locator('input[name="card.document"]')).toHaveCount(0);
  await acceptTerms(page);
  await payButton(page).click();
  await page.waitForURL('**/success?**');
  await expect(page.locator('dl')).toContainText('Visa final 1111');

  await reachPayment(buyer, '/?product=wup&offer=wup-semester-t');
  await choose(page, 'credit-card');
  await page.getByRole('button', { name: 'Apagar este cartão' }).click();
  await expect(page.locator('select[name="card.paymentProfileId"]')).toHaveCount(0);
  await expect(page.locator('input[name="card.document"]')).toBeVisible();
  expect((await world.charges()).map(({ status }) => status)).toEqual(['captured', 'captured']);
  expect((await world.records(email)).attempts).toEqual(['card captured', 'card captured']);
});

journey(
  'a saved card of a brand that asks again pays once its code is typed, and a wrong one can be corrected',
  deep,
  async (buyer) => {
    const { page, email, world } = buyer;
    await reachPayment(buyer);
    await choose(page, 'credit-card');
    await typeCard(buyer, '371449635398431');
    const frame = await cardFrame(buyer);
    await frame.locator('#cc-csc').fill('1234');
    await page.locator('input[name="card.keep"]').click();
    await acceptTerms(page);
    await payButton(page).click();
    await page.waitForURL('**/success?**');

    await reachPayment(buyer, '/?product=wup&offer=wup-annual-t');
    await choose(page, 'credit-card');
    const code = await cardFrame(buyer);
    await expect(code.locator('input')).toHaveCount(1);
    await acceptTerms(page);
    // Nothing is sent before the code is as long as the brand's.
    await code.locator('#cc-csc').fill('123');
    await payButton(page).click();
    await expect(code.getByText('Revise o código de segurança.')).toBeVisible();
    await code.locator('#cc-csc').fill('0000');
    await payButton(page).click();
    await expect(page.getByText(refused)).toBeVisible();
    const again = await cardFrame(buyer);
    await again.locator('#cc-csc').fill('1234');
    await payButton(page).click();
    await page.waitForURL('**/success?**');
    expect((await world.records(email)).attempts).toEqual(['card captured', 'card declined', 'card captured']);

    // Another card is a whole one again.
    await reachPayment(buyer, '/?product=wup&offer=wup-semester-t');
    await choose(page, 'credit-card');
    await page.locator('select[name="card.paymentProfileId"]').selectOption('');
    const other = await cardFrame(buyer);
    await expect(other.locator('#cc-number')).toBeVisible();
  },
);

journey('the token of the card frame survives a new render of the form before it is submitted', deep, async (buyer) => {
  const { page } = buyer;
  await reachPayment(buyer);
  await alive(page);
  await choose(page, 'credit-card');
  const handed = page.locator('input[name="card.token"]');
  await handed.evaluate((input) => input instanceof HTMLInputElement && (input.value = 'sealed'));
  await page.locator('select[name="card.installments"]').selectOption('3');
  await expect(payButton(page)).toHaveText(/3x/);
  await expect(handed).toHaveValue('sealed');
});
