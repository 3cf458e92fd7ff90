import type { Locator, Page } from '@playwright/test';
import {
  acceptTerms,
  alive,
  buyerCpf,
  cardFrame,
  cards,
  choose,
  codeOf,
  payByCard,
  payButton,
  reachPayment,
  type,
  typeCard,
} from '#tests/support/browser/purchase-steps.ts';
import { deep } from '#tests/support/depth.ts';
import { expect, journey } from '#tests/support/browser/journey.ts';

/** A sentence on the page; the same is said once more to those who do not see it. */
function said(page: Page, text: string): Locator {
  return page.getByRole('paragraph').filter({ hasText: text });
}

journey('a voucher lowers the price everywhere, is taken away again, and a wrong one says so', async (buyer) => {
  const { page } = buyer;
  await reachPayment(buyer);
  await page.locator('summary', { hasText: 'Tenho um cupom' }).click();
  const field = page.locator('input[name=voucher]');
  await page.getByRole('button', { name: 'Aplicar' }).click();
  await expect(page.locator('#field-voucher-error')).toHaveText('Digite o código do cupom');
  for (const [word, message] of [
    ['nada', 'Não encontramos este cupom. Confira o código.'],
    ['verao-2025', 'Este cupom já venceu'],
  ] as const) {
    await type(field, word);
    await page.keyboard.press('Enter');
    await expect(page.locator('#field-voucher-error')).toHaveText(message);
    await expect(field).toBeFocused();
  }
  await type(field, 'boas-vindas');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/você economiza R\$\s114,00/)).toBeVisible();
  await expect(page.locator('#summary-wide')).toContainText(/R\$\s1\.026,00/);
  await expect(page.locator('#summary-wide')).not.toContainText(/Total\s*R\$\s1\.140,00/);
  await expect(payButton(page)).toHaveText(/^Pagar R\$\s[\d.]+,\d\d em 12x de R\$\s85,50/);
  await page.getByRole('button', { name: 'Remover' }).click();
  await expect(payButton(page)).toHaveText(/^Pagar R\$\s[\d.]+,\d\d em 12x de R\$\s95,00/);
  await expect(page.locator('#summary-wide')).not.toContainText(/R\$\s1\.026,00/);
});

journey('a voucher of the link that was taken away stays away, on whatever page', deep, async (buyer) => {
  const { page, at } = buyer;
  await reachPayment(buyer, '/?product=ms&voucher=black-friday');
  await expect(payButton(page)).toHaveText(/^Pagar R\$\s[\d.]+,\d\d em 12x de R\$\s85,00/);
  await page.getByRole('button', { name: 'Remover' }).click();
  await expect(payButton(page)).toHaveText(/^Pagar R\$\s[\d.]+,\d\d em 12x de R\$\s95,00/);
  await page.goto(at('/payment?product=ms&voucher=black-friday'));
  await expect(payButton(page)).toHaveText(/^Pagar R\$\s[\d.]+,\d\d em 12x de R\$\s95,00/);
  await page.goto(at('/lead?product=ms&voucher=black-friday'));
  await expect(page.locator('body')).not.toContainText(/R\$\s1\.020,00/);
});

journey('a voucher is paid with: the charge is the lower price, to the cent', deep, async (buyer) => {
  const { page, email, world } = buyer;
  await reachPayment(buyer, '/?product=ms&voucher=black-friday');
  await expect(page.locator('#summary-wide')).toContainText(/R\$\s1\.020,00/);
  await expect(payButton(page)).toHaveText(/^Pagar R\$\s[\d.]+,\d\d em 12x de R\$\s85,00/);
  await payByCard(buyer, cards.approved);
  await page.waitForURL('**/success?**');
  await expect(page.locator('dl')).toContainText(/R\$\s1\.020,00/);
  expect(await world.charges()).toMatchObject([{ amount: 102_000, captured: 102_000 }]);
  expect((await world.records(email)).orders).toMatchObject([{ total: 102_000, received: 102_000 }]);
});

journey(
  'a voucher of one use goes to who pays first; the others see the new price, and nothing typed is lost',
  { ...deep, timeout: 120_000 },
  async (buyer) => {
    const { page, at, email, world, person } = buyer;
    const link = '/?product=wup&voucher=so-uma-vez';
    await reachPayment(buyer, link);
    await choose(page, 'credit-card');
    await typeCard(buyer, cards.approved);
    await acceptTerms(page);
    const [quick, late] = [await person(), await person()];
    for (const other of [quick, late]) {
      await reachPayment({ page: other, at, email: `other-${email}` }, link);
      await expect(other.locator('#summary-wide')).toContainText(/R\$\s1\.040,00/);
      await choose(other, 'pix');
      await type(other.locator('input[name="pix.document"]'), buyerCpf);
      await acceptTerms(other);
    }
    await payButton(quick).click();
    await quick.waitForURL('**/pix?**');
    await world.payPix({ code: await codeOf(quick) });
    await quick.waitForURL('**/success?**');

    // At once: the word is gone.
    await page.bringToFront();
    await payButton(page).click();
    await expect(
      said(page, 'O cupom acabou antes desta compra. Confira o novo valor; nada foi cobrado.'),
    ).toBeVisible();
    await expect(payButton(page)).toHaveText(/^Pagar R\$\s[\d.]+,\d\d em 12x de R\$\s95,00/);
    await expect(page.locator('#summary-wide')).toContainText(/R\$\s1\.140,00/);
    const frame = await cardFrame(buyer);
    await expect(frame.locator('#cc-number')).toHaveValue('4111 1111 1111 1111');
    await expect(page.locator('input[name="card.document"]')).toHaveValue(buyerCpf);
    await expect(page.locator('input[name=terms]')).toBeChecked();
    expect(await world.charges()).toMatchObject([{ company: 'pix-bank', captured: 104_000 }]);
    await payButton(page).click();
    await page.waitForURL('**/success?**');
    expect((await world.records(email)).orders).toMatchObject([{ total: 114_000, received: 114_000 }]);

    // Later: the price that the page shows has had its time.
    await world.advance(3_600);
    await late.bringToFront();
    await payButton(late).click();
    await expect(
      said(
        late,
        'O preço mudou enquanto esta página estava aberta. Confira o novo valor e pague de novo; nada foi cobrado.',
      ),
    ).toBeVisible();
    await expect(payButton(late)).toHaveText(/R\$\s1\.140,00/);
    await expect(late.locator('#summary-wide')).toContainText(/R\$\s1\.140,00/);
    await expect(late.locator('input[name="pix.document"]')).toHaveValue(buyerCpf);
    expect((await world.charges()).length).toBe(2);
    await payButton(late).click();
    await late.waitForURL('**/pix?**');
  },
);

journey('a tab pays the price that it shows, whatever another tab shows', deep, async (buyer) => {
  const { page, at, email, world, context } = buyer;
  await reachPayment(buyer);
  await choose(page, 'credit-card');
  await typeCard(buyer, cards.approved);
  await acceptTerms(page);
  const other = await context.newPage();
  await other.goto(at('/payment?product=wup'));
  await alive(other);
  await other.locator('summary', { hasText: 'Tenho um cupom' }).click();
  await type(other.locator('input[name=voucher]'), 'boas-vindas');
  await other.keyboard.press('Enter');
  await expect(other.getByText(/você economiza R\$\s114,00/)).toBeVisible();
  await page.bringToFront();
  await expect(payButton(page)).toHaveText(/^Pagar R\$\s[\d.]+,\d\d em 12x de R\$\s95,00/);
  await payButton(page).click();
  await page.waitForURL('**/success?**');
  await expect(page.locator('dl')).toContainText(/R\$\s1\.140,00/);
  expect(await world.charges()).toMatchObject([{ captured: 114_000 }]);
  expect((await world.records(email)).attempts).toEqual(['card captured']);
});

journey('a page open past its quote’s expiry still pays at an unchanged price', deep, async (buyer) => {
  const { page, email, world } = buyer;
  await reachPayment(buyer);
  await choose(page, 'pix');
  await type(page.locator('input[name="pix.document"]'), buyerCpf);
  await acceptTerms(page);
  await world.advance(2 * 3_600);
  await payButton(page).click();
  await page.waitForURL('**/pix?**');
  await world.payPix({ code: await codeOf(page) });
  await page.waitForURL('**/success?**');
  expect((await world.records(email)).orders).toMatchObject([{ state: 'paid', total: 114_000 }]);
});

journey('installments with interest name number, value, total and rate, and are charged so', async (buyer) => {
  const { page, email, world } = buyer;
  await reachPayment(buyer, '/?product=wup&planId=wup-semester-t');
  const options = await page.locator('select[name="card.installments"] option').allInnerTexts();
  expect(options).toHaveLength(10);
  expect(options[0]).toMatch(/^1x de R\$\s714,00 à vista$/);
  expect(options[9]).toMatch(/^10x de R\$\s\d+,\d\d com juros de 1,99% ao mês · total R\$\s\d+,\d\d$/);
  const total = Number(/total R\$\s([\d.]+,\d\d)/.exec(options[9] ?? '')?.[1]?.replaceAll(/[.,]/g, ''));
  await choose(page, 'credit-card');
  await typeCard(buyer, cards.approved);
  await page.locator('select[name="card.installments"]').selectOption('10');
  await acceptTerms(page);
  await payButton(page).click();
  await page.waitForURL('**/success?**');
  expect(await world.charges()).toMatchObject([{ captured: total }]);
  expect((await world.records(email)).ledger).toEqual([
    'capture-principal 71400',
    `capture-interest ${total - 71_400}`,
  ]);
});
