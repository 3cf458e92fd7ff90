import { axeJourneyOptions } from '#tests/support/browser/collect-axe-findings.ts';
import {
  cure,
  expectAccessible,
  expectExplained,
  expectSaid,
  findSale,
  goOnByLink,
  moreActs,
  signIn,
  timed,
} from '#tests/support/browser/console-steps.ts';
import { expect, journey, type JourneyOptions } from '#tests/support/browser/journey.ts';
import { deep } from '#tests/support/depth.ts';
import { buyByApi, expectState } from '#tests/support/fixtures/api-sale.server.ts';

// Milliseconds of the plan's table of jobs, from the sale's page to the message that it is done.
const resentWithin = 30_000;
const correctedWithin = 120_000;
const renewedWithin = 30_000;
const answeredWithin = 60_000;
const refundedWithin = 60_000;
const returnedWithin = 60_000;

const options: JourneyOptions = { ...axeJourneyOptions, ...deep, timeout: 240_000 };

journey('Keys alone find a sale, send its access again and refund a part of it', options, async (buyer) => {
  const sale = await buyByApi(buyer.product, { email: buyer.email });
  await buyer.world.payPix({ code: sale.code ?? '' });
  await expectState(sale, 'paid');
  await expect.poll(async () => (await buyer.world.mails(buyer.email)).length).toBe(1);

  const page = await signIn(buyer, 'Ana', '/');
  await findSale(page, 'J1', buyer.email, sale);
  await expectExplained(page, 'paid');
  await expectAccessible(page);

  await timed('J2, access sent again', resentWithin, async () => {
    await page.keyboard.press('r');
    await expect(page.getByRole('dialog', { name: 'Reenviar acesso' })).toBeVisible();
    await page.keyboard.press('Control+Enter');
    await expectSaid(page, 'E-mail de acesso reenviado');
  });
  await expect.poll(async () => (await buyer.world.mails(buyer.email)).length).toBe(2);

  const sheet = page.getByRole('dialog', { name: 'Estornar' });
  await timed('J5, a part refunded', refundedWithin, async () => {
    await page.keyboard.press('e');
    await expect(sheet.getByRole('cell', { name: 'Pix' })).toBeVisible();
    await expect(async () => {
      await page.keyboard.press('Tab');
      await expect(sheet.getByRole('radio', { name: 'Tudo o que resta' })).toBeFocused({ timeout: 50 });
    }).toPass();
    await page.keyboard.press('ArrowDown');
    await expect(sheet.getByLabel('Quanto volta')).toBeVisible();
    await expect(async () => {
      await page.keyboard.press('Tab');
      await expect(sheet.getByLabel('Quanto volta')).toBeFocused({ timeout: 50 });
    }).toPass();
    await page.keyboard.type('10,00');
    await expect(sheet.getByText('Continua paga')).toBeVisible();
    await page.keyboard.press('Control+Enter');
    await expectSaid(page, '10,00 voltando ao comprador');
  });
  await expectExplained(page, /^refund/);
  await expect.poll(() => buyer.world.charges()).toMatchObject([{ company: 'pix-bank', refunded: 1_000 }]);
});

journey(
  'A mistyped address: the sale says that the e-mail bounced, the right one gets it, and the sale is only paid then',
  options,
  async (buyer) => {
    const sale = await buyByApi(buyer.product, { email: `unknown-${buyer.email}` });
    await buyer.world.payPix({ code: sale.code ?? '' });
    await expectState(sale, 'paid');

    const page = await signIn(buyer, 'Ana', '/');
    await timed('J1, a bounced e-mail cured', correctedWithin, async () => {
      await findSale(page, 'J1', `pedido ${sale.number}`, sale);
      await timed('J1, a bounced e-mail explained', answeredWithin, () =>
        expectExplained(page, 'access-email-bounced'),
      );
      await expect(page.locator('[data-rule]')).toContainText('550');
      await cure(page, 'Corrigir e-mail');
      const sheet = page.getByRole('dialog', { name: 'Corrigir e-mail' });
      await sheet.getByLabel('E-mail certo').fill(buyer.email);
      await sheet.getByLabel('Motivo').fill('atendimento 4711');
      await page.keyboard.press('Control+Enter');
      await expectSaid(page, 'E-mail corrigido; compras alcançadas: 1');
      await expect
        .poll(async () => (await buyer.world.mails(buyer.email)).map(({ subject }) => subject))
        .toEqual(['Pagamento confirmado: Wise Up Online']);
    });
    await expectExplained(page, 'paid');
    await expect(page.getByText('corrigiu o e-mail').first()).toBeVisible();
    await expectAccessible(page);
  },
);

journey('A Pix that has expired: the new code is read out, paid, and the sale is paid', options, async (buyer) => {
  const sale = await buyByApi(buyer.product, { email: buyer.email });
  await buyer.world.advance(3 * 86_400);
  const page = await signIn(buyer, 'Ana', '/');
  await findSale(page, 'J3', sale.code ?? '', sale);
  await timed('J3, explained', answeredWithin, () => expectExplained(page, /^(?:code-expired|time-over-not-closed)$/));

  const sheet = page.getByRole('dialog', { name: 'Segunda via' });
  const code = sheet.locator('code');
  await timed('J3, a new code', renewedWithin, async () => {
    await cure(page, 'Gerar novo código');
    await sheet.getByRole('button', { name: 'Gerar segunda via' }).click();
    await expect(code).toHaveText(/^000201/);
  });
  await expect(sheet).toContainText('1.140,00');
  await expectAccessible(page);
  await buyer.world.payPix({ code: await code.innerText() });
  await expectState(sale, 'paid');
  await page.keyboard.press('Escape');
  await expectExplained(page, /^paid/);
});

journey(
  'A refused card: the reason stands in words, and the purchase goes on from a short link on a phone',
  options,
  async (buyer) => {
    const sale = await buyByApi(buyer.product, {
      email: buyer.email,
      tenders: [{ method: 'credit-card', number: '5200000000001120' }],
    });
    const page = await signIn(buyer, 'Ana', '/', { viewport: { width: 360, height: 740 } });
    await page.goto(`${buyer.product.console}/sales/${sale.id}`);
    const sheet = page.getByRole('dialog', { name: 'Link da compra' });
    const url = await timed('J4, a refused card answered', answeredWithin, async () => {
      // The second rule where somebody has tried this card before.
      await expectExplained(page, /^(?:declined-never-again|blocked-by-card-rules)$/);
      await expect(page.locator('[data-rule]')).toContainText(/este cartão .*não pode ser tentado|não deixam tentar/);
      await cure(page, 'Link para pagar');
      await sheet.getByRole('button', { name: 'Criar link curto' }).click();
      return sheet.locator('code').innerText();
    });
    expect(url).toMatch(/\/r\/\w+/);
    await expectAccessible(page);

    await buyer.world.payPix({ code: await goOnByLink(buyer, url) });
    await page.keyboard.press('Escape');
    await expectExplained(page, 'paid-after-tries');
  },
);

journey(
  'A purchase paid by card and Pix: the refund names what goes back by each before it is sent',
  options,
  async (buyer) => {
    const sale = await buyByApi(buyer.product, {
      email: buyer.email,
      tenders: [
        { method: 'credit-card', amount: 70_000 },
        { method: 'pix', amount: 44_000 },
      ],
    });
    await buyer.world.payPix({ code: sale.code ?? '' });
    await expectState(sale, 'paid');
    const page = await signIn(buyer, 'Ana', `/sales/${sale.id}`);
    await expectExplained(page, 'paid-by-several');
    const sheet = page.getByRole('dialog', { name: 'Estornar' });
    await timed('J5, two ways back', refundedWithin, async () => {
      await page.keyboard.press('e');
      await expect(sheet.getByRole('row', { name: /Pix.*Em minutos.*440,00/ })).toBeVisible();
      await expect(sheet.getByRole('row', { name: /Cartão · ?1111.*Em até duas faturas.*700,00/ })).toBeVisible();
      await expect(sheet).toContainText('Fecha');
      await sheet.getByLabel('Atendimento ou detalhe').fill('atendimento 12');
      await page.keyboard.press('Control+Enter');
      await expectSaid(page, '1.140,00 voltando ao comprador');
    });
    await expectExplained(page, 'refunded');
    const back = (await buyer.world.charges()).map(({ refunded }) => refunded);
    expect(back.toSorted((one, other) => one - other)).toEqual([44_000, 70_000]);
    await expectAccessible(page);
  },
);

journey('A purchase returned within seven days, at the buyer’s word, ends with its access', options, async (buyer) => {
  const sale = await buyByApi(buyer.product, { email: buyer.email });
  await buyer.world.payPix({ code: sale.code ?? '' });
  await expectState(sale, 'paid');
  const page = await signIn(buyer, 'Ana', `/sales/${sale.id}`);
  await expectExplained(page, 'paid');
  const sheet = page.getByRole('dialog', { name: 'Arrependimento' });
  await timed('J6, a purchase returned', returnedWithin, async () => {
    await moreActs(page, 'Arrependimento');
    await expect(sheet.locator('[data-state=open]')).toContainText('Está no prazo');
    await sheet.getByLabel('Onde está o pedido da pessoa').fill('https://atendimento.example/4711');
    await sheet.getByRole('button', { name: 'Devolver a compra' }).click();
    await expectSaid(page, 'Compra devolvida');
  });
  await expectExplained(page, 'refunded-cooling-off');
  await expect(page.getByRole('region', { name: 'Acesso' })).toContainText('Fechado');
  await expectAccessible(page);
});
