import { axeJourneyOptions } from '#tests/support/browser/collect-axe-findings.ts';
import {
  expectAccessible,
  expectExplained,
  expectSaid,
  moreActs,
  signIn,
  timed,
} from '#tests/support/browser/console-steps.ts';
import { expect, journey, type JourneyOptions } from '#tests/support/browser/journey.ts';
import { deep } from '#tests/support/depth.ts';
import { buyByApi, courses, expectState } from '#tests/support/fixtures/api-sale.server.ts';

// Milliseconds of the plan's table of jobs.
const askedWithin = 60_000;
const decidedWithin = 30_000;
const lookedUpWithin = 300_000;
const erasedWithin = 300_000;

const options: JourneyOptions = { ...axeJourneyOptions, ...deep, timeout: 240_000 };

journey('A refund above the limit waits for a second person, who sees it all and approves', options, async (buyer) => {
  const sale = await buyByApi(buyer.product, {
    email: buyer.email,
    course: courses.businessSchool,
    tenders: [{ method: 'credit-card' }],
  });
  await expectState(sale, 'paid');
  const ana = await signIn(buyer, 'Ana', `/sales/${sale.id}`);
  const reason = `atendimento ${sale.number}`;
  await timed('J5, a refund asked of a second person', askedWithin, async () => {
    await ana.keyboard.press('e');
    const sheet = ana.getByRole('dialog', { name: 'Estornar' });
    await expect(sheet.locator('[data-state=needs-second]')).toContainText('Bia Ramos');
    await sheet.getByLabel('Atendimento ou detalhe').fill(reason);
    await sheet.getByRole('button', { name: /^Pedir estorno de/ }).click();
    await expectSaid(ana, 'espera uma segunda pessoa');
  });
  await expectExplained(ana, 'refund-waits-for-second-person');
  await expect(ana.locator('[data-rule]')).toContainText('pedido por Ana Souza');
  await ana.goto(`${buyer.product.console}/approvals`);
  await expect(ana.getByRole('button', { name: 'Aprovar', exact: true })).toHaveCount(0);

  const bia = await signIn(buyer, 'Bia', '/', { viewport: { width: 360, height: 740 } });
  await timed('J23, a refund approved', decidedWithin, async () => {
    await bia.getByRole('link', { name: /esperam? a sua aprovação/ }).click();
    const request = bia.getByRole('article').filter({ hasText: reason });
    await expect(request).toContainText('Ana Souza');
    await request.getByRole('button', { name: 'Aprovar', exact: true }).click();
    await expectSaid(bia, 'Aprovado');
  });
  await expectAccessible(bia);
  await ana.goto(`${buyer.product.console}/sales/${sale.id}`);
  await expectExplained(ana, 'refunded');
  await expect(ana.getByRole('button', { name: /Estorno de 7\.188,00: .*Bia Ramos/ })).toBeVisible();
  await expect.poll(() => buyer.world.charges()).toMatchObject([{ refunded: sale.total }]);
});

journey('An auditor finds who looked at a buyer, why, and that the log is whole', options, async (buyer) => {
  const sale = await buyByApi(buyer.product, { email: buyer.email });
  const ana = await signIn(buyer, 'Ana', `/sales/${sale.id}`);
  const reason = `conferir o documento, pedido ${sale.number}`;
  const data = ana.getByRole('region', { name: 'Comprador' });
  await expect(data).not.toContainText(buyer.email);
  await data.getByRole('button', { name: 'Mostrar dados' }).click();
  const sheet = ana.getByRole('dialog', { name: 'Mostrar os dados do comprador' });
  await sheet.getByLabel('Por que você precisa ver?').fill(reason);
  await sheet.getByRole('button', { name: 'Mostrar dados' }).click();
  await expect(data).toContainText(buyer.email);
  await expectAccessible(ana);

  const gil = await signIn(buyer, 'Gil', '/audit');
  await timed('J24, who looked at a buyer', lookedUpWithin, async () => {
    await gil.getByRole('button', { name: 'Ato', exact: true }).click();
    await gil.getByRole('option', { name: 'Dados de compradores' }).click();
    const row = gil.getByRole('row').filter({ hasText: reason });
    await expect(row).toContainText('Ana Souza');
    await expect(row).toContainText('Viu dados do comprador');
    await gil.getByRole('button', { name: 'Verificar' }).click();
    await expect(gil.getByText(/^(?:Íntegro: |Nenhum dia lacrado ainda)/)).toBeVisible();
    const file = gil.waitForEvent('download');
    await gil.getByRole('button', { name: 'Exportar tudo' }).click();
    expect((await file).suggestedFilename()).toMatch(/^\S+\.\w+$/);
  });
  await expectAccessible(gil);
});

journey(
  'A buyer’s data are handed over and erased by two people: the sale stays, without a name',
  options,
  async (buyer) => {
    const sale = await buyByApi(buyer.product, { email: buyer.email });
    await buyer.world.payPix({ code: sale.code ?? '' });
    await expectState(sale, 'paid');
    const bia = await signIn(buyer, 'Bia', `/sales/${sale.id}`);
    const proof = `respondeu pelo e-mail da compra, pedido ${sale.number}`;
    await timed('J25, exported and erased', erasedWithin, async () => {
      await moreActs(bia, 'Dados da pessoa');
      const data = bia.getByRole('dialog', { name: 'Dados da pessoa' });
      await data.getByLabel('Como a pessoa provou quem é').fill(proof);
      const file = bia.waitForEvent('download');
      await bia.keyboard.press('Control+Enter');
      expect((await file).suggestedFilename()).toMatch(/\.json$/);
      await expectSaid(bia, 'Arquivo baixado');
      await moreActs(bia, 'Apagar os dados');
      const erase = bia.getByRole('dialog', { name: 'Apagar os dados' });
      await expect(erase).toContainText('Pedidos, livros e notas fiscais ficam, sem nome');
      await erase.getByLabel('Como a pessoa provou quem é').fill(proof);
      await bia.keyboard.press('Control+Enter');
      await expectSaid(bia, 'Pedido enviado a uma segunda pessoa');

      const gil = await signIn(buyer, 'Gil', '/approvals');
      const request = gil.getByRole('article').filter({ hasText: proof });
      await expect(request).toContainText('Apagar os dados de');
      await request.getByRole('button', { name: 'Aprovar', exact: true }).click();
      await expectSaid(gil, 'Aprovado');
    });
    await expectExplained(bia, 'buyer-erased');
    await expect(bia.getByRole('button', { name: 'Corrigir e-mail' })).toHaveCount(0);
    await expect(bia.getByText('Dados do comprador apagados').first()).toBeVisible();
    await expectAccessible(bia);
    await bia.keyboard.press('/');
    await bia.keyboard.insertText(buyer.email);
    await expect(bia.getByText('Nada encontrado')).toBeVisible();
  },
);
