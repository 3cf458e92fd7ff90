import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { writeMagneticLine } from '#tests/support/fixtures/magnetic-line.ts';
import { deep } from '#tests/support/depth.ts';
import { axe } from '#tests/support/browser/axe.ts';
import { acceptTerms, alive, typeLead } from '#tests/support/browser/purchase-steps.ts';
import { expect, journey, type Journey } from '#tests/support/browser/journey.ts';
import { productNow } from '#tests/support/clock/product-clock.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const run = promisify(execFile);

/** The link of a person of a unit, made by the operator's command beside the running product. */
async function linkOf({ product }: Journey, person: 'ana' | 'rui', ...more: readonly string[]): Promise<string> {
  const { stdout } = await run(process.execPath, ['tools/unit-link.ts', 'wise-up', 'sp-paulista', person, ...more], {
    cwd: root,
    env: {
      ...process.env,
      PORT: new URL(product.checkout).port,
      SANDBOX_PORT: new URL(product.sandbox).port,
      DATA_DIR: product.dataDir,
      ...(product.databaseUrl === null ? {} : { APP_ENV: 'test', DATABASE_URL: product.databaseUrl }),
    },
  });
  return stdout.trim();
}

/** A buyer of a school with units who will pay at one; gives the claim code. */
async function promise(buyer: Journey, instrument: string): Promise<string> {
  const { page, at, email } = buyer;
  await page.goto(at('/?product=flex'));
  await page.waitForURL('**/lead?**');
  await alive(page);
  await typeLead(page, { email });
  await page.locator('form button[type=submit]').click();
  await page.waitForURL('**/select-school?**');
  await alive(page);
  await page.locator('select[name=region]').selectOption('SP');
  await page.locator('select[name=city]').selectOption('São Paulo');
  await page.locator('label', { hasText: 'Paulista' }).first().click();
  await page.locator('form[method=post] button[type=submit]').last().click();
  await page.waitForURL('**/payment?**');
  await alive(page);
  await page.locator('label', { hasText: 'Pagar na unidade' }).click();
  await expect(page.getByText('Unidade Paulista')).toBeVisible();
  await page.locator('select[name="in-person.means"]').selectOption(instrument);
  await acceptTerms(page);
  await page.getByRole('button', { name: /^Reservar para pagar R\$\s[\d.,]+ na unidade$/ }).click();
  await page.waitForURL('**/success?**');
  await expect(page.getByText('O que levar')).toBeVisible();
  const code = await page.locator('input[readonly], textarea').first().inputValue();
  expect(code).toMatch(/^[A-Z0-9]{3}-[A-Z0-9]{3}$/);
  return code;
}

/** A person of the unit opens their link in a browser of their own, and looks a claim up. */
async function lookUp(staffPage: Page, code: string): Promise<void> {
  await staffPage.getByLabel('Código de quem veio pagar').fill(code.toLowerCase());
  await staffPage.getByRole('button', { name: 'Procurar' }).click();
  await expect(staffPage.getByRole('heading', { name: `Pedido ${code}` })).toBeVisible();
}

journey(
  'cash is confirmed by a person of the unit, and the buyer’s page moves on',
  { timeout: 150_000 },
  async (buyer) => {
    const { page, world, email } = buyer;
    const code = await promise(buyer, 'cash');
    expect(await axe(page)).toEqual([]);
    expect(await page.evaluate(() => sessionStorage.getItem('isPaymentInPerson'))).toBe('true');
    await expect.poll(async () => (await world.mails(email)).some(({ text }) => text.includes(code))).toBe(true);
    expect((await world.records(email)).grants).toBe(0);

    const staffPage = await buyer.person();
    const link = await linkOf(buyer, 'ana');
    await staffPage.goto(link);
    expect(staffPage.url()).not.toContain('t=');
    await expect(staffPage.getByRole('heading', { level: 1 })).toHaveText('Unidade Paulista');
    await expect(staffPage.getByText(code)).toBeVisible();
    expect(await axe(staffPage)).toEqual([]);
    await lookUp(staffPage, code);
    await staffPage.getByLabel('Número do recibo').fill('?');
    await staffPage.getByRole('button', { name: 'Confirmar recebimento' }).click();
    await expect(staffPage.getByText('Escreva o número do recibo')).toBeVisible();
    expect(await axe(staffPage)).toEqual([]);
    await staffPage.getByLabel('Número do recibo').fill(`R-${Date.now()}`);
    await staffPage.getByRole('button', { name: 'Confirmar recebimento' }).click();
    await expect(staffPage.getByText('Recebimento confirmado').first()).toBeVisible();

    await page.waitForURL('**/success?**');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pagamento confirmado, Maria!');
    await expect(page.locator('dl').first()).toContainText('Dinheiro na unidade');
    expect(await world.records(email)).toMatchObject({
      orders: [{ state: 'paid' }],
      attempts: ['in-person captured'],
      grants: 1,
      breaks: [],
    });
  },
);

journey('a returned cheque is booked with two people’s links', { ...deep, timeout: 180_000 }, async (buyer) => {
  const { world, email } = buyer;
  const code = await promise(buyer, 'cheque');
  const ana = await buyer.person();
  await ana.goto(await linkOf(buyer, 'ana'));
  await lookUp(ana, code);
  const number = String(Date.now()).slice(-6);
  await ana.getByLabel('Linha magnética').fill(writeMagneticLine('2371234', `018${number}5`, '0000123456'));
  await ana
    .getByLabel('Bom para')
    .fill(new Date((await productNow(buyer.product)).getTime() + 40 * 86_400_000).toISOString().slice(0, 10));
  await ana.getByRole('button', { name: 'Confirmar recebimento' }).click();
  await expect(ana.getByText('Recebimento confirmado').first()).toBeVisible();
  await expect.poll(async () => (await world.records(email)).grants).toBe(1);

  await ana.getByText('Devolver ou estornar').click();
  await ana.getByLabel('Motivo').selectOption('returned-11');
  await ana.getByRole('button', { name: 'Pedir a devolução' }).click();
  await expect(ana.getByText('Você pediu esta devolução.')).toBeVisible();
  await expect(ana.getByRole('button', { name: 'Aprovar a devolução' })).toHaveCount(0);
  expect((await world.records(email)).orders).toMatchObject([{ state: 'paid' }]);

  const rui = await buyer.person();
  await rui.goto(await linkOf(buyer, 'rui'));
  await lookUp(rui, code);
  await expect(rui.getByText('Cheque devolvido, alínea 11')).toBeVisible();
  expect(await axe(rui)).toEqual([]);
  await rui.getByRole('button', { name: 'Aprovar a devolução' }).click();
  await expect(rui.getByText('Devolução aprovada').first()).toBeVisible();
  expect((await world.records(email)).orders).toMatchObject([{ state: 'refunded' }]);
});

journey(
  'an expired in-person payment is collected by nobody, and a revoked link opens nothing',
  { ...deep, timeout: 150_000 },
  async (buyer) => {
    const { page, world, email } = buyer;
    const code = await promise(buyer, 'pix-in-person');
    const staffPage = await buyer.person();
    await staffPage.goto(await linkOf(buyer, 'rui'));
    await lookUp(staffPage, code);
    await world.advance(7 * 86_400);
    await staffPage.reload();
    await expect(staffPage.getByText('Este pedido não espera mais pagamento')).toBeVisible();
    await expect(staffPage.getByRole('button', { name: 'Confirmar recebimento' })).toHaveCount(0);
    expect((await world.records(email)).attempts).toEqual(['in-person expired']);
    await page.reload();
    await page.waitForURL('**/payment?**');
    expect(await linkOf(buyer, 'rui', '--revoke')).toContain('no more');
    const gone = await staffPage.reload();
    expect(gone?.status()).toBe(404);
  },
);
