import { deep } from '#tests/support/depth.ts';
import {
  acceptTerms,
  alive,
  buyerCpf,
  choose,
  codeOf,
  payButton,
  type,
} from '#tests/support/browser/purchase-steps.ts';
import { expect, journey, type Journey } from '#tests/support/browser/journey.ts';
import { walkTo } from '#tests/support/browser/walk-flow.ts';

const link = '/?product=conquer&planId=conquer-monthly-t';

/** Ends on the page with the code, which asks for a consent when the box was ticked. */
async function orderMonth(buyer: Journey, agrees: boolean): Promise<void> {
  const { page } = buyer;
  await walkTo(buyer, link, '/payment');
  await alive(page);
  await choose(page, 'pix');
  await type(page.locator('input[name="pix.document"]'), buyerCpf);
  const box = page.locator('input[name="pix.automatic"]');
  await expect(box).not.toBeChecked();
  await expect(page.getByText(/Você autoriza R\$\s99,00 todo mês, a partir de \d\d\/\d\d\/\d{4}/)).toBeVisible();
  await expect(page.getByText(/Você cancela quando quiser, no app do banco/)).toBeVisible();
  if (agrees) await box.check();
  await acceptTerms(page);
  await payButton(page).click();
  await page.waitForURL('**/pix?**');
}

async function atTheBank({ person, product }: Journey, code: string) {
  const payer = await person();
  await payer.goto(`${product.sandbox}/pix-bank/pay`);
  await payer.locator('textarea[name=code]').fill(code);
  await payer.getByRole('button', { name: 'Continuar' }).click();
  return payer;
}

journey('a month is paid with a mandate for the next ones, which the buyer ends at the bank', async (buyer) => {
  const { page, email, world, product } = buyer;
  await orderMonth(buyer, true);
  await expect(page.getByText(/Este código também pede o Pix Automático/)).toBeVisible();
  const payer = await atTheBank(buyer, await codeOf(page));
  await expect(payer.getByText('Todo mês')).toBeVisible();
  await payer.getByRole('button', { name: 'Pagar e autorizar as próximas' }).click();
  await payer.waitForURL('**/pix-bank/pay?paid=**');
  await page.waitForURL('**/success?**');
  expect(await world.records(email)).toMatchObject({
    orders: [{ state: 'paid', received: 9_900 }],
    attempts: ['pix captured'],
    ledger: ['capture-principal 9900'],
    grants: 1,
    breaks: [],
  });

  await payer.goto(`${product.sandbox}/pix-bank/consents`);
  await expect(payer.getByText('Autorizado').first()).toBeVisible();
  await payer.getByRole('button', { name: 'Cancelar a autorização' }).first().click();
  await expect(payer.getByText('Cancelado').first()).toBeVisible();
});

journey('a buyer who ticks nothing pays this month only', deep, async (buyer) => {
  const { page, email, world } = buyer;
  await orderMonth(buyer, false);
  await expect(page.getByText(/Este código também pede o Pix Automático/)).toHaveCount(0);
  const payer = await atTheBank(buyer, await codeOf(page));
  await expect(payer.getByText('Todo mês')).toHaveCount(0);
  await payer.getByRole('button', { name: 'Pagar agora' }).click();
  await page.waitForURL('**/success?**');
  expect(await world.records(email)).toMatchObject({ orders: [{ state: 'paid' }], attempts: ['pix captured'] });
});

journey('paying at the bank is no mandate', deep, async (buyer) => {
  const { page, person, product } = buyer;
  await orderMonth(buyer, true);
  const payer = await atTheBank(buyer, await codeOf(page));
  await payer.getByRole('button', { name: 'Pagar só esta vez' }).click();
  await page.waitForURL('**/success?**');
  const other = await person();
  await other.goto(`${product.sandbox}/pix-bank/consents`);
  await expect(other.getByText('Esperando resposta').first()).toBeVisible();
});
