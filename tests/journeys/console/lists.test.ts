import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { axeJourneyOptions } from '#tests/support/browser/collect-axe-findings.ts';
import { expect, journey, type Journey, type JourneyOptions } from '#tests/support/browser/journey.ts';
import { expectAccessible, signIn } from '#tests/support/browser/console-steps.ts';
import { codeOf, orderPix, reachPayment } from '#tests/support/browser/purchase-steps.ts';
import { deep } from '#tests/support/depth.ts';

async function payPix(way: Journey): Promise<void> {
  await reachPayment(way);
  await orderPix(way.page);
  await way.world.payPix({ code: await codeOf(way.page) });
  await way.page.waitForURL('**/success?**');
}

/** How many sales the list shows, once it shows any. */
async function salesShown(page: Page): Promise<number> {
  const rows = page.getByRole('table', { name: 'Vendas' }).locator('tbody').getByRole('row');
  await expect(rows.first()).toBeVisible();
  return rows.count();
}

const options: JourneyOptions = { ...axeJourneyOptions, ...deep };

journey('A list becomes a file with the filters that it shows, made while its screen is open', options, async (way) => {
  await payPix(way);
  const page = await signIn(way, 'Caio', '/exports');
  await expect(page.getByRole('heading', { name: 'Nenhum arquivo ainda' })).toBeVisible();

  await page.goto(`${way.product.console}/sales?state=paid`);
  const paid = await salesShown(page);
  await page.getByRole('button', { name: 'Exportar' }).click();
  const sheet = page.getByRole('dialog', { name: 'Exportar' });
  await expect(sheet).toContainText('Estado: Paga');
  await sheet.getByRole('textbox', { name: 'Motivo' }).fill('fechamento do mês');
  await expectAccessible(page);
  await sheet.getByRole('button', { name: /Pedir o arquivo/ }).click();

  await page.waitForURL('**/exports');
  const file = page.locator('[data-export]');
  // The worker makes it: nobody reloads the page.
  await expect(file).toHaveAttribute('data-export', 'ready');
  await expect(file).toContainText(paid === 1 ? '1 linha' : `${paid} linhas`);
  await expectAccessible(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    file.getByRole('button', { name: 'Baixar' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^sales-[\d-]+\.csv$/);
  const lines = readFileSync(await download.path(), 'utf8').split('\r\n');
  expect(lines).toHaveLength(paid + 2);
  expect(lines[1]).toContain(';paid;pix;');
  await expect(file).toHaveAttribute('data-export', 'fetched');
  await expect(file.getByRole('button', { name: 'Pedir de novo' })).toBeVisible();
});

journey(
  'A view of a list is saved, shared with a role, opened by keys and by its address, and deleted',
  options,
  async (way) => {
    await payPix(way);
    const bia = await signIn(way, 'Bia', '/sales?state=paid');
    const heads = (page: Page) => page.getByRole('table', { name: 'Vendas' }).getByRole('columnheader');
    await expect(heads(bia)).toHaveCount(9);
    await bia.getByRole('button', { name: 'Colunas' }).click();
    await bia.getByRole('option', { name: 'Origem' }).click();
    await bia.getByRole('option', { name: 'Vendedor' }).click();
    await bia.keyboard.press('Escape');
    await expect(heads(bia)).toHaveCount(7);

    await bia.keyboard.press('v');
    await expect(bia.getByRole('menu', { name: 'Visões' })).toContainText('Nenhuma visão ainda');
    await expectAccessible(bia);
    await bia.getByRole('menuitem', { name: 'Guardar como visão nova…' }).click();
    const sheet = bia.getByRole('dialog', { name: 'Guardar visão' });
    await sheet.getByRole('textbox', { name: 'Nome' }).fill('Pagas');
    await sheet.getByRole('radio', { name: 'Função: Atendimento', exact: true }).check({ force: true });
    await expectAccessible(bia);
    await sheet.getByRole('button', { name: /^Guardar/ }).click();
    await expect(bia.getByRole('button', { name: 'Pagas' })).toBeVisible();
    const id = new URL(bia.url()).searchParams.get('view') ?? '';

    const ana = await signIn(way, 'Ana', '/sales');
    await ana.keyboard.press('v');
    await expect(ana.getByRole('menuitem', { name: 'Pagas' })).toBeVisible();
    await ana.keyboard.press('ArrowDown');
    await ana.keyboard.press('Enter');
    await ana.waitForURL(`**/sales?state=paid&*view=${id}`);
    await expect(heads(ana)).toHaveCount(7);
    expect(await salesShown(ana)).toBeGreaterThan(0);
    await ana.getByRole('button', { name: 'Tirar o filtro Estado' }).click();
    await expect(ana.getByRole('button', { name: 'Pagas alterada' })).toBeVisible();
    await ana.keyboard.press('v');
    // Another person's view is opened and copied, not changed.
    await expect(ana.getByRole('menuitem')).toHaveText([/Pagas/, 'Sair da visão', /visão nova/, 'Copiar o link']);
    await ana.keyboard.press('Escape');

    await bia.keyboard.press('v');
    await bia.getByRole('menuitem', { name: 'Nome e quem vê…' }).click();
    await bia.getByRole('textbox', { name: 'Nome' }).fill('Pagas do mês');
    await bia.getByRole('button', { name: /^Guardar/ }).click();
    await expect(bia.getByRole('button', { name: 'Pagas do mês' })).toBeVisible();
    await ana.goto(`${way.product.console}/views/${id}`);
    await expect(ana.getByRole('button', { name: 'Pagas do mês' })).toBeVisible();
    await expectAccessible(ana);

    await bia.keyboard.press('v');
    await bia.getByRole('menuitem', { name: 'Excluir…' }).click();
    await bia.getByRole('button', { name: /Excluir a visão/ }).click();
    await expect(bia.getByRole('button', { name: 'Visões' })).toBeVisible();
    await ana.goto(`${way.product.console}/views/${id}`);
    await expect(ana.getByRole('heading', { level: 1, name: 'Não há nada aqui' })).toBeVisible();
  },
);
