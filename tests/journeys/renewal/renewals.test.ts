import type { Page } from '@playwright/test';
import { deep } from '#tests/support/depth.ts';
import { axeInBothModes } from '#tests/support/browser/axe.ts';
import { axeJourneyOptions } from '#tests/support/browser/collect-axe-findings.ts';
import { alive, buyerCpf, cards, codeOf, payByCard, type } from '#tests/support/browser/purchase-steps.ts';
import { expect, journey, type Journey } from '#tests/support/browser/journey.ts';

const narrow = { width: 360, height: 740 } as const;

/** Makes what a letter would bring, and follows its link; answers where it leads. */
async function follow({ page, at, email }: Journey, kind: string, product = 'ms'): Promise<string> {
  await page.goto(at(`/samples?product=${product}`));
  await type(page.locator('input[name=email]'), email);
  await page.locator(`button[name=kind][value=${kind}]`).click();
  await page.waitForURL((url) => url.pathname !== '/samples');
  return page.url();
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

journey(
  'a subscription without JavaScript is renewed by Pix, once',
  { javaScriptEnabled: false, viewport: narrow },
  async (buyer) => {
    const { page, email, world } = buyer;
    const here = await follow(buyer, 'renewal', 'wup');
    await expect(page.getByText(/^De \d\d\/\d\d\/\d{4} a \d\d\/\d\d\/\d{4}\.$/).first()).toBeVisible();
    await page.getByRole('button', { name: 'Ir para o pagamento' }).click();
    await page.waitForURL('**/payment/inv_**');
    await expect(heading(page)).toHaveText('Pague sua fatura');
    const bill = page.url();
    await page.locator('label:has(input[value=pix])').click();
    await type(page.locator('input[name="pix.document"]'), buyerCpf);
    await page.locator('input[name=terms]').click();
    await page.locator('form button[type=submit]:not([name])').last().click();
    await page.locator('textarea').first().waitFor();
    await world.payPix({ code: await codeOf(page) });
    await expect.poll(async () => (await world.records(email)).attempts).toContain('pix captured');
    await page.goto(bill);
    await page.waitForURL('**/success-invoice?**');
    await expect(heading(page)).toHaveText('Fatura paga');
    await page.goto(here);
    await expect(page.getByText('o próximo período já está pago')).toBeVisible();
    expect(await world.charges()).toMatchObject([{ company: 'pix-bank', captured: 114_000, refunded: 0 }]);
  },
);

journey(
  'an upgrade is shown before it is confirmed, and holds once its difference is paid by card',
  axeJourneyOptions,
  async (buyer) => {
    const { page, world } = buyer;
    const here = await follow(buyer, 'upgrade', 'wup');
    expect(await axeInBothModes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Ver como fica' }).click();
    await expect(heading(page)).toHaveText('Como fica: Plano semestral');
    expect(await axeInBothModes(page)).toEqual([]);
    await page.getByRole('button', { name: /^Confirmar e pagar/ }).click();
    await page.waitForURL('**/payment/inv_**');
    await alive(page);
    await expect(page.getByText('Plano semestral').first()).toBeVisible();
    await payByCard(buyer, cards.approved);
    await page.waitForURL('**/success-invoice?**');
    await page.goto(here);
    await expect(page.getByText('Plano semestral').first()).toBeVisible();
    const [charge, ...more] = await world.charges();
    expect(more).toEqual([]);
    expect(charge?.captured).toBeGreaterThan(0);
  },
);

/** Leaves their data, agrees to hear from the school, and goes. */
async function leave({ page, at, email }: Journey): Promise<void> {
  await page.goto(at('/lead?product=wup'));
  await alive(page);
  await type(page.locator('input[name=name]'), 'Maria da Silva');
  await type(page.locator('input[name=email]'), email);
  await type(page.locator('input[name=phone]'), '11961234567');
  await page.locator('input[name=marketing]').check();
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.waitForURL('**/payment?**');
  await page.goto('about:blank');
}

async function remindersOf({ world, email }: Journey) {
  return (await world.mails(email)).filter(({ links }) => links.some((href) => href.includes('/reminders/')));
}

journey(
  'an abandoned purchase is reminded of, paid on another device, and no more e-mails follow',
  deep,
  async (buyer) => {
    const { world, person, email } = buyer;
    await leave(buyer);
    await world.advance(61 * 60);
    await expect.poll(async () => (await remindersOf(buyer)).length).toBe(1);
    const [message] = await remindersOf(buyer);
    const other = await person();
    await other.goto(message?.links.find((href) => href.includes('/recovery/')) ?? '');
    await expect(heading(other)).toContainText('Termine sua matrícula em');
    expect(await axeInBothModes(other)).toEqual([]);
    await alive(other);
    await other.locator('label:has(input[value=pix])').click();
    await type(other.locator('input[name="pix.document"]'), buyerCpf);
    await other.locator('input[name=terms]').check();
    await other.locator('form button[type=submit]:not([name])').last().click();
    await world.payPix({ code: await codeOf(other) });
    await expect(heading(other)).toHaveText('Pagamento confirmado, Maria!');
    await world.advance(5 * 86_400);
    expect(await remindersOf(buyer)).toHaveLength(1);
    expect(await world.records(email)).toMatchObject({ orders: [{ state: 'paid' }], grants: 1, breaks: [] });
  },
);

journey('one press ends the reminders', { ...deep, javaScriptEnabled: true, viewport: narrow }, async (buyer) => {
  const { page, world } = buyer;
  await leave(buyer);
  await world.advance(61 * 60);
  await expect.poll(async () => (await remindersOf(buyer)).length).toBe(1);
  const [message] = await remindersOf(buyer);
  await page.goto(message?.links.find((href) => href.includes('/reminders/')) ?? '');
  await expect(heading(page)).toHaveText('Parar de receber lembretes');
  await expect(page.locator('script')).toHaveCount(0);
  expect(await axeInBothModes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Parar de receber' }).click();
  await expect(heading(page)).toHaveText('Pronto');
  await world.advance(5 * 86_400);
  expect(await remindersOf(buyer)).toHaveLength(1);
});
