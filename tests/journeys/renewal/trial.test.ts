import { deep } from '#tests/support/depth.ts';
import { axeInBothModes } from '#tests/support/browser/axe.ts';
import { axeJourneyOptions } from '#tests/support/browser/collect-axe-findings.ts';
import { alive, cards, payButton } from '#tests/support/browser/purchase-steps.ts';
import { expect, journey, type Journey } from '#tests/support/browser/journey.ts';
import { typeCardData } from '#tests/support/browser/mozambique-steps.ts';
import { pressContinue, reachStep } from '#tests/support/browser/presentation-steps.ts';
import { ownPhone } from '#tests/support/browser/walk-flow.ts';

/** A number that nobody had free time by before. */
const phoneOf = (): string => `84${String(Date.now()).slice(-7)}`;

async function reachTrial(buyer: Journey, flowId = 'welcome'): Promise<void> {
  await reachStep(buyer, `/?product=ms&lang=pt-mz&flowId=${flowId}`, '/presentation', phoneOf());
  await pressContinue(buyer.page);
  await alive(buyer.page);
}

journey('a trial begins with a verified card, and its first charge is agreed to', axeJourneyOptions, async (buyer) => {
  const { page, email, world } = buyer;
  await reachTrial(buyer);
  await expect(page.locator('#summary-wide')).toContainText(/18\.720,00\sMT a partir de \d{2}\/\d{2}\/\d{4}/);
  expect(await axeInBothModes(page)).toEqual([]);
  await typeCardData(buyer, cards.approved);
  await page.locator('input[name=terms]').click();
  await page.getByRole('button', { name: 'Começar grátis' }).click();
  // Nothing begins before the first charge was agreed to.
  await expect(page.locator('#field-trial-error')).toBeVisible();
  await page.locator('input[name=trial]').click();
  await page.getByRole('button', { name: 'Começar grátis' }).dblclick();
  await page.waitForURL('**/subscription-welcome?**');
  await expect(page.getByText('Primeira cobrança')).toBeVisible();
  await expect(page.getByText(/^18\.720,00\sMT em \d{2}\/\d{2}\/\d{4}\.$/)).toBeVisible();
  await expect(page.getByText(/Até \d{2}\/\d{2}\/\d{4} é grátis/)).toBeVisible();
  expect(await axeInBothModes(page)).toEqual([]);
  expect(await world.charges()).toEqual([]);
  expect(await world.records(email)).toMatchObject({
    orders: [{ state: 'paid', total: 0, currency: 'MZN' }],
    attempts: [],
    grants: 1,
  });
  await expect
    .poll(async () => (await world.mails(email)).map(({ subject }) => subject))
    .toEqual(['O seu período grátis começou: meuSucesso']);
  // Back finds nothing to begin a second time.
  await page.goBack();
  await page.waitForURL('**/subscription-welcome?**');
});

journey('a trial whose card is refused loses nothing; the invoice by e-mail needs none', deep, async (buyer) => {
  const { page, email, world } = buyer;
  await reachTrial(buyer, 'trial');
  await typeCardData(buyer, cards.declined);
  await page.locator('input[name=terms]').click();
  await page.locator('input[name=trial]').click();
  await page.getByRole('button', { name: 'Começar grátis' }).click();
  await expect(page.getByText('O banco não aprovou este cartão').first()).toBeVisible();
  await expect(page.locator('input[name=addressLine1]')).toHaveCount(0);
  await page.getByRole('button', { name: 'Começar e receber a factura por e-mail' }).click();
  await page.waitForURL('**/success?**');
  expect(await world.charges()).toEqual([]);
  expect((await world.records(email)).orders).toMatchObject([{ state: 'paid', total: 0 }]);
});

journey('a trial without JavaScript begins with an invoice', { ...deep, javaScriptEnabled: false }, async (buyer) => {
  const { page, at, email, world } = buyer;
  await page.goto(at('/?product=live'));
  await page.locator('input[name=name]').fill('Maria da Silva');
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=phone]').fill(ownPhone());
  await payButton(page).click();
  await page.waitForURL('**/video?**');
  await page
    .locator('main')
    .getByRole('link', { name: /Continuar/ })
    .click();
  await page.waitForURL('**/payment?**');
  await page.locator('input[name=terms]').check();
  await page.locator('input[name=trial]').check();
  await page.getByRole('button', { name: 'Começar e receber a conta por e-mail' }).click();
  await page.waitForURL('**/success?**');
  expect(await world.charges()).toEqual([]);
  expect((await world.records(email)).orders).toMatchObject([{ state: 'paid', total: 0 }]);
});
