import {
  acceptTerms,
  alive,
  buyerCpf,
  cards,
  codeOf,
  orderPix,
  payByCard,
  payButton,
  reachPayment,
  type,
} from '#tests/support/browser/purchase-steps.ts';
import { deep } from '#tests/support/depth.ts';
import { expect, journey } from '#tests/support/browser/journey.ts';
import { splitPayment, expectRemainder, typePartCard, partOf } from '#tests/support/browser/split-steps.ts';

journey('two cards pay one order: each its part, and the parts make the whole', deep, async (buyer) => {
  const { page, email, world } = buyer;
  await reachPayment(buyer);
  await splitPayment(page);
  await partOf(page, 0, 'credit-card');
  await partOf(page, 1, 'credit-card');
  await type(page.locator('input[name="p0.amount"]'), '700,00');
  await expectRemainder(page, /R\$\s440,00/);
  await expect(page.locator('select[name="p0.card.installments"] option').last()).toHaveText(
    /12x de R\$\s58,3[34] sem juros/,
  );
  await page.locator('select[name="p0.card.installments"]').selectOption('12');
  await typePartCard(buyer, 0, cards.approved);
  await typePartCard(buyer, 1, cards.approved);
  await acceptTerms(page);
  await expect(payButton(page)).toHaveText(/^Pagar R\$\s1\.140,00 em 2 pagamentos$/);
  await payButton(page).click();
  await page.waitForURL('**/success?**');
  const receipt = page.locator('dl');
  await expect(receipt).toContainText(/Visa final 1111, em 12 vezes/);
  await expect(receipt).toContainText(/R\$\s700,00/);
  await expect(receipt).toContainText(/R\$\s440,00/);
  expect(await world.records(email)).toMatchObject({
    orders: [{ state: 'paid', total: 114_000, received: 114_000 }],
    grants: 1,
    breaks: [],
  });
  expect((await world.charges()).map(({ status, captured }) => [status, captured])).toEqual([
    ['captured', 70_000],
    ['captured', 44_000],
  ]);
});

journey('the button of parts names what they cost, with the interest that is chosen', deep, async (buyer) => {
  const { page } = buyer;
  await reachPayment(buyer, '/?product=wup&planId=wup-semester-t');
  await splitPayment(page);
  await expect(payButton(page)).toHaveText(/^Pagar R\$\s357,00 no cartão e gerar o Pix$/);
  await type(page.locator('input[name="p0.amount"]'), '600');
  await page.locator('input[name="p0.amount"]').blur();
  await expect(page.locator('input[name="p0.amount"]')).toHaveValue('600,00');
  const split = page.locator('select[name="p0.card.installments"]');
  const last = await split.locator('option').last().innerText();
  const [, total = ''] = /total R\$\s([\d.]+,\d\d)/.exec(last) ?? [];
  await split.selectOption({ label: last });
  const whole = (Number(total.replaceAll(/\D/g, '')) + 11_400) / 100;
  await expect(payButton(page)).toHaveText(`Pagar R$\u00a0${whole.toFixed(2).replace('.', ',')} em 2 pagamentos`);
  // What is paid at once again costs what it did.
  await split.selectOption('1');
  await expect(payButton(page)).toHaveText(/^Pagar R\$\s600,00 no cartão e gerar o Pix$/);
});

journey('the second card is refused: the first is held, and a Pix pays the rest in time', async (buyer) => {
  const { page, email, world } = buyer;
  await reachPayment(buyer);
  await splitPayment(page);
  await partOf(page, 0, 'credit-card');
  await partOf(page, 1, 'credit-card');
  await type(page.locator('input[name="p0.amount"]'), '700,00');
  await typePartCard(buyer, 0, cards.approved);
  await typePartCard(buyer, 1, cards.declined);
  await acceptTerms(page);
  await payButton(page).click();
  await expect(page.getByText(/^R\$\s700,00 já estão reservados até \d\d:\d\d$/)).toBeVisible();
  await expect(page.getByText(/Faltam R\$\s440,00/)).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'O que você pode fazer agora' })).toContainText(/R\$\s440,00/);
  await page.getByRole('link', { name: /Pagar com Pix/ }).click();
  await page.waitForURL('**/payment?**way=pix**');
  await alive(page);
  await orderPix(page);
  await expect(page.locator('#root')).toContainText(/R\$\s440,00/);
  await world.payPix({ code: await codeOf(page) });
  await page.waitForURL('**/success?**');
  expect(await world.records(email)).toMatchObject({
    orders: [{ state: 'paid', total: 114_000, received: 114_000 }],
    grants: 1,
    breaks: [],
  });
});

journey(
  'the expired hold window: the page says that all was refunded, and the purchase can be paid anew',
  deep,
  async (buyer) => {
    const { page, email, world } = buyer;
    await reachPayment(buyer);
    await splitPayment(page);
    await partOf(page, 1, 'credit-card');
    await typePartCard(buyer, 0, cards.approved);
    await typePartCard(buyer, 1, cards.declined);
    await acceptTerms(page);
    await payButton(page).click();
    await expect(page.getByText(/já estão reservados até/)).toBeVisible();
    await world.advance(16 * 60);
    await expect(page.getByText('A reserva foi devolvida')).toBeVisible();
    expect((await world.charges()).every(({ captured }) => captured === 0)).toBe(true);
    await payByCard(buyer, cards.approved);
    await page.waitForURL('**/success?**');
    expect(await world.records(email)).toMatchObject({ grants: 1, breaks: [] });
  },
);

journey('a card and a Pix pay one order', async (buyer) => {
  const { page, email, world } = buyer;
  await reachPayment(buyer);
  await splitPayment(page);
  await partOf(page, 1, 'pix');
  await type(page.locator('input[name="p0.amount"]'), '1.000,00');
  await typePartCard(buyer, 0, cards.approved);
  await expect(page.locator('input[name="p1.pix.document"]')).toHaveValue(buyerCpf);
  await acceptTerms(page);
  await payButton(page).click();
  await page.waitForURL('**/pix?**');
  await expect(page.locator('#root')).toContainText(/R\$\s140,00 agora/);
  // The day where it ends on the next one.
  await expect(page.locator('#root')).toContainText(/Visa final 1111: R\$\s1\.000,00 reservados até \d\d[:/]\d\d/);
  await world.payPix({ code: await codeOf(page) });
  await page.waitForURL('**/success?**');
  expect(await world.records(email)).toMatchObject({
    orders: [{ state: 'paid', total: 114_000, received: 114_000 }],
    grants: 1,
    breaks: [],
  });
});

journey('a refusal leads out: one press sets the page up for a part by Pix, and that pays', deep, async (buyer) => {
  const { page, email, world } = buyer;
  await reachPayment(buyer);
  await payByCard(buyer, cards.declined);
  const suggestions = page.getByRole('navigation', { name: 'O que você pode fazer agora' });
  await expect(suggestions.getByRole('listitem')).toHaveCount(4);
  await expect(suggestions.getByRole('link').first()).toContainText('Usar outro cartão');
  await expect(suggestions.getByRole('link').first()).toContainText(/12x de R\$\s95,00 sem juros/);
  const part = suggestions.getByRole('link', { name: /Dividir: cartão de crédito e Pix/ });
  await expect(part).toContainText(/R\$\s570,00 \+ R\$\s570,00/);
  await part.click();
  await page.waitForURL('**/payment?**ways=**');
  await alive(page);
  await typePartCard(buyer, 0, cards.approved);
  await acceptTerms(page);
  await payButton(page).click();
  await page.waitForURL('**/pix?**');
  await world.payPix({ code: await codeOf(page) });
  await page.waitForURL('**/success?**');
  expect(await world.records(email)).toMatchObject({
    orders: [{ state: 'paid', received: 114_000 }],
    grants: 1,
    breaks: [],
  });
});

// A press opens a list of the browser's own, which these tests' hands do not: what moves then moves by itself.
journey(
  'sums that make no whole are said beside the field, and nothing leaves',
  { ...deep, allow: ['layout shift'] },
  async (buyer) => {
    const { page, world, email } = buyer;
    await reachPayment(buyer);
    await splitPayment(page);
    await partOf(page, 0, 'pix');
    await partOf(page, 1, 'pix');
    await type(page.locator('input[name="p0.amount"]'), '2.000,00');
    await acceptTerms(page);
    await payButton(page).click();
    await expect(page.getByText('Este valor não deixa nada para a outra parte')).toBeVisible();
    expect((await world.records(email)).attempts).toEqual([]);
  },
);
