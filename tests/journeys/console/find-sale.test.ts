import type { Page } from '@playwright/test';
import { axe } from '#tests/support/browser/axe.ts';
import { expect, journey, type Journey } from '#tests/support/browser/journey.ts';
import { signIn } from '#tests/support/browser/console-steps.ts';
import { byDepth, deep } from '#tests/support/depth.ts';
import { buyByApi, expectState } from '#tests/support/fixtures/api-sale.server.ts';
import { openPool } from '#tests/support/processes/product-database.server.ts';

/** How long a sale may take to be on the screen once its term was typed, in milliseconds. */
const foundWithin = 2_000;

interface Sale {
  readonly id: string;
  readonly number: string;
  readonly reference: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly document: string;
  readonly charge: string;
  readonly movement: string;
  readonly attempt: string;
  readonly total: string;
}

async function saleOf({ product, email }: Journey): Promise<Sale> {
  const pool = await openPool(product);
  try {
    const { rows } = await pool.query<Sale>(
      `select o.id, o.number::text, o.reference, l.name, l.email, l.phone, a.payer #>> '{document,number}' as document,
          a.reference as charge, t.movement_id as movement, a.id as attempt, (o.total / 100)::text || ',' || lpad((o.total % 100)::text, 2, '0') as total
        from orders o join leads l on l.id = o.lead_id join attempts a on a.order_id = o.id join ledger_transfers t on t.attempt_id = a.id
        where lower(l.email) = lower($1) limit 1`,
      [email],
    );
    const [sale] = rows;
    if (!sale) throw new Error('The purchase is not stored');
    return sale;
  } finally {
    await pool.end();
  }
}

/** What a buyer on the phone can say, each with why it finds the sale. */
function termsOf(sale: Sale, code: string): readonly (readonly [term: string, why: string])[] {
  const words = sale.name.split(' ');
  return [
    [sale.email.toUpperCase(), 'e-mail'],
    [sale.phone.replace('+55', ''), 'telefone'],
    [sale.phone.slice(-8), 'fim do telefone'],
    [sale.document, 'documento'],
    [words.toReversed().join(' '), 'nome'],
    [`pedido ${sale.number}`, 'número do pedido'],
    [`${sale.reference.slice(0, 3)}-${sale.reference.slice(3)}`.toLowerCase(), 'código do pedido'],
    [sale.id, 'identificador'],
    [sale.attempt, 'identificador'],
    [sale.movement, 'código da transação'],
    [`txid ${sale.charge}`, 'código da cobrança'],
    [code, 'Pix copia e cola'],
    [`R$ ${sale.total} hoje`, 'valor'],
  ];
}

async function openBox(page: Page): Promise<void> {
  await page.keyboard.press('/');
  await expect(page.getByRole('dialog', { name: 'Buscar uma venda' })).toBeVisible();
}

journey('A buyer on the phone says any of thirteen things: their sale is there within two seconds', async (buyer) => {
  const bought = await buyByApi(buyer.product, { email: buyer.email });
  const code = bought.code ?? '';
  await buyer.world.payPix({ code });
  await expectState(bought, 'paid');
  const sale = await saleOf(buyer);

  const page = await signIn(buyer, 'Ana', '/sales');
  await expect(page.getByRole('heading', { level: 1, name: 'Vendas' })).toBeVisible();
  expect(await axe(page)).toEqual([]);

  const reference = `${sale.reference.slice(0, 3)}-${sale.reference.slice(3)}`;
  for (const [term, why] of byDepth(termsOf(sale, code).slice(0, 5), termsOf(sale, code))) {
    await openBox(page);
    const began = performance.now();
    await page.keyboard.insertText(term);
    const row = page.getByRole('option').filter({ hasText: reference }).filter({ hasText: why });
    await expect(row, `${why}: ${term}`).toBeVisible({ timeout: foundWithin * 4 });
    expect(performance.now() - began, why).toBeLessThan(foundWithin);
    if (why === 'e-mail') expect(await axe(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }

  await openBox(page);
  await page.keyboard.insertText(sale.id);
  await expect(page.getByRole('option').filter({ hasText: reference })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${buyer.product.console}/sales/${sale.id}`);
});

journey('Enter pressed before the answer opens the one sale of its text, and nothing else', deep, async (buyer) => {
  const { product, email } = buyer;
  const sale = await buyByApi(product, { email });
  const other = await buyByApi(product, { email: `other-${email}` });
  await buyByApi(product, { email: `twice-${email}` });
  await buyByApi(product, { email: `twice-${email}` });
  const page = await signIn(buyer, 'Ana', '/', { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.route('**/data/search', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    await route.continue();
  });
  const enter = async (term: string, press: () => Promise<void>, ...keys: readonly string[]): Promise<void> => {
    await page.goto(`${product.console}/approvals`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await openBox(page);
    await page.evaluate((text) => navigator.clipboard.writeText(text), term);
    await press();
    for (const key of keys) await page.keyboard.press(key);
  };
  const opensSale = () => page.waitForURL(`${product.console}/sales/${sale.id}`);
  const typed = () => page.keyboard.type(email, { delay: 20 });
  const pasted = () => page.keyboard.press('Control+V');

  await enter(email, pasted, 'Enter');
  await opensSale();
  await enter(email, typed, 'Enter');
  await opensSale();
  await enter(email, pasted, 'ArrowDown', 'Enter');
  await opensSale();
  // Rows of an earlier text stand there meanwhile.
  await enter(other.email, pasted);
  await expect(page.getByRole('option').filter({ hasText: other.reference })).toBeVisible();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(email);
  await page.keyboard.press('Enter');
  await opensSale();
  // The first of the rows is chosen after a paste, too.
  await enter(email, pasted);
  await expect(page.getByRole('option').filter({ hasText: sale.reference })).toHaveAttribute('data-focused', 'true');

  // Several sales are there to be read first.
  await enter(`twice-${email}`, pasted, 'Enter');
  const rows = page.getByRole('group', { name: 'Vendas' }).getByRole('option');
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toHaveAttribute('data-focused', 'true');
  expect(page.url()).toBe(`${product.console}/approvals`);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${product.console}/sales/*`);
});
