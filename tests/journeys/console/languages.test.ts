import type { Page } from '@playwright/test';
import { axeJourneyOptions } from '#tests/support/browser/collect-axe-findings.ts';
import { cards } from '#tests/support/browser/purchase-steps.ts';
import {
  cure,
  expectAccessible,
  expectExplained,
  expectSaid,
  findSale,
  signIn,
  timed,
} from '#tests/support/browser/console-steps.ts';
import { expect, journey, type JourneyOptions } from '#tests/support/browser/journey.ts';
import { deep } from '#tests/support/depth.ts';
import { buyByApi, expectState } from '#tests/support/fixtures/api-sale.server.ts';

// Milliseconds of the plan's table of jobs.
const answeredWithin = 60_000;
const resentWithin = 30_000;
const renewedWithin = 30_000;
const refundedWithin = 60_000;
const options: JourneyOptions = { ...axeJourneyOptions, ...deep, timeout: 240_000 };

/** What the help desk reads and presses in a language of its own. */
const languages = [
  {
    ...{
      locale: 'es-PE',
      sales: 'Ventas',
      tasks: 'Tareas',
      refused: /^El banco rechazó BRL\s1,140\.00 por Tarjeta/,
    },
    ...{ link: 'Enlace de pago', sheet: 'Enlace de la compra', create: 'Crear enlace corto' },
    ...{ resend: 'Reenviar acceso', resent: 'Correo de acceso reenviado' },
    ...{ refund: 'Reembolsar', part: 'Una parte', back: 'Cuánto se devuelve', stays: 'Sigue pagada' },
    ...{ ten: '10.00', underWay: '10.00 en camino al comprador' },
    ...{ renew: 'Generar nuevo código', code: 'Segunda vía', make: 'Generar segunda vía' },
  },
  {
    ...{ locale: 'en', sales: 'Sales', tasks: 'Tasks', refused: /^The bank declined BRL\s1,140\.00 by / },
    ...{ link: 'Payment link', sheet: 'Link of the purchase', create: 'Create short link' },
    ...{ resend: 'Resend access', resent: 'Access e-mail sent again' },
    ...{ refund: 'Refund', part: 'A part', back: 'How much goes back', stays: 'Stays paid' },
    ...{ ten: '10.00', underWay: '10.00 on its way to the buyer' },
    ...{ renew: 'New code', code: 'New code', make: 'Make a new code' },
  },
] as const;

for (const { locale, sales, tasks, refused, link, sheet, create } of languages) {
  journey(`A refused card is found, explained and answered in ${locale}`, options, async (buyer) => {
    const sale = await buyByApi(buyer.product, {
      email: buyer.email,
      tenders: [{ method: 'credit-card', number: cards.declined }],
    });
    const page = await signIn(buyer, 'Duda', '/sales', { locale });
    await expect(page.getByRole('heading', { level: 1, name: sales })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', locale);
    await expectAccessible(page);
    await findSale(page, `J1 in ${locale}`, sale.email, sale);
    await timed(`J4 in ${locale}`, answeredWithin, async () => {
      await expectExplained(page, 'declined');
      await expect(page.locator('[data-rule]')).toHaveText(refused);
      await page.getByRole('button', { name: link, exact: true }).click();
      await page.getByRole('dialog', { name: sheet }).getByRole('button', { name: create }).click();
      await expect(page.getByRole('dialog', { name: sheet }).locator('code')).toHaveText(/\/r\/\w+/);
    });
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await page.goto(`${buyer.product.console}/tasks`);
    await expect(page.getByRole('heading', { level: 1, name: tasks })).toBeVisible();
    await expectAccessible(page);
    await expectOwnWords(page);
  });
}

for (const { locale, resend, resent, refund, part, back, stays, ten, underWay } of languages) {
  journey(`Access is sent again and a part refunded in ${locale}`, options, async (buyer) => {
    const sale = await buyByApi(buyer.product, { email: buyer.email });
    await buyer.world.payPix({ code: sale.code ?? '' });
    await expectState(sale, 'paid');
    const page = await signIn(buyer, 'Ana', `/sales/${sale.id}`, { locale });
    await expectExplained(page, 'paid');
    await timed(`J2 in ${locale}`, resentWithin, async () => {
      await page.keyboard.press('r');
      await expect(page.getByRole('dialog', { name: resend })).toBeVisible();
      await page.keyboard.press('Control+Enter');
      await expectSaid(page, resent);
    });
    const sheet = page.getByRole('dialog', { name: refund });
    await timed(`J5 in ${locale}`, refundedWithin, async () => {
      await page.keyboard.press('e');
      await expect(sheet.getByRole('cell', { name: 'Pix' })).toBeVisible();
      await sheet.getByRole('radio', { name: part }).check({ force: true });
      await sheet.getByLabel(back).fill(ten);
      await expect(sheet.getByText(stays)).toBeVisible();
      await expectAccessible(page);
      await expectOwnWords(page);
      await page.keyboard.press('Control+Enter');
      await expectSaid(page, underWay);
    });
    await expectExplained(page, /^refund/);
    await expect.poll(() => buyer.world.charges()).toMatchObject([{ company: 'pix-bank', refunded: 1_000 }]);
    await expectOwnWords(page);
  });
}

for (const { locale, renew, code, make } of languages) {
  journey(`A Pix that has expired gets a new code in ${locale}`, options, async (buyer) => {
    const sale = await buyByApi(buyer.product, { email: buyer.email });
    await buyer.world.advance(3 * 86_400);
    const page = await signIn(buyer, 'Ana', '/', { locale });
    await findSale(page, `J3 in ${locale}`, sale.code ?? '', sale);
    await expectExplained(page, /^(?:code-expired|time-over-not-closed)$/);
    const sheet = page.getByRole('dialog', { name: code });
    await timed(`J3 in ${locale}`, renewedWithin, async () => {
      await cure(page, renew);
      await sheet.getByRole('button', { name: make }).click();
      await expect(sheet.locator('code')).toHaveText(/^000201/);
    });
    await expectAccessible(page);
    await expectOwnWords(page);
    await buyer.world.payPix({ code: await sheet.locator('code').innerText() });
    await expectState(sale, 'paid');
  });
}

/** No words of another language, and no key in the place of one. */
async function expectOwnWords(page: Page): Promise<void> {
  const text = await page.locator('body').innerText();
  expect(text).not.toMatch(/\b(?:Vendas|Tarefas|Estornar|Reenviar acesso|sale\.\w+\.|act\.\w+\.)/);
}
