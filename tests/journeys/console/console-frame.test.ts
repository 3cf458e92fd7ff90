import type { Page } from '@playwright/test';
import { axe } from '#tests/support/browser/axe.ts';
import { axeJourneyOptions } from '#tests/support/browser/collect-axe-findings.ts';
import { signIn } from '#tests/support/browser/console-steps.ts';
import { expect, journey, type JourneyOptions } from '#tests/support/browser/journey.ts';
import { deep } from '#tests/support/depth.ts';
import { buyByApi, expectState } from '#tests/support/fixtures/api-sale.server.ts';

/** Dark and light, at the desk and on a phone. */
async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [1280, 360]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      expect(await axe(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  await page.setViewportSize({ width: 1280, height: 800 });
}

const options: JourneyOptions = { ...axeJourneyOptions, ...deep };

journey('Keys alone open the screens, show their map and move the sandbox’s clock', options, async (way) => {
  const page = await signIn(way, 'Fábio', '/');
  await expect(page.getByRole('heading', { level: 1, name: 'Início' })).toBeVisible();

  // Of a sheet that belongs to a chunk which the first script imports.
  await expect(page.locator('nav svg').first()).toHaveCSS('stroke-width', '1.75px');

  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await expect(page.getByRole('heading', { level: 1, name: 'Saúde' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Empresas de pagamento' })).toContainText('Enviadas');
  await expectAccessible(page);

  await page.keyboard.press('?');
  const map = page.getByRole('dialog', { name: 'Mapa de teclas' });
  await expect(map).toContainText('Próxima linha');
  await page.keyboard.press('Escape');
  await expect(map).toBeHidden();

  await page.keyboard.press('g');
  await page.keyboard.press('x');
  await expect(page.getByRole('heading', { level: 1, name: 'Sandbox' })).toBeVisible();
  const minute = page.getByRole('button', { name: '+1 min', exact: true });
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(minute).toBeFocused({ timeout: 50 });
  }).toPass();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Relógio adiantado 1 min' })).toBeVisible();
  await expectAccessible(page);
});

journey(
  'Money of a paid Pix is in the day’s figure, and its row leads to the ledger line',
  { ...axeJourneyOptions, ...deep },
  async (way) => {
    const sale = await buyByApi(way.product, { email: way.email });
    await way.world.payPix({ code: sale.code ?? '' });
    await expectState(sale, 'paid');

    const page = await signIn(way, 'Caio', '/money');
    await expect(page.getByText('Entrou').first()).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Ver como tabela' }).click();
    await expect(page.getByRole('table', { name: 'Por dia' }).getByRole('row')).not.toHaveCount(1);

    await page.getByRole('link', { name: 'Método', exact: true }).click();
    await page.waitForURL('**/money?by=method');
    await expect(page.getByRole('table', { name: 'Por método' }).getByRole('row')).not.toHaveCount(1);
    // Other journeys of the same product may have sold by a method whose row stands above.
    const pix = page.getByRole('table', { name: 'Por método' }).getByRole('link', { name: 'Pix', exact: true });
    await expect(async () => {
      await page.keyboard.press('j');
      await expect(pix).toBeFocused({ timeout: 50 });
    }).toPass();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/money/lines?method=*');
    await expect(page.getByRole('table', { name: 'Lançamentos' })).toContainText('Pagamento: preço');
    await expectAccessible(page);
  },
);

journey('What a person may not see is said with the permission that it needs', async (way) => {
  const page = await signIn(way, 'Ana', '/health');
  await expect(page.getByRole('heading', { level: 1, name: 'O seu acesso não inclui isto' })).toBeVisible();
  await expect(page.getByText('health.view')).toBeVisible();
  await page.goto(`${way.product.console}/nowhere`);
  await expect(page.getByRole('heading', { level: 1, name: 'Não há nada aqui' })).toBeVisible();
  await expectAccessible(page);
});

journey(
  'A page that is open says by itself that its session has ended, and keeps what was typed',
  options,
  async (way) => {
    const page = await signIn(way, 'Ana', '/sales');
    const other = await page.context().newPage();
    await other.goto(`${way.product.console}/me`);
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('/');
    await page.keyboard.insertText('maria');
    await other.getByRole('button', { name: 'Sua conta' }).click();
    await other.getByRole('menuitem', { name: 'Sair', exact: true }).click();
    await other.waitForURL('**/sign-in/ended');

    const alert = page.getByRole('alert').filter({ hasText: 'A sua sessão terminou.' });
    // The stream looks every 15 seconds.
    await expect(alert).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole('searchbox')).toHaveValue('maria');
    await alert.getByRole('button').focus();
    await expect(page.getByRole('searchbox')).toHaveValue('maria');
    await page.keyboard.press('Escape');
    await expectAccessible(page);
    await alert.getByRole('button', { name: 'Entrar de novo' }).click();
    // The directory still knows the person.
    await expect(alert).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1, name: 'Vendas' })).toBeVisible();
  },
);

journey('Filters pressed while the list is on its way are all kept', options, async (way) => {
  const page = await signIn(way, 'Ana', '/sales');
  await page.route(/\/data\/sales\?/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    await route.continue();
  });
  const choose = async (filter: string, value: string): Promise<void> => {
    await page.getByRole('button', { name: filter, exact: true }).click();
    await page.getByRole('option', { name: value, exact: true }).click();
    await page.keyboard.press('Escape');
  };
  await choose('Estado', 'Paga');
  await choose('Forma de pagamento', 'Pix');
  await page.waitForURL('**/sales?state=paid&method=pix');
});

const awayOptions: JourneyOptions = { ...options, allow: [...(options.allow ?? []), 'server error'] };

journey('A screen whose server was away comes back by itself', awayOptions, async (way) => {
  const page = await signIn(way, 'Ana', '/');
  await page.route(/\/data\/sales\?/, (route) =>
    route.fulfill({ status: 503, contentType: 'application/problem+json', body: '{}' }),
  );
  await page.keyboard.press('g');
  await page.keyboard.press('v');
  await expect(page.getByRole('heading', { level: 1, name: 'Sem resposta do servidor' })).toBeVisible();
  await page.unrouteAll();
  await expect(page.getByRole('heading', { level: 1, name: 'Vendas' })).toBeVisible();
});
