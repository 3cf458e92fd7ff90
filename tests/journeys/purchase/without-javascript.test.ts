import { deep } from '#tests/support/depth.ts';
import { buyerCpf, codeOf, type } from '#tests/support/browser/purchase-steps.ts';
import { expect, journey, type Journey } from '#tests/support/browser/journey.ts';

const without = { javaScriptEnabled: false } as const;

async function giveLead({ page, at, email }: Journey): Promise<void> {
  await page.goto(at('/?product=wup&seller=ana'));
  await type(page.locator('input[name=name]'), 'Maria');
  await type(page.locator('input[name=email]'), email);
  await type(page.locator('input[name=phone]'), '123');
  await page.getByRole('button', { name: 'Continuar' }).click();
  // The server says the same as the script would, beside the fields, and keeps what was typed.
  await expect(page.locator('#field-name-error')).toHaveText('Preencha com nome e sobrenome');
  await expect(page.locator('#field-phone-error')).toContainText('Insira o DDD e um número de celular válido.');
  await expect(page.locator('#field-email-error')).toHaveCount(0);
  await expect(page.locator('input[name=name]')).toHaveValue('Maria');
  await expect(page.locator('input[name=email]')).toHaveValue(email);
  await expect(page.locator('input[name=phone]')).toHaveValue('123');
  await type(page.locator('input[name=name]'), 'Maria da Silva');
  await type(page.locator('input[name=phone]'), '11961234567');
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.waitForURL('**/payment?**');
}

journey('a Pix without JavaScript is paid from link to success', without, async (buyer) => {
  const { page, email, world } = buyer;
  await giveLead(buyer);
  await page.locator('label:has(input[value=credit-card])').click();
  const notice = page.locator('div:has(> label input[value=credit-card]) noscript p');
  await expect(notice).toBeVisible();
  await expect(notice).toContainText('O cartão precisa de JavaScript');
  await expect(page.locator('iframe:visible')).toHaveCount(0);
  await page.locator('label:has(input[value=pix])').click();
  await type(page.locator('input[name="pix.document"]'), '111.111.111-11');
  await page.locator('form button[type=submit]:not([name])').last().click();
  await expect(page.locator('[id="field-pix.document-error"]')).toHaveText('Revise este campo: o CPF não confere');
  await expect(page.locator('#field-terms-error')).toHaveText('Aceite os termos de uso para continuar');
  await expect(page.locator('input[name="pix.document"]')).toHaveValue('111.111.111-11');
  await expect(page.locator('input[value=pix]')).toBeChecked();
  await type(page.locator('input[name="pix.document"]'), buyerCpf);
  await page.locator('input[name=terms]').click();
  await page.locator('form button[type=submit]:not([name])').last().click();
  await page.waitForURL('**/pix?**');
  await expect(page.getByRole('img', { name: /QR Code do Pix/ })).toBeVisible();
  await expect(page.locator('noscript meta[http-equiv=refresh]')).toHaveAttribute('content', /^15;url=\/pix\?/);
  await world.payPix({ code: await codeOf(page) });
  await expect.poll(async () => (await world.records(email)).grants).toBe(1);
  // What the page would ask by itself after its fifteen seconds.
  await page.reload();
  await page.waitForURL('**/success?**');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pagamento confirmado, Maria!');
  await page.getByRole('button', { name: 'Acessar meu curso' }).click();
  await page.waitForURL(`${buyer.product.sandbox}/school/**`);
  expect(await world.records(email)).toMatchObject({
    orders: [{ state: 'paid', seller: 'ana' }],
    attempts: ['pix captured'],
    ledger: ['capture-principal 114000'],
    grants: 1,
  });
});

journey('an expired Pix without JavaScript is renewed in place', { ...without, ...deep }, async (buyer) => {
  const { page, world } = buyer;
  await giveLead(buyer);
  await page.locator('label:has(input[value=pix])').click();
  await type(page.locator('input[name="pix.document"]'), buyerCpf);
  await page.locator('input[name=terms]').click();
  await page.locator('form button[type=submit]:not([name])').last().click();
  await page.waitForURL('**/pix?**');
  const first = await codeOf(page);
  await world.advance(31 * 60);
  await page.reload();
  await page.getByRole('button', { name: /novo código/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pague com Pix para concluir');
  expect(await codeOf(page)).not.toBe(first);
});

journey('a slip without JavaScript is made and paid', without, async (buyer) => {
  const { page, email, world } = buyer;
  await giveLead(buyer);
  await page.locator('label:has(input[value=bankslip])').click();
  await type(page.locator('input[name="bank-slip.document"]'), buyerCpf);
  await page.locator('input[name=terms]').click();
  await page.locator('form button[type=submit]:not([name])').last().click();
  await page.waitForURL('**/success?**');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Falta pagar o boleto até \d\d\/\d\d$/);
  const document = page.getByRole('link', { name: /Abrir.*PDF/ });
  const answer = await buyer.context.request.get(buyer.at((await document.getAttribute('href')) ?? ''));
  expect((await answer.body()).subarray(0, 4).toString('latin1')).toBe('%PDF');
  await world.paySlip({ line: await codeOf(page) });
  await expect.poll(async () => (await world.records(email)).grants).toBe(1);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pagamento confirmado, Maria!');
  expect(await world.records(email)).toMatchObject({
    orders: [{ state: 'paid' }],
    attempts: ['bank-slip captured'],
    grants: 1,
  });
});

journey(
  'a voucher without JavaScript changes the price, and a wrong one shows an error',
  { ...without, ...deep },
  async (buyer) => {
    const { page } = buyer;
    await giveLead(buyer);
    await page.locator('summary', { hasText: 'Tenho um cupom' }).click();
    await type(page.locator('input[name=voucher]'), 'nada');
    await page.getByRole('button', { name: 'Aplicar' }).click();
    await expect(page.locator('#field-voucher-error')).toHaveText('Não encontramos este cupom. Confira o código.');
    await expect(page.locator('input[name=voucher]')).toHaveValue('nada');
    await type(page.locator('input[name=voucher]'), 'boas-vindas');
    await page.getByRole('button', { name: 'Aplicar' }).click();
    await expect(page.getByText(/você economiza R\$\s114,00/)).toBeVisible();
    await expect(page.locator('#summary-wide')).toContainText(/R\$\s1\.026,00/);
  },
);

journey('pages that need no script send none', without, async ({ page, at }) => {
  for (const path of ['/generic-error?product=wup', '/no-such-page', '/cookies-disabled']) {
    await page.goto(at(path));
    await expect(page.locator('script')).toHaveCount(0);
  }
});
