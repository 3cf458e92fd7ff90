import type { Page } from '@playwright/test';
import { deep } from '#tests/support/depth.ts';
import { axeInBothModes } from '#tests/support/browser/axe.ts';
import { axeJourneyOptions } from '#tests/support/browser/collect-axe-findings.ts';
import {
  acceptTerms,
  alive,
  buyerCpf,
  cards,
  choose,
  codeOf,
  orderPix,
  payButton,
  payByCard,
  reachPayment,
  type,
  typeLead,
} from '#tests/support/browser/purchase-steps.ts';
import { expect, journey, type Journey } from '#tests/support/browser/journey.ts';

const link = '/?product=ms&flowId=upsell&seller=ana';
const subscription = '/?product=ms&flowId=upsell-subscription&seller=ana';

/** Buys the flow's own course by Pix; ends where its buyer goes on. */
async function buyFirst(buyer: Journey, from: string, next: string): Promise<void> {
  await reachPayment(buyer, from);
  await orderPix(buyer.page);
  await buyer.world.payPix({ code: await codeOf(buyer.page) });
  await buyer.page.waitForURL(`**${next}?**`);
}

function answer(page: Page, value: 'accept' | 'decline') {
  return page.locator(`button[name=upsell][value=${value}]`);
}

journey(
  'an offer on the success page is taken, paid by card, and both courses are there',
  axeJourneyOptions,
  async (buyer) => {
    const { page, email, world } = buyer;
    await buyFirst(buyer, link, '/success');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pagamento confirmado, Maria!');
    await expect(page.getByRole('heading', { level: 2, name: 'Leve também Wise Up Online' })).toBeVisible();
    await expect(page.getByText('50% de desconto')).toBeVisible();
    await expect(page.locator('script')).toHaveCount(0);
    expect(await axeInBothModes(page)).toEqual([]);

    // Two presses are one answer.
    await answer(page, 'accept').dblclick();
    await page.waitForURL('**/payment/upsell?**');
    await alive(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pagamento de Wise Up Online');
    await expect(page.getByRole('link', { name: 'Voltar' })).toBeVisible();
    expect(await axeInBothModes(page)).toEqual([]);
    await payByCard(buyer, cards.approved);
    await page.waitForURL('**/success/upsell?**');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Duas matrículas confirmadas, Maria!');
    expect(await axeInBothModes(page)).toEqual([]);

    expect(await world.charges()).toMatchObject([
      { company: 'acquirer', captured: 57_000, refunded: 0 },
      { company: 'pix-bank', captured: 114_000, refunded: 0 },
    ]);
    expect(await world.records(email)).toMatchObject({
      orders: [
        { state: 'paid', total: 114_000, seller: 'ana' },
        { state: 'paid', total: 57_000, seller: 'ana' },
      ],
      ledger: ['capture-principal 114000', 'capture-principal 57000'],
      grants: 2,
      breaks: [],
    });
    await expect
      .poll(async () => (await world.mails(email)).map(({ subject }) => subject).toSorted())
      .toEqual(expect.arrayContaining(['Pagamento confirmado: Wise Up Online', 'Pagamento confirmado: meuSucesso']));

    // Back finds nothing to pay a second time.
    await page.goBack();
    await page.waitForURL('**/success/upsell?**');
    await page.getByRole('button', { name: 'Acessar Wise Up Online' }).click();
    await page.waitForURL(`${buyer.product.sandbox}/school/wise-up/**`);
  },
);

journey(
  'an offer that is turned down is not made again',
  { ...deep, viewport: { width: 360, height: 740 } },
  async (buyer) => {
    const { page, world } = buyer;
    await buyFirst(buyer, link, '/success');
    await answer(page, 'decline').click();
    await expect(answer(page, 'accept')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Acessar meu curso' })).toBeVisible();
    await page.reload();
    await expect(answer(page, 'accept')).toHaveCount(0);
    expect(await world.charges()).toHaveLength(1);
  },
);

journey(
  'the slip of an offer is shown where both are thanked for, and its money is waited for',
  deep,
  async (buyer) => {
    const { page, email, world } = buyer;
    await buyFirst(buyer, link, '/success');
    await answer(page, 'accept').click();
    await page.waitForURL('**/payment/upsell?**');
    await alive(page);
    await choose(page, 'bankslip');
    // Nobody types twice what they gave for the first purchase.
    await expect(page.locator('input[name="bank-slip.document"]')).toHaveValue(buyerCpf);
    await acceptTerms(page);
    await payButton(page).click();
    await page.waitForURL('**/success/upsell?**');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Falta pagar o boleto até \d\d\/\d\d$/);
    const line = await codeOf(page);

    const other = await buyer.context.newPage();
    await other.goto(page.url().replace('/success/upsell', '/success'));
    await expect(other.getByText('Wise Up Online espera o pagamento')).toBeVisible();
    await other.close();

    await world.paySlip({ line });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Duas matrículas confirmadas, Maria!');
    expect(await world.records(email)).toMatchObject({
      orders: [{ state: 'paid' }, { state: 'paid', total: 57_000 }],
      grants: 2,
      breaks: [],
    });
  },
);

journey(
  'a subscription that is offered has its own theme, no logo, a banner and a welcome',
  { ...deep, ...axeJourneyOptions, viewport: { width: 360, height: 740 } },
  async (buyer) => {
    const { page, world } = buyer;
    await buyFirst(buyer, subscription, '/upsell-payment');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Leve também Wise Up Online');
    await expect(page.locator('header img')).toHaveCount(0);
    const banner = page.getByText('Atendimento: Ana Prado');
    const gold = await banner.evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(gold).not.toBe('rgba(0, 0, 0, 0)');
    expect(await axeInBothModes(page)).toEqual([]);
    await answer(page, 'accept').click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Assine Wise Up Online');
    await alive(page);
    // The frame of the card fields wears the same looks as the page around it.
    await expect(page.locator('iframe').first()).toHaveAttribute('src', /theme=meusucesso\.upsell%24dark/);
    expect(await axeInBothModes(page)).toEqual([]);
    await orderPix(page);
    await world.payPix({ code: await codeOf(page) });
    await page.waitForURL('**/subscription-welcome?**');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Boas-vindas, Maria!');
    await expect(
      page.getByText(
        /^Plano anual: 12 meses de acesso\. Não renova sozinho: antes de .* só paga se quiser continuar\.$/,
      ),
    ).toBeVisible();
    expect(await axeInBothModes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Acessar meu curso' }).click();
    await page.waitForURL(`${buyer.product.sandbox}/school/wise-up/**`);
  },
);

journey(
  'an offer without JavaScript is declined, accepted later, and paid',
  { ...deep, javaScriptEnabled: false },
  async (buyer) => {
    const { page, at, email, world } = buyer;
    const pay = async (): Promise<void> => {
      await page.locator('label:has(input[value=pix])').click();
      await type(page.locator('input[name="pix.document"]'), buyerCpf);
      await acceptTerms(page);
      await payButton(page).click();
      await page.waitForURL('**/pix?**');
      await world.payPix({ code: await codeOf(page) });
    };
    await page.goto(at(subscription));
    await typeLead(page, { email });
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.waitForURL('**/payment?**');
    await pay();
    await expect.poll(async () => (await world.records(email)).grants).toBe(1);
    await page.reload();
    await page.waitForURL('**/upsell-payment?**');
    await answer(page, 'decline').click();
    await page.waitForURL('**/subscription-welcome?**');
    await page.goBack();
    await answer(page, 'accept').click();
    await page.waitForURL('**/upsell-payment?**');
    await pay();
    await expect.poll(async () => (await world.records(email)).grants).toBe(2);
    await page.reload();
    await page.waitForURL('**/subscription-welcome?**');
    await expect(page.getByText('Além de meuSucesso, agora você tem Wise Up Online: Plano anual.')).toBeVisible();
  },
);
