import { axeJourneyOptions } from '#tests/support/browser/collect-axe-findings.ts';
import { cards } from '#tests/support/browser/purchase-steps.ts';
import { expectAccessible, expectExplained, findSale, signIn, timed } from '#tests/support/browser/console-steps.ts';
import { expect, journey, type JourneyOptions } from '#tests/support/browser/journey.ts';
import { deep } from '#tests/support/depth.ts';
import { buyByApi } from '#tests/support/fixtures/api-sale.server.ts';

const answeredWithin = 60_000;
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
  },
  {
    ...{ locale: 'en', sales: 'Sales', tasks: 'Tasks', refused: /^The bank declined BRL\s1,140\.00 by / },
    ...{ link: 'Payment link', sheet: 'Link of the purchase', create: 'Create short link' },
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
    // No words of another language, and no key in the place of one.
    expect(await page.locator('body').innerText()).not.toMatch(/\b(?:Vendas|Tarefas|sale\.\w+\.|act\.\w+\.)/);
  });
}
