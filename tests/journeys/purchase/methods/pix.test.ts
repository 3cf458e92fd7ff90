import { deep } from '#tests/support/depth.ts';
import { alive, codeOf, orderPix, reachPayment } from '#tests/support/browser/purchase-steps.ts';
import { expect, journey, type Journey } from '#tests/support/browser/journey.ts';

const success = 'Pagamento confirmado, Maria!';
/** A refund that the bank is still working on is asked for again after ten seconds. */
const refundPatience = { timeout: 40_000 };

/** The code's half hour goes by, for the buyer's clock as for the bank's. */
async function letTheCodeExpire({ page, world }: Journey): Promise<void> {
  await world.advance(31 * 60);
  await page.clock.fastForward('31:00');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Este código expirou');
}

journey('a Pix is paid at the bank, by a person with a page of their own', async (buyer) => {
  const { page, email, world, person, product } = buyer;
  await reachPayment(buyer, '/?product=wup&route=pix');
  await orderPix(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pague com Pix para concluir');
  await expect(page.getByRole('img', { name: /QR Code do Pix no valor de R\$\s1\.140,00/ })).toBeVisible();
  await expect(page.getByText(/^(29|30):\d\d$/)).toBeVisible();
  const code = await codeOf(page);
  expect(code).toMatch(/^000201.*br\.gov\.bcb\.pix.*6304[0-9A-F]{4}$/);

  const payer = await person();
  await payer.goto(`${product.sandbox}/pix-bank/pay`);
  await payer.locator('textarea[name=code]').fill(code);
  await payer.getByRole('button', { name: 'Continuar' }).click();
  await expect(payer.getByText(/R\$\s1\.140,00/).first()).toBeVisible();
  await payer.getByRole('button', { name: 'Pagar agora' }).click();
  await payer.waitForURL('**/pix-bank/pay?paid=**');

  // Nobody presses anything: the page goes on by itself.
  await page.waitForURL('**/success?**');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(success);
  await expect(page.getByRole('button', { name: 'Acessar meu curso' })).toBeVisible();
  expect(await world.charges()).toMatchObject([
    { company: 'pix-bank', status: 'CONCLUIDA', captured: 114_000, refunded: 0 },
  ]);
  expect(await world.records(email)).toMatchObject({
    orders: [{ state: 'paid', received: 114_000 }],
    attempts: ['pix captured'],
    ledger: ['capture-principal 114000'],
    grants: 1,
    breaks: [],
  });
  await expect
    .poll(async () => (await world.mails(email)).map(({ subject }) => subject).toSorted())
    .toEqual(expect.arrayContaining(['Pagamento confirmado: Wise Up Online']));
});

journey('the code is copied by its button', deep, async (buyer) => {
  const { page, context } = buyer;
  await reachPayment(buyer);
  await orderPix(page);
  await alive(page);
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: buyer.product.checkout });
  await page.getByRole('button', { name: 'Copiar código Pix' }).click();
  await expect(page.getByRole('button', { name: 'Código copiado' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await codeOf(page));
});

journey(
  'on a phone the button that copies comes before the picture',
  { ...deep, viewport: { width: 360, height: 740 } },
  async (buyer) => {
    const { page } = buyer;
    await reachPayment(buyer);
    await orderPix(page);
    const button = await page.getByRole('button', { name: 'Copiar código Pix' }).boundingBox();
    const picture = await page.getByRole('img', { name: /QR Code do Pix/ }).boundingBox();
    expect((button?.y ?? Infinity) + (button?.height ?? 0)).toBeLessThan(picture?.y ?? 0);
    expect((button?.y ?? Infinity) + (button?.height ?? 0)).toBeLessThan(740);
  },
);

journey('an expired code is renewed in place: same order, same price, another code', async (buyer) => {
  const { page, email, world } = buyer;
  await page.clock.install();
  await reachPayment(buyer);
  await orderPix(page);
  const first = await codeOf(page);
  await letTheCodeExpire(buyer);
  await page.getByRole('button', { name: /novo código/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pague com Pix para concluir');
  await expect(page).toHaveURL(/\/pix\?/);
  const second = await codeOf(page);
  expect(second).not.toBe(first);
  await world.payPix({ code: second });
  await page.waitForURL('**/success?**');
  expect(await world.records(email)).toMatchObject({
    orders: [{ state: 'paid', total: 114_000, received: 114_000 }],
    attempts: ['pix expired', 'pix captured'],
    ledger: ['capture-principal 114000'],
    grants: 1,
  });
});

journey('late money for an expired code is accepted, and the page continues', deep, async (buyer) => {
  const { page, email, world } = buyer;
  await page.clock.install();
  await reachPayment(buyer);
  await orderPix(page);
  const code = await codeOf(page);
  await letTheCodeExpire(buyer);
  await world.payPix({ code, force: true });
  await page.waitForURL('**/success?**');
  await expect(page.getByText('Seu pagamento chegou depois do prazo, mas nós o aceitamos')).toBeVisible();
  expect(await world.records(email)).toMatchObject({
    orders: [{ state: 'paid', received: 114_000 }],
    attempts: ['pix captured'],
    grants: 1,
    breaks: [],
  });
});

journey(
  'the old code is paid after it was renewed: it counts, and what comes on top goes back',
  deep,
  async (buyer) => {
    const { page, email, world } = buyer;
    await page.clock.install();
    await reachPayment(buyer);
    await orderPix(page);
    const first = await codeOf(page);
    await letTheCodeExpire(buyer);
    await page.getByRole('button', { name: /novo código/ }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pague com Pix para concluir');
    const second = await codeOf(page);
    await world.payPix({ code: first, force: true });
    await page.waitForURL('**/success?**');
    expect(await world.records(email)).toMatchObject({
      orders: [{ state: 'paid', received: 114_000 }],
      ledger: ['capture-principal 114000'],
      grants: 1,
    });
    // The other code had already been read by another phone.
    await world.payPix({ code: second, force: true });
    await expect
      .poll(async () => (await world.records(email)).ledger, refundPatience)
      .toEqual(['capture-principal 114000', 'capture-surplus 114000', 'refund-surplus 114000']);
    expect(await world.records(email)).toMatchObject({
      orders: [{ received: 114_000 }],
      grants: 1,
      breaks: ['surplus 114000 resolved'],
    });
    const charges = await world.charges();
    expect(charges.reduce((sum, { captured, refunded }) => sum + captured - refunded, 0)).toBe(114_000);
    await expect
      .poll(async () =>
        (await world.mails(email)).some(({ subject }) => /Vamos devolver R\$\s1\.140,00 a você/.test(subject)),
      )
      .toBe(true);
  },
);

journey('a Pix paid twice counts once, and the rest goes back to the buyer', deep, async (buyer) => {
  const { page, email, world, product, person } = buyer;
  await reachPayment(buyer);
  await orderPix(page);
  const payer = await person();
  await payer.goto(`${product.sandbox}/pix-bank/pay?code=${encodeURIComponent(await codeOf(page))}`);
  await payer.locator('summary').click();
  await payer.getByRole('button', { name: 'Pagar duas vezes' }).click();
  await page.waitForURL('**/success?**');
  await expect
    .poll(async () => (await world.records(email)).ledger, refundPatience)
    .toEqual(['capture-principal 114000', 'capture-surplus 114000', 'refund-surplus 114000']);
  expect(await world.records(email)).toMatchObject({
    orders: [{ received: 114_000 }],
    grants: 1,
    breaks: [expect.stringMatching(/^surplus 114000 /)],
  });
  expect(await world.charges()).toMatchObject([{ captured: 228_000, refunded: 114_000 }]);
});

journey('a buyer who returns to the link finds the open code', deep, async (buyer) => {
  const { page, at } = buyer;
  await reachPayment(buyer);
  await orderPix(page);
  const code = await codeOf(page);
  await page.goto(at('/payment?product=wup'));
  await expect(page.getByText('Você já escolheu pagar com Pix')).toBeVisible();
  await page.getByRole('link', { name: 'Ver como pagar' }).click();
  await page.waitForURL('**/pix?**');
  expect(await codeOf(page)).toBe(code);
});
