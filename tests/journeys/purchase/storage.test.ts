import type { Page } from '@playwright/test';
import {
  alive,
  buyerCpf,
  buyerName,
  cards,
  codeOf,
  orderPix,
  orderSlip,
  payByCard,
  reachPayment,
} from '#tests/support/browser/purchase-steps.ts';
import { deep } from '#tests/support/depth.ts';
import { expect, journey } from '#tests/support/browser/journey.ts';

/** Everything that a page's origin keeps in the browser, as text; but for the random number of the visit. */
async function kept(page: Page): Promise<Record<string, string>> {
  const all: Record<string, string> = await page.evaluate(() => ({ ...localStorage, ...sessionStorage }));
  const { 'matricula-visit': visit = '', ...rest } = all;
  expect(visit).toMatch(/^(?:[\w-]{22} \d{13})?$/);
  return rest;
}

/** What nobody must find in a browser: the document, the card, a code to pay with, a secret. */
async function expectHarmless(page: Page, secrets: readonly string[]): Promise<void> {
  const all = JSON.stringify(await kept(page));
  const digits = all.replaceAll(/\D/g, '');
  expect(all).not.toContain(buyerCpf);
  for (const secret of [buyerCpf.replaceAll(/\D/g, ''), cards.approved, cards.declined])
    expect(digits).not.toContain(secret);
  for (const secret of secrets) expect(all).not.toContain(secret);
  for (const { value } of await page.context().cookies()) expect(all).not.toContain(value);
  expect(all).not.toMatch(/eyJ[\w-]{8,}\.|\btok(?:_|ens?\b)|secret|\b(?:cvv|csc)\b/i);
}

journey('the browser keeps the specification’s keys: never a document, a card, a code or a token', async (buyer) => {
  const { page, world, email } = buyer;
  await reachPayment(buyer, '/?product=wup&seller=ana&source=campanha');
  expect(await kept(page)).toEqual({
    dataForm: JSON.stringify({ country: 'BR', name: buyerName, email, phone: '(11) 96123-4567' }),
    dataLead: JSON.stringify({
      productCode: 'wise-up-online',
      business: 'wiseup-online',
      seller: 'ana',
      source: 'campanha',
    }),
  });
  await payByCard(buyer, cards.declined);
  await expect(page.getByText('Não conseguimos processar a transação.').first()).toBeVisible();
  await expectHarmless(page, []);
  await orderPix(page);
  await alive(page);
  const code = await codeOf(page);
  // It is written once the page has been drawn.
  const ofPix = async () => Object.keys(JSON.parse((await kept(page))['dataPix'] ?? '{}') as object);
  await expect.poll(ofPix).toEqual(['amount', 'expiresAt']);
  await expectHarmless(page, [code]);
  // The flow's last page clears all of it.
  await world.payPix({ code });
  await page.waitForURL('**/success?**');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pagamento confirmado, Maria!');
  expect(await kept(page)).toEqual({});
});

journey('a slip is no in-person payment, and the browser stores nothing of it', deep, async (buyer) => {
  const { page } = buyer;
  await reachPayment(buyer, '/?product=ms');
  await orderSlip(page);
  await alive(page);
  await expect.poll(async () => (await kept(page))['isPaymentInPerson']).toBe('false');
  await expectHarmless(page, [await codeOf(page)]);
});

journey('the lead form of another link in the same tab knows who buys', deep, async (buyer) => {
  const { page, at, email } = buyer;
  await reachPayment(buyer, '/?product=wup');
  await page.goto(at('/?product=medcof'));
  await page.waitForURL('**/lead?**');
  await alive(page);
  await expect(page.locator('input[name=name]')).toHaveValue(buyerName);
  await expect(page.locator('input[name=email]')).toHaveValue(email);
  await expect(page.locator('input[name=phone]')).toHaveValue('(11) 96123-4567');
  await expect(page.locator('select[name=country]')).toHaveValue('BR');
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.waitForURL('**/payment?**');
});

journey('a buyer who closes the window continues by the same link', deep, async (buyer) => {
  const { page, context, at, email } = buyer;
  await reachPayment(buyer, '/?product=wup');
  await orderPix(page);
  const code = await codeOf(page);
  await page.close();
  const again = await context.newPage();
  await again.goto(at('/?product=wup'));
  await again.waitForURL('**/lead?**');
  await alive(again);
  await expect(again.locator('input[name=email]')).toHaveValue(email);
  await again.getByRole('button', { name: 'Continuar' }).click();
  await again.waitForURL('**/payment?**');
  await alive(again);
  await expect(again.getByText('Você já escolheu pagar com Pix')).toBeVisible();
  // The page's own way back leads to a form that is filled in.
  await again.getByRole('link', { name: 'Voltar', exact: true }).click();
  await again.waitForURL('**/lead?**');
  await alive(again);
  await expect(again.locator('input[name=name]')).toHaveValue(buyerName);
  await again.goto(at('/pix?product=wup'));
  expect(await codeOf(again)).toBe(code);
});
