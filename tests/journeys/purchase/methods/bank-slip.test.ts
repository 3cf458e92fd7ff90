import { deep } from '#tests/support/depth.ts';
import { alive, codeOf, orderPix, orderSlip, reachPayment } from '#tests/support/browser/purchase-steps.ts';
import { expect, journey } from '#tests/support/browser/journey.ts';

journey('a slip is paid by its line, at the bank, by a person', async (buyer) => {
  const { page, email, world, person, product } = buyer;
  await reachPayment(buyer, '/?product=ms&route=bankslip');
  await orderSlip(page);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Falta pagar o boleto até \d\d\/\d\d$/);
  await expect(page.getByText('Boleto registrado: já pode ser pago em qualquer banco.')).toBeVisible();
  const bars = page.getByRole('img', { name: /Código de barras do boleto/ });
  await expect(bars).toBeVisible();
  // Its 405 modules are read from a plain desk screen.
  expect((await bars.boundingBox())?.width).toBeGreaterThanOrEqual(480);
  await expect(page.getByRole('img', { name: /QR Code Pix deste boleto no valor de R\$\s1\.140,00/ })).toBeVisible();
  // No way in before the money is there.
  await expect(page.getByRole('button', { name: 'Acessar meu curso' })).toHaveCount(0);
  const line = await codeOf(page);
  expect(line.replaceAll(/\D/g, '')).toHaveLength(47);
  // A slip that is paid at once needs no letter any more that says how.
  await expect.poll(async () => (await world.mails(email)).length).toBe(1);

  const payer = await person();
  await payer.goto(`${product.sandbox}/slip-bank/pay`);
  await payer.locator('textarea[name=line]').fill(line);
  await payer.getByRole('button', { name: 'Continuar' }).click();
  await expect(payer.getByText('Maria da Silva')).toBeVisible();
  await payer.getByRole('button', { name: 'Pagar agora' }).click();
  await payer.waitForURL('**/slip-bank/pay?paid=**');

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pagamento confirmado, Maria!');
  await expect(page.locator('dl')).toContainText('Boleto bancário');
  expect(await world.charges()).toMatchObject([{ company: 'slip-bank', status: 'paid', captured: 114_000 }]);
  expect(await world.records(email)).toMatchObject({
    orders: [{ state: 'paid', received: 114_000 }],
    attempts: ['bank-slip captured'],
    ledger: ['capture-principal 114000'],
    grants: 1,
    breaks: [],
  });
  await expect
    .poll(async () => (await world.mails(email)).map(({ subject }) => subject))
    .toEqual(['Pagamento confirmado: meuSucesso', 'Falta só o pagamento: meuSucesso']);
  const [, instructions] = await world.mails(email);
  expect(instructions?.attachments).toMatchObject([{ type: 'application/pdf' }]);
});

journey('a slip is paid by its own Pix', deep, async (buyer) => {
  const { page, email, world } = buyer;
  await reachPayment(buyer);
  await orderSlip(page);
  const line = await codeOf(page);
  await world.paySlip({ line, channel: 'pix' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pagamento confirmado, Maria!');
  expect(await world.records(email)).toMatchObject({
    orders: [{ state: 'paid' }],
    ledger: ['capture-principal 114000'],
    grants: 1,
    breaks: [],
  });
});

journey('a slip that is paid twice gives the second payment a task, and grants once', deep, async (buyer) => {
  const { page, email, world } = buyer;
  await reachPayment(buyer);
  await orderSlip(page);
  await world.paySlip({ line: await codeOf(page), times: 2, force: true });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pagamento confirmado, Maria!');
  await expect
    .poll(async () => (await world.records(email)).ledger)
    .toEqual(['capture-principal 114000', 'capture-surplus 114000']);
  expect(await world.records(email)).toMatchObject({
    orders: [{ state: 'paid', received: 114_000 }],
    grants: 1,
    breaks: ['surplus 114000 open'],
  });
  await expect
    .poll(async () =>
      (await world.mails(email)).some(({ subject }) => /Diga onde receber R\$\s1\.140,00/.test(subject)),
    )
    .toBe(true);
});

journey(
  'a slip that is paid with too little: the page says what is missing, and a Pix pays the rest',
  deep,
  async (buyer) => {
    const { page, email, world } = buyer;
    await reachPayment(buyer);
    await orderSlip(page);
    await world.paySlip({ line: await codeOf(page), amount: 100_000, force: true });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Falta uma parte do pagamento');
    await expect(page.getByText(/Recebemos R\$\s1\.000,00\. Faltam R\$\s140,00\./)).toBeVisible();
    expect(await world.records(email)).toMatchObject({
      orders: [{ state: 'partly-paid', received: 100_000 }],
      grants: 0,
    });
    await page.getByRole('link', { name: /Pagar R\$\s140,00/ }).click();
    await page.waitForURL('**/payment?**');
    await expect(page.getByText(/Faltam R\$\s140,00 para concluir a compra/)).toBeVisible();
    await alive(page);
    await orderPix(page);
    await expect(page.locator('summary b')).toHaveText(/R\$\s140,00/);
    await expect(page.locator('b:not(summary *)', { hasText: /R\$\s140,00/ })).toBeVisible();
    await world.payPix({ code: await codeOf(page) });
    await page.waitForURL('**/success?**');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pagamento confirmado, Maria!');
    const receipt = (await page.locator('dl').innerText()).replaceAll(/\s+/g, ' ');
    expect(receipt).toContain('Boleto bancário R$ 1.000,00 Pix R$ 140,00');
    expect(await world.records(email)).toMatchObject({
      orders: [{ state: 'paid', received: 114_000 }],
      attempts: ['bank-slip captured', 'pix captured'],
      ledger: ['capture-principal 100000', 'capture-principal 14000'],
      grants: 1,
    });
  },
);

journey('the missing amount of a slip is paid by a second slip, which the page shows', deep, async (buyer) => {
  const { page, email, world } = buyer;
  await reachPayment(buyer);
  await orderSlip(page);
  const first = await codeOf(page);
  await world.paySlip({ line: first, amount: 100_000, force: true });
  await page.getByRole('link', { name: /Pagar R\$\s140,00/ }).click();
  await page.waitForURL('**/payment?**');
  await alive(page);
  await orderSlip(page);
  const second = await codeOf(page);
  expect(second).not.toBe(first);
  expect(second).toMatch(/00000?14000$/);
  await world.paySlip({ line: second });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pagamento confirmado, Maria!');
  expect(await world.records(email)).toMatchObject({ orders: [{ state: 'paid', received: 114_000 }], grants: 1 });
});

journey('the document of a slip is a PDF, for its buyer alone', deep, async (buyer) => {
  const { page, context, person, product } = buyer;
  await reachPayment(buyer);
  await orderSlip(page);
  const link = page.getByRole('link', { name: /Abrir.*PDF/ });
  const address = new URL((await link.getAttribute('href')) ?? '', product.checkout).href;
  const answer = await context.request.get(address);
  expect(answer.headers()['content-type']).toBe('application/pdf');
  const document = await answer.body();
  expect(document.subarray(0, 5).toString('latin1')).toBe('%PDF-');
  expect(document.length).toBeGreaterThan(5_000);
  const [opened] = await Promise.all([context.waitForEvent('page'), link.click()]);
  await expect.poll(() => opened.url()).toBe(address);
  await opened.close();
  const stranger = await person();
  expect((await stranger.request.get(address)).status()).toBe(404);
});
