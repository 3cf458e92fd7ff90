import { deep } from '#tests/support/depth.ts';
import { alive, cards, payButton, type } from '#tests/support/browser/purchase-steps.ts';
import { expect, journey, type Journey } from '#tests/support/browser/journey.ts';
import { typeAddress, typeCardData } from '#tests/support/browser/mozambique-steps.ts';
import { choosePeru, goodDni, payCip, cipOn, payYape, peruPhone, yapeCode } from '#tests/support/browser/peru-steps.ts';
import { confirmRenewal, followSample } from '#tests/support/fixtures/sample-links.ts';
import { answerPhone, freshPhone } from '#tests/support/browser/wallet-steps.ts';

/** Renewals in Mozambique and Peru, from the link of a letter to the term that is paid for. */

const mozambique = 'product=ms&lang=pt-mz';
const peru = 'product=wup&flowId=peru';
const heading = (page: Journey['page']) => page.getByRole('heading', { level: 1 });

/** The panel of the address, and what is agreed to there. */
async function finish(buyer: Journey): Promise<void> {
  const { page } = buyer;
  await page.getByRole('button', { name: 'Continuar' }).click();
  await typeAddress(buyer);
  await page.locator('input[name=terms]').click();
  await payButton(page).click();
}

journey('Mozambique: a year is renewed by M-Pesa, on the phone', async (buyer) => {
  const { page, world, email } = buyer;
  const here = await followSample(buyer, 'renewal', mozambique);
  await expect(page.locator('html')).toHaveAttribute('lang', 'pt-MZ');
  await confirmRenewal(buyer);
  await alive(page);
  const phone = freshPhone();
  await page.locator('label:has(input[name=method][value=m-pesa])').click();
  await type(page.locator('input[name="m-pesa.phone"]'), phone);
  await page.locator('input[name=terms]').click();
  await payButton(page).click();
  await expect(heading(page)).toHaveText('Confirme no seu telemóvel');
  await answerPhone(buyer, phone, 'pin');
  await page.waitForURL('**/success-invoice?**');
  await expect(heading(page)).toHaveText('Factura paga');
  await page.goto(here);
  await expect(page.getByText('o próximo período já está pago')).toBeVisible();
  expect(await world.charges()).toMatchObject([{ company: 'm-pesa', captured: 1_872_000, currency: 'MZN' }]);
  expect(await world.records(email)).toMatchObject({ attempts: ['m-pesa captured'], breaks: [] });
});

journey('Mozambique: a year is renewed by a card, which may pay the next ones', deep, async (buyer) => {
  const { page, world, email } = buyer;
  await followSample(buyer, 'renewal', mozambique);
  await confirmRenewal(buyer);
  await alive(page);
  await page.locator('label:has(input[name=method][value=credit-card])').click();
  await typeCardData(buyer, cards.approved);
  await page.getByLabel(/^Renovar automaticamente neste cartão \(18\.720,00\sMT/).click();
  await finish(buyer);
  await page.waitForURL('**/success-invoice?**');
  expect(await world.charges()).toMatchObject([{ company: 'acquirer', captured: 1_872_000, currency: 'MZN' }]);
  expect(await world.records(email)).toMatchObject({ attempts: ['card captured'], breaks: [] });
});

journey('Peru: a half-year is renewed by Yape', deep, async (buyer) => {
  const { page, world, email } = buyer;
  const here = await followSample(buyer, 'renewal', `${peru}&planId=wup-pe-semester-t`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'es-PE');
  await confirmRenewal(buyer, 'Ir al pago');
  await alive(page);
  const phone = peruPhone();
  await choosePeru(page, 'yape');
  await type(page.locator('input[name="yape.phone"]'), phone);
  await payYape(page, await yapeCode(buyer, phone));
  await page.waitForURL('**/success-invoice?**');
  await expect(heading(page)).toHaveText('Factura pagada');
  await page.goto(here);
  await expect(page.getByText('el próximo período ya está pagado')).toBeVisible();
  expect(await world.charges()).toMatchObject([{ company: 'culqi', captured: 71_400, currency: 'PEN' }]);
  expect(await world.records(email)).toMatchObject({ attempts: ['yape captured'], breaks: [] });
});

journey('Peru: a year is renewed at an agent’s counter', deep, async (buyer) => {
  const { page, world, email } = buyer;
  await followSample(buyer, 'renewal', peru);
  await confirmRenewal(buyer, 'Ir al pago');
  await alive(page);
  await choosePeru(page, 'pago-efectivo');
  await type(page.locator('input[name="pago-efectivo.document"]'), goodDni);
  await page.locator('input[name=terms]').click();
  await payButton(page).click();
  await page.getByLabel('Código CIP').waitFor();
  await payCip(buyer, await cipOn(page));
  await page.waitForURL('**/success-invoice?**');
  expect(await world.records(email)).toMatchObject({ attempts: ['pago-efectivo captured'], breaks: [] });
});
