import { deep } from '#tests/support/depth.ts';
import { axe, axeInBothModes } from '#tests/support/browser/axe.ts';
import { alive, codeOf, orderPix, pickByKeys, typeLead } from '#tests/support/browser/purchase-steps.ts';
import type { Page } from '@playwright/test';
import { expect, journey, type Journey } from '#tests/support/browser/journey.ts';

/** Opens a link and gives the lead; ends on the page for choosing a place, alive. */
async function reach(
  { page, at, email }: Pick<Journey, 'page' | 'at' | 'email'>,
  link: string,
  path: string,
): Promise<void> {
  await page.goto(at(link));
  await page.waitForURL('**/lead?**');
  await alive(page);
  await typeLead(page, { email });
  await page.locator('form button[type=submit]').click();
  await page.waitForURL(`**${path}?**`);
  await alive(page);
}

const pick = (page: Page, label: string, name: string): Promise<void> => pickByKeys(page.getByLabel(label), name);

journey('a school is found from country to region to city to unit, and goes with the order', async (buyer) => {
  const { page, email, world } = buyer;
  await reach(buyer, '/?product=wup&flowId=school', '/select-school');
  await expect(page.getByLabel('País')).toHaveCount(0);
  await expect(page.getByLabel('Cidade')).toBeDisabled();
  await pick(page, 'Estado', 'Rio de');
  await pick(page, 'Cidade', 'Nit');
  await expect(page.getByRole('group', { name: 'Uma escola em Niterói' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('group', { name: '2 escolas em Rio de Janeiro' })).toBeVisible();
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page.getByText('Escolha uma escola para continuar')).toBeVisible();
  expect(await axeInBothModes(page)).toEqual([]);
  await page.locator('label', { hasText: 'Botafogo' }).first().click();
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.waitForURL('**/payment?**');
  await alive(page);
  await page.getByRole('link', { name: 'Voltar' }).click();
  await page.waitForURL('**/select-school?**');
  await expect(page.getByRole('radio', { name: /Botafogo/ })).toBeChecked();
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.waitForURL('**/payment?**');
  await alive(page);
  await orderPix(page);
  expect((await world.records(email)).orders).toHaveLength(1);
  await world.payPix({ code: await codeOf(page) });
  await page.waitForURL('**/success?**');
  await expect(page.locator('dd', { hasText: 'Botafogo' })).toBeVisible();
});

journey('a list that does not come is asked for again', deep, async (buyer) => {
  const { page } = buyer;
  await reach(buyer, '/?product=wup&flowId=school', '/select-school');
  await page.route('**/api/v1/franchises/**', (route) => route.abort());
  await pick(page, 'Estado', 'Minas');
  await expect(page.getByRole('alert').filter({ hasText: 'A lista não chegou' })).toBeVisible();
  await page.unroute('**/api/v1/franchises/**');
  await page.getByRole('button', { name: 'Tentar novamente' }).click();
  await expect(page.getByLabel('Cidade')).toBeEnabled();
  await expect(page.getByText('A lista não chegou')).toBeHidden();
});

journey('a unit without JavaScript is found step by step', { javaScriptEnabled: false }, async ({ page, at }) => {
  await page.goto(at('/select-school?product=wup&flowId=school'));
  const show = page.getByRole('button', { name: 'Mostrar o próximo passo' });
  await page.getByLabel('Estado').selectOption('PR');
  await show.click();
  await page.getByLabel('Cidade').selectOption('Curitiba');
  await show.click();
  await page.locator('label', { hasText: 'Batel' }).first().click();
  await page.getByRole('button', { name: 'Continuar' }).click();
  // A purchase without a lead is brought back to its first step.
  await page.waitForURL('**/lead?product=wup&flowId=school');
  await page.goto(at('/select-school?product=wup&flowId=school'));
  await expect(page.getByRole('radio', { name: /Batel/ })).toBeChecked();
});

journey('a test location shows its free seats, a full one cannot be chosen', deep, async (buyer) => {
  const { page } = buyer;
  await reach(buyer, '/?product=at', '/select-test-location');
  await pick(page, 'Cidade da prova', 'Salv');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: /Sala Capela.*Esgotado/ })).toBeDisabled();
  expect(await axe(page)).toEqual([]);
  await page.locator('label', { hasText: 'Faculdade Santana' }).first().click();
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.waitForURL('**/payment?**');
  await page.goBack();
  await page.waitForURL('**/select-test-location?**');
  await expect(page.getByRole('radio', { name: /Faculdade Santana/ })).toBeChecked();
});
