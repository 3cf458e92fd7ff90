import { deep } from '#tests/support/depth.ts';
import { axeInBothModes } from '#tests/support/browser/axe.ts';
import { axeJourneyOptions } from '#tests/support/browser/collect-axe-findings.ts';
import {
  alive,
  cards,
  codeOf,
  orderPix,
  orderSlip,
  openAccountPageAsBuyer,
  reachPayment,
  type,
  typeCard,
} from '#tests/support/browser/purchase-steps.ts';
import { expect, journey, type Journey, type JourneyOptions } from '#tests/support/browser/journey.ts';
import { operatorHeaders } from '#tests/support/fixtures/two-buyers.server.ts';

/** Buys by Pix; answers the links of the receipt. */
async function receiptOf(buyer: Journey, path = '/?product=wup'): Promise<readonly string[]> {
  const { page, world, email } = buyer;
  await reachPayment(buyer, path);
  await orderPix(page);
  await world.payPix({ code: await codeOf(page) });
  await page.waitForURL('**/success?**');
  const receipt = async () =>
    (await world.mails(email)).find(({ links }) => links.some((one) => one.includes('/withdraw/')));
  await expect.poll(async () => (await receipt()) !== undefined).toBe(true);
  return (await receipt())?.links ?? [];
}

const linkTo = (links: readonly string[], part: string): string => links.find((one) => one.includes(part)) ?? '';

journey(
  'a buyer cools off by the receipt’s link, once, without a script, and is refunded',
  axeJourneyOptions,
  async (buyer) => {
    const { world, email, person } = buyer;
    const links = await receiptOf(buyer);
    // Somewhere else, with nothing but the letter.
    const page = await person();
    await page.goto(linkTo(links, '/withdraw/'));
    expect(new URL(page.url()).searchParams.get('t')).toBeNull();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Desistir da compra');
    await expect(page.locator('script')).toHaveCount(0);
    await expect(page.getByText('Pix', { exact: true })).toBeVisible();
    expect(await axeInBothModes(page)).toEqual([]);
    const here = page.url();
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: /^Desistir e receber R\$.1\.140,00 de volta$/ }).press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Desistência confirmada');
    await expect(page.getByText('Estamos devolvendo')).toBeVisible();
    expect(await axeInBothModes(page)).toEqual([]);
    await expect.poll(async () => (await world.charges()).map(({ refunded }) => refunded)).toEqual([114_000]);
    // The bank's word of it is on its way, and this page looks only when it is opened.
    await expect.poll(async () => (await world.records(email)).orders[0]?.state).toBe('refunded');
    await page.goto(here);
    await expect(page.getByText('Já devolvido.')).toBeVisible();
    expect(page.url()).toBe(here);
    await expect
      .poll(async () => (await world.mails(email)).map(({ subject }) => subject).join('|'))
      .toContain('Desistência confirmada');
    expect(await world.records(email)).toMatchObject({
      orders: [{ state: 'refunded' }],
      ledger: ['capture-principal 114000', 'refund-principal 114000'],
      breaks: [],
    });
    // The way into the course is shut: its old link asks, and opens nothing.
    await page.goto(linkTo(links, '/access'));
    // What a page tells of itself as it is left is posted too.
    const opened = page.waitForResponse(
      (answer) => answer.request().method() === 'POST' && new URL(answer.url()).pathname === '/access',
    );
    await page.locator('main form button').click();
    expect((await opened).status()).toBe(404);
    const stranger = await person();
    expect((await stranger.goto(here))?.status()).toBe(404);
  },
);

journey(
  'a buyer finds purchases, documents and data on the account page, and erases the data',
  axeJourneyOptions,
  async (buyer) => {
    const { world, email, person, at } = buyer;
    const links = await receiptOf(buyer);
    expect(linkTo(links, '/my-purchases/')).toMatch(/\/my-purchases\/pag_[\w-]{22}\?.*t=[\w-]{43}/);

    // Asked for again by an address, elsewhere; whether it is known nobody is told.
    const page = await person();
    const before = (await world.mails(email)).length;
    await page.goto(at('/my-purchases?product=wup'));
    expect(await axeInBothModes(page)).toEqual([]);
    await type(page.locator('input[name=email]'), email);
    await page.getByRole('button', { name: 'Enviar o link' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Confira o seu e-mail');
    await expect.poll(async () => (await world.mails(email)).length).toBe(before + 1);
    const [mail] = (await world.mails(email)).filter(({ subject }) => subject.startsWith('Suas compras'));
    await page.goto(linkTo(mail?.links ?? [], '/my-purchases/'));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Minhas compras');
    await expect(page.getByText('Maria, estas são as suas compras')).toBeVisible();
    expect(await axeInBothModes(page)).toEqual([]);
    const home = page.url();
    const receipt = await page.request.get(
      at((await page.getByRole('link', { name: /^Recibo/ }).getAttribute('href')) ?? ''),
    );
    expect([receipt.status(), receipt.headers()['content-type']]).toEqual([200, 'application/pdf']);

    await page.getByRole('link', { name: 'Baixar ou apagar os meus dados' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Meus dados');
    expect(await axeInBothModes(page)).toEqual([]);
    const file = await page.request.get(
      at((await page.getByRole('link', { name: 'Baixar os meus dados' }).getAttribute('href')) ?? ''),
    );
    expect(await file.text()).toContain(email);
    await page.getByRole('button', { name: 'Quero apagar os meus dados' }).click();
    await expect(page.getByText('link que confirma')).toBeVisible();
    const asked = async () => (await world.mails(email)).find(({ subject }) => subject.startsWith('Confirme'));
    await expect.poll(async () => (await asked()) !== undefined).toBe(true);
    await page.goto(linkTo((await asked())?.links ?? [], '/erase'));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Apagar os meus dados');
    expect(await axeInBothModes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Apagar os meus dados' }).click();
    await expect(page.getByText('Marque para confirmar')).toBeVisible();
    await page.getByLabel('Entendi e quero apagar os meus dados').check();
    await page.getByRole('button', { name: 'Apagar os meus dados' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Seus dados foram apagados');
    expect((await world.records(email)).orders).toEqual([]);
    await page.goto(home);
    await expect(page.getByText('Este link não abre mais')).toBeVisible();
  },
);

// Somebody has to pay it out: the log calls for them.
const byHand = {
  ...axeJourneyOptions,
  allow: [...(axeJourneyOptions.allow ?? []), 'server error'],
} satisfies JourneyOptions;

journey(
  'a buyer who paid a slip names the account for the refund, without a script',
  { ...byHand, ...deep },
  async (buyer) => {
    const { page: shop, world, email, context, product } = buyer;
    await reachPayment(buyer, '/?product=wup');
    await orderSlip(shop);
    await world.paySlip({ line: await codeOf(shop) });
    const receipt = async () =>
      (await world.mails(email)).find(({ links }) => links.some((one) => one.includes('/withdraw/')));
    await expect.poll(async () => (await receipt()) !== undefined).toBe(true);

    const plain = await context
      .browser()
      ?.newContext({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });
    const page = await plain?.newPage();
    if (!plain || !page) throw new Error('There is no browser');
    await page.goto(linkTo((await receipt())?.links ?? [], '/withdraw/'));
    await expect(page.getByText('Este meio não aceita devolução automática')).toBeVisible();
    await page.getByRole('button', { name: /^Desistir e receber/ }).click();
    await expect(page.getByRole('heading', { name: 'Onde você quer receber?' })).toBeVisible();
    await page.getByLabel('Chave Pix').fill('123');
    await page.getByRole('button', { name: 'Salvar onde receber' }).click();
    await expect(page.getByText('Revise a chave Pix')).toBeVisible();
    await expect(page.getByLabel('Chave Pix')).toHaveValue('123');
    await page.getByLabel('Chave Pix').fill(email);
    await page.getByRole('button', { name: 'Salvar onde receber' }).click();
    await expect(page.getByText(/Pagamos em até 5 dias úteis em \S•••@/)).toBeVisible();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(360);
    await plain.close();
    expect((await world.records(email)).orders).toMatchObject([{ state: 'paid' }]);
    // A job of its own hands it to a person, and calls for them: in this journey, not in the next one.
    const list = async () => (await fetch(`${product.checkout}/api/v1/payouts`, { headers: operatorHeaders })).text();
    await expect.poll(list).toContain(email);
  },
);

journey(
  'a buyer sees what is charged next and by what, and ends a subscription by one press',
  { ...axeJourneyOptions, ...deep },
  async (buyer) => {
    const { page, world } = buyer;
    const here = await openAccountPageAsBuyer(buyer);
    await page.getByRole('link', { name: 'Cadastrar um cartão' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Trocar o cartão');
    await alive(page);
    expect(await axeInBothModes(page)).toEqual([]);
    await expect(page.getByText(/^Próxima cobrança: R\$.*Nada é cobrado agora/)).toBeVisible();
    // Nothing leaves without the box ticked, and nothing that was typed is lost.
    await typeCard(buyer, cards.approved);
    await expect(page.getByRole('checkbox')).not.toBeChecked();
    await expect(page.getByText(/^Renovar sozinho neste cartão \(R\$.*a partir de \d\d\/\d\d\/\d{4}/)).toBeVisible();
    await page.getByRole('button', { name: 'Salvar este cartão' }).click();
    await expect(page.getByText(/^Marque a autorização do cartão/).first()).toBeVisible();
    await page.getByRole('checkbox').click();
    await page.getByRole('button', { name: 'Salvar este cartão' }).click();
    await expect(page.getByText('Cartão trocado: ele vale a partir da próxima cobrança')).toBeVisible();
    await expect(page.getByText('Visa final 1111, validade 08/31', { exact: true })).toBeVisible();
    expect(await world.charges()).toEqual([]);
    await page.goto(here);
    await page.getByRole('button', { name: 'Cancelar a assinatura' }).click();
    await expect(page.getByText('Assinatura cancelada: nada mais será cobrado')).toBeVisible();
    await expect(page.getByText(/^Cancelada: o acesso vai até/)).toBeVisible();
  },
);
