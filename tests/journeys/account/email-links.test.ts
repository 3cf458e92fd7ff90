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
  payButton,
  payByCard,
  type,
  settled,
} from '#tests/support/browser/purchase-steps.ts';
import { expect, journey, type Journey } from '#tests/support/browser/journey.ts';

/** Makes what a letter would bring, and follows its link. */
async function follow({ page, at, email }: Journey, kind: string, product = 'ms'): Promise<void> {
  await page.goto(at(`/samples?product=${product}`));
  await type(page.locator('input[name=email]'), email);
  await page.locator(`button[name=kind][value=${kind}]`).click();
  await page.waitForURL((url) => url.pathname !== '/samples');
  // The secret has left the address at once.
  expect(new URL(page.url()).searchParams.get('t')).toBeNull();
}

async function payByCode(page: Page, method: 'pix' | 'bankslip', field: string): Promise<void> {
  await alive(page);
  await choose(page, method);
  await expect(page.locator(`input[name="${field}"]`)).toHaveValue('');
  await type(page.locator(`input[name="${field}"]`), buyerCpf);
  await acceptTerms(page);
  await payButton(page).click();
  await page.locator('textarea').first().waitFor();
}

journey('an invoice is paid by Pix at its own address, by whoever has the link', axeJourneyOptions, async (buyer) => {
  const { page, email, world } = buyer;
  await follow(buyer, 'invoice');
  const here = new URL(page.url());
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pague sua fatura');
  await expect(page.getByText('Maria S•••')).toBeVisible();
  expect(await axeInBothModes(page)).toEqual([]);
  await payByCode(page, 'pix', 'pix.document');
  expect(new URL(page.url()).pathname).toBe(here.pathname);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pague com Pix para concluir');
  // Another way to pay is one press away, and so is the way back.
  await page.getByRole('link', { name: /outra forma/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pague sua fatura');
  await page.getByRole('link', { name: 'Ver como pagar' }).click();
  await world.payPix({ code: await codeOf(page) });
  // Nobody presses anything: the page goes on by itself.
  await page.waitForURL('**/success-invoice?**');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fatura paga');
  await expect(page.locator('script')).toHaveCount(0);
  expect(await axeInBothModes(page)).toEqual([]);
  expect(await world.records(email)).toMatchObject({
    orders: [{ state: 'paid', received: 114_000 }],
    attempts: ['pix captured'],
    ledger: ['capture-principal 114000'],
    breaks: [],
  });
  await page.goto(here.href);
  await page.waitForURL('**/success-invoice?**');
});

journey('a late invoice is paid by card, after a challenge', deep, async (buyer) => {
  const { page, world } = buyer;
  await follow(buyer, 'overdue');
  await expect(page.getByText('Esta fatura venceu')).toBeVisible();
  await payByCard(buyer, cards.challenge);
  // The page itself becomes the bank's question; pressed while the two still fade, the press gets lost.
  const bank = page.frameLocator('iframe[name=challenge]').getByRole('button', { name: 'Sou eu, confirmar' });
  await bank.waitFor();
  await settled(page);
  await bank.click();
  await page.waitForURL('**/success-invoice?**');
  expect(await world.charges()).toMatchObject([{ company: 'acquirer', captured: 114_000, refunded: 0 }]);
});

journey(
  'a purchase is resumed by a slip, whose e-mail leads back to it',
  { ...deep, ...axeJourneyOptions, viewport: { width: 360, height: 740 } },
  async (buyer) => {
    const { page, email, world, person } = buyer;
    await follow(buyer, 'recovery');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Termine sua matrícula em meuSucesso');
    expect(await axeInBothModes(page)).toEqual([]);
    await payByCode(page, 'bankslip', 'bank-slip.document');
    expect(await axeInBothModes(page)).toEqual([]);
    const line = await codeOf(page);
    const document = await page.locator('a[href^="/documents/"]').first().getAttribute('href');
    expect((await page.request.get(buyer.at(document ?? ''))).headers()['content-type']).toBe('application/pdf');
    // Whoever finds the letter on another machine finds the slip.
    await expect.poll(async () => (await world.mails(email)).length).toBe(1);
    const [message] = await world.mails(email);
    const link = message?.links.find((href) => href.includes('/recovery/'));
    const other = await person();
    await other.goto(link ?? '');
    await expect(other.locator('textarea').first()).toHaveValue(line);
    expect((await other.request.get(buyer.at(document ?? ''))).status()).toBe(200);
    const stranger = await person();
    expect((await stranger.request.get(buyer.at(document ?? ''))).status()).toBe(404);

    await world.paySlip({ line });
    for (const one of [page, other])
      await expect(one.getByRole('heading', { level: 1 })).toHaveText('Pagamento confirmado, Maria!');
    // The way into the course is in the letter, not behind this link.
    await expect(page.getByRole('button', { name: 'Acessar meu curso' })).toHaveCount(0);
    expect(await world.records(email)).toMatchObject({ orders: [{ state: 'paid' }], grants: 1, breaks: [] });
  },
);

journey('a declined charge is explained on the page of the e-mail’s link', deep, async (buyer) => {
  const { page } = buyer;
  await follow(buyer, 'failed-charge');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Não conseguimos cobrar meuSucesso');
  await payByCard(buyer, cards.declined);
  await expect(page.getByText('Não conseguimos processar a transação. Faça uma nova tentativa.')).toBeVisible();
});

journey('pages of a subscription, and a link that opens nothing, are for everybody', deep, async (buyer) => {
  const { page, at } = buyer;
  for (const kind of ['renewal', 'upgrade', 'canceled']) {
    await follow(buyer, kind);
    expect(await axeInBothModes(page)).toEqual([]);
  }
  await page.goto(at('/payment/inv_unknown?product=ms'));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Este link não é mais válido');
  expect(await axeInBothModes(page)).toEqual([]);
});
