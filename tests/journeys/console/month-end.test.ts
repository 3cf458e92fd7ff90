import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { axeJourneyOptions } from '#tests/support/browser/collect-axe-findings.ts';
import { expectAccessible, signIn, timed } from '#tests/support/browser/console-steps.ts';
import { expect, journey, type JourneyOptions } from '#tests/support/browser/journey.ts';
import { deep } from '#tests/support/depth.ts';
import { buyByApi, courses, expectState, refundByToken } from '#tests/support/fixtures/api-sale.server.ts';

// Milliseconds of the plan's table of jobs.
const closedWithin = 300_000;

const options: JourneyOptions = { ...axeJourneyOptions, ...deep, timeout: 300_000 };

/** `1.234,56` with either sign, in cents. */
function cents(text: string): number {
  const digits = Number(text.replaceAll(/\D/g, ''));
  return /^[-−]/.test(text.trim()) ? -digits : digits;
}

/** A figure of the screen, in cents. */
async function figure(totals: Locator, name: string): Promise<number> {
  const row = totals.locator('dl > div').filter({ has: totals.page().getByRole('button', { name, exact: true }) });
  return cents(await row.getByRole('link').innerText());
}

/** Asks for the lines that the screen shows as a file, and fetches it. */
async function exportLines(page: Page, format: RegExp): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  await page.getByRole('button', { name: 'Exportar' }).click();
  const sheet = page.getByRole('dialog', { name: 'Exportar' });
  await sheet.locator('label').filter({ hasText: format }).click();
  await sheet.getByLabel('Motivo').fill('fechamento do mês para a contabilidade');
  await sheet.getByRole('button', { name: 'Pedir o arquivo' }).click();
  await page.waitForURL('**/exports');
  const file = page.waitForEvent('download');
  // It is said when it is ready, without the page being loaded again.
  const made = page.locator('[data-export=ready]').filter({ hasText: 'Lançamentos' }).first();
  await made.getByRole('button', { name: 'Baixar' }).click({ timeout: 60_000 });
  const download = await file;
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

/** What came in and what went back, as the accountant adds it up from the lines. */
function sumsOf(csv: string): { readonly moneyIn: number; readonly back: number; readonly lines: number } {
  const [head = '', ...lines] = csv
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n');
  const columns = head.split(';');
  const [kindAt, amountAt] = [columns.indexOf('Tipo'), columns.indexOf('Valor')];
  let [moneyIn, back] = [0, 0];
  for (const line of lines) {
    const cells = line.split(';');
    const amount = cents(cells[amountAt] ?? '');
    if (/^(?:capture|dispute-won)-/.test(cells[kindAt] ?? '')) moneyIn += amount;
    else back += amount;
  }
  return { moneyIn, back, lines: lines.length };
}

journey(
  'At the month’s end the figures of a brand are those of the file for the accountant',
  options,
  async (buyer) => {
    const { world, product } = buyer;
    const pix = await buyByApi(product, { email: buyer.email, course: courses.conquer });
    await world.payPix({ code: pix.code ?? '' });
    const card = await buyByApi(product, {
      ...{ email: `card-${buyer.email}`, course: courses.conquer, tenders: [{ method: 'credit-card' }] },
    });
    await Promise.all([expectState(pix, 'paid'), expectState(card, 'paid')]);
    await refundByToken(card, 12_345);
    await expect.poll(async () => (await world.charges()).map(({ refunded }) => refunded)).toContain(12_345);

    const page = await signIn(buyer, 'Caio', '/money');
    await timed('J10, a month exported', closedWithin, async () => {
      await page.getByRole('button', { name: /^Período/ }).click();
      await page.getByRole('button', { name: 'Este mês' }).click();
      await page.getByRole('button', { name: 'Marca', exact: true }).first().click();
      await page.getByRole('option', { name: 'Conquer', exact: true }).click();
      await page.keyboard.press('Escape');
      await page.waitForURL('**/money?*brand=conquer*');
      await expect(page.getByRole('table', { name: 'Por marca' }).getByRole('row')).toHaveCount(2);
      const address = page.url();
      const totals = page.getByRole('region', { name: 'Totais em BRL' });
      const read = async () => ({
        moneyIn: await figure(totals, 'Entrou'),
        back: -(await figure(totals, 'Voltou')),
        net: await figure(totals, 'Líquido'),
      });
      const shown = await read();
      expect(shown.moneyIn).toBeGreaterThanOrEqual(pix.total + card.total);
      expect(shown.back).toBeGreaterThanOrEqual(12_345);
      expect(shown.net).toBe(shown.moneyIn - shown.back);
      await expectAccessible(page);

      for (const [cut, table] of [
        ['Método', 'Por método'],
        ['Empresa', 'Por empresa de pagamento'],
      ] as const) {
        await page.getByRole('link', { name: cut, exact: true }).click();
        await expect(page.getByRole('table', { name: table }).getByRole('row')).not.toHaveCount(1);
      }
      expect(await read()).toEqual(shown);

      const csv = await exportLines(page, /^CSV/);
      expect(csv.name).toMatch(/\.csv$/);
      expect(sumsOf(csv.bytes.toString('utf8'))).toMatchObject({ moneyIn: shown.moneyIn, back: shown.back });
      await expectAccessible(page);

      await page.goto(address);
      expect(await read()).toEqual(shown);
      const xlsx = await exportLines(page, /^XLSX/);
      expect(xlsx.name).toMatch(/\.xlsx$/);
      expect(xlsx.bytes.subarray(0, 2).toString()).toBe('PK');
    });
  },
);
