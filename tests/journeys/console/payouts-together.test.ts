import type { Page } from '@playwright/test';
import { axe } from '#tests/support/browser/axe.ts';
import { axeJourneyOptions } from '#tests/support/browser/collect-axe-findings.ts';
import { expect, journey, type Journey } from '#tests/support/browser/journey.ts';
import { codeOf, orderSlip, reachPayment } from '#tests/support/browser/purchase-steps.ts';
import { deep } from '#tests/support/depth.ts';
import { openPool } from '#tests/support/processes/product-database.server.ts';

/** Buys by bank slip, takes the purchase back and names the account for its money: a refund that a person pays. */
async function oweBack(buyer: Journey, page: Page): Promise<void> {
  const { world, email } = buyer;
  await reachPayment({ ...buyer, page }, '/?product=wup');
  await orderSlip(page);
  await world.paySlip({ line: await codeOf(page) });
  const withdrawal = async () =>
    (await world.mails(email)).flatMap(({ links }) => links).find((link) => link.includes('/withdraw/'));
  await expect.poll(withdrawal).toBeDefined();
  await page.goto((await withdrawal()) ?? '');
  await page.getByRole('button', { name: /^Desistir e receber/ }).click();
  await page.getByLabel('Chave Pix').fill(email);
  await page.getByRole('button', { name: 'Salvar onde receber' }).click();
  await expect(page.getByText(/Pagamos em até 5 dias úteis/)).toBeVisible();
}

journey(
  'Finance records two payouts of one payment at the bank: each payer beside their account, one reference',
  { ...axeJourneyOptions, ...deep, allow: ['layout shift', 'server error'], timeout: 240_000 },
  async (buyer) => {
    const { product, person, world } = buyer;
    const emails = [buyer.email, `other-${buyer.email}`];
    for (const email of emails) await oweBack({ ...buyer, email }, await person());
    // An account is not paid to on the day on which it was given.
    await world.advance(25 * 3_600);
    const page = await person();
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(`${product.console}/sign-in?return=${encodeURIComponent('/tasks?kind=pay-out-refund')}`);
    await page.getByRole('row', { name: /Caio/ }).getByRole('button', { name: 'Entrar' }).click();
    const rows = page.locator('tr[data-row^="pay-out-refund~"]');
    await expect(async () => {
      await page.reload();
      await expect(rows).not.toHaveCount(0, { timeout: 2_000 });
    }).toPass();
    const pool = await openPool(product);
    try {
      const owed = await pool.query<{ id: string; state: string; movement_id: string | null }>(
        `select p.id, p.state, p.movement_id from refund_parts p join orders o on o.id = p.order_id
         join leads l on l.id = o.lead_id where l.email = any($1)`,
        [emails],
      );
      expect(owed.rows.map(({ state }) => state)).toEqual(['by-hand', 'by-hand']);
      const ids = owed.rows.map(({ id }) => id);
      const rowOf = (id = '') => page.locator(`tr[data-row="pay-out-refund~${id}"]`);
      await rowOf(ids[0]).getByRole('checkbox').check();
      // The other one by the keys alone.
      await rowOf(ids[1]).getByRole('link').focus();
      await page.keyboard.press('x');
      await expect(page.getByRole('group', { name: 'Pagamentos marcados' })).toContainText('2 marcados');
      expect(await axe(page)).toEqual([]);
      await page.getByRole('button', { name: 'Registrar os pagamentos' }).click();
      const sheet = page.getByRole('dialog');
      for (const email of emails) await expect(sheet).toContainText(email);
      await expect(sheet.getByText('Total de 2 pagamentos')).toBeVisible();
      const act = sheet.getByRole('button', { name: /^Registrar o pagamento de/ });
      await expect(act).toBeDisabled();
      expect(await axe(page)).toEqual([]);
      await sheet.getByLabel('Referência do lote').fill('lote-4711');
      await act.click();
      await expect(sheet).toBeHidden();
      for (const id of ids) await expect(rowOf(id)).toHaveCount(0);
      const paid = await pool.query('select state, movement_id from refund_parts where id = any($1) order by id', [
        ids,
      ]);
      expect(paid.rows).toEqual(ids.toSorted().map((id) => ({ state: 'done', movement_id: `lote-4711.${id}` })));
    } finally {
      await pool.end();
    }
  },
);
