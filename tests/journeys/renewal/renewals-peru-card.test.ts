/** @module-tag deep */
import { day, emailOf, linkTo, taken } from '#tests/support/browser/after-payment-steps.ts';
import { alive, openAccountPageAsBuyer, type } from '#tests/support/browser/purchase-steps.ts';
import { expect, journey, type Journey } from '#tests/support/browser/journey.ts';
import { typeCardData } from '#tests/support/browser/mozambique-steps.ts';
import { goodDni } from '#tests/support/browser/peru-steps.ts';

/** Terms in Peru that a kept card pays at Culqi, without its holder (docs/decisions/0101). */

const link = 'product=wup&flowId=peru&planId=wup-pe-semester-t';
const words = { send: 'Enviar el enlace', subject: 'Tus compras' };
const price = 'capture-principal 71400';

/** Gives a card on the buyer's own page, on which the buyer is. */
async function giveCard(buyer: Journey, number: string, change: string, save: string | RegExp): Promise<void> {
  const { page } = buyer;
  await page.getByRole('link', { name: change }).click();
  await page.waitForURL('**/card/sub_**');
  await alive(page);
  await typeCardData(buyer, number);
  await type(page.locator('input[name="card.document"]'), goodDni);
  await page.getByRole('checkbox').click();
  await page.getByRole('button', { name: save }).click();
}

journey('Peru: a saved card renews a half-year by itself, announced before, and once', async (buyer) => {
  const { page, world, email } = buyer;
  const own = await openAccountPageAsBuyer(buyer, link, words);
  await giveCard(buyer, '4111111111111111', 'Registrar una tarjeta', 'Guardar esta tarjeta');
  await expect(page.getByText('Tarjeta cambiada: vale desde el próximo cobro')).toBeVisible();
  await expect(page.getByText('Visa terminada en 1111, vence 08/31', { exact: true })).toBeVisible();
  const next = page.getByText(/^S\/\s714\.00 el \d\d\/\d\d\/\d{4}$/);
  const due = await next.innerText();
  expect(await taken(buyer)).toEqual([]);

  await world.advance(7 * day);
  const ahead = await emailOf(buyer, /^Tu suscripción a Wise Up Online se renueva el/);
  expect(ahead.text).toMatch(/se renueva el \d\d\/\d\d\/\d{4}, por S\/\s714\.00/);
  // The letter leads to the school's pages in Peru.
  await page.goto(linkTo(ahead, '/renew/'));
  await expect(page.locator('html')).toHaveAttribute('lang', 'es-PE');
  await expect(page.getByRole('button', { name: /Visa terminada en 1111/ })).toBeVisible();
  expect(await taken(buyer)).toEqual([]);

  await world.advance(7 * day);
  await expect.poll(() => taken(buyer)).toEqual([price]);
  expect(await world.charges()).toContainEqual(
    expect.objectContaining({ company: 'culqi', captured: 71_400, refunded: 0, currency: 'PEN' }),
  );
  const receipt = await emailOf(buyer, /^Pago confirmado: Wise Up Online/);
  expect(receipt.text).toMatch(/El período pagado va del \d\d\/\d\d\/\d{4} al/);
  await page.goto(own);
  await expect(page.getByText('Activa', { exact: true })).toBeVisible();
  await expect(next).not.toHaveText(due);
  await world.advance(2 * day);
  expect(await taken(buyer)).toEqual([price]);
  expect(await world.records(email)).toMatchObject({ attempts: ['card captured'], breaks: [] });
});

journey('Peru: a saved card without balance is declined on the day, and another one pays at once', async (buyer) => {
  const { page, world, email } = buyer;
  const own = await openAccountPageAsBuyer(buyer, link, words);
  // Its bank is not asked when it is kept: the first charge is its first word.
  await giveCard(buyer, '4000040000000008', 'Registrar una tarjeta', 'Guardar esta tarjeta');
  await expect(page.getByText('Tarjeta cambiada: vale desde el próximo cobro')).toBeVisible();
  await world.advance(14 * day);
  const refused = await emailOf(buyer, /^El pago de Wise Up Online no fue aprobado/);
  expect(refused.text).toMatch(/Lo intentaremos otra vez el \d\d\/\d\d\/\d{4}/);
  await page.goto(linkTo(refused, '/my-purchases/'));
  expect(page.url().split('?')[0]).toBe(own.split('?')[0]);
  await expect(page.getByText('El último pago no pasó')).toBeVisible();
  await giveCard(buyer, '5111111111111118', 'Pagar con otra tarjeta', /^Guardar y pagar/);
  await expect(page.getByText('Tarjeta cambiada: estamos cobrando ahora el importe atrasado')).toBeVisible();
  await expect.poll(() => taken(buyer)).toEqual([price]);
  await page.goto(own);
  await expect(page.getByText('El último pago no pasó')).toHaveCount(0);
  await expect(page.getByText('Activa', { exact: true })).toBeVisible();
  await world.advance(8 * day);
  expect(await world.records(email)).toMatchObject({
    attempts: ['card declined', 'card captured'],
    ledger: [price],
    breaks: [],
  });
});
