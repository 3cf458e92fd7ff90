import { deep } from '#tests/support/depth.ts';
import { alive, orderPix, codeOf, reachPayment } from '#tests/support/browser/purchase-steps.ts';
import { expect, journey, type Journey } from '#tests/support/browser/journey.ts';
import { approveInApp, goToNuPay } from '#tests/support/browser/wallet-steps.ts';

const link = '/?product=conquer';
const title = (page: Journey['page']) => page.getByRole('heading', { level: 1 });

journey('NuPay is approved on its own page, and the buyer comes back to what was bought', async (buyer) => {
  const { page, world, email } = buyer;
  await reachPayment(buyer, link);
  await goToNuPay(buyer);
  await expect(page.getByText(/R\$\s?948,00/)).toBeVisible();
  await page.getByRole('button', { name: 'Aprovar' }).click();
  await page.getByRole('link', { name: 'Voltar para a loja' }).click();
  await page.waitForURL('**/success?**');
  expect(await world.charges()).toMatchObject([{ company: 'nupay', status: 'COMPLETED', captured: 94_800 }]);
  expect(await world.records(email)).toMatchObject({
    orders: [{ state: 'paid', received: 94_800 }],
    attempts: ['nu-pay captured'],
    ledger: ['capture-principal 94800'],
    grants: 1,
    breaks: [],
  });
});

journey('a purchase that NuPay refuses is paid with Pix on the same order', deep, async (buyer) => {
  const { page, world, email } = buyer;
  await reachPayment(buyer, link);
  await goToNuPay(buyer);
  await page.getByRole('button', { name: 'Recusar' }).click();
  await page.getByRole('link', { name: 'Voltar para a loja' }).click();
  await page.waitForURL('**/payment?**');
  await alive(page);
  await expect(page.getByText('O NuPay não aprovou a compra e nada foi cobrado.')).toBeVisible();
  await orderPix(page);
  await world.payPix({ code: await codeOf(page) });
  await page.waitForURL('**/success?**');
  expect(await world.records(email)).toMatchObject({
    orders: [{ state: 'paid' }],
    attempts: ['nu-pay declined', 'pix captured'],
  });
});

journey('a buyer who leaves NuPay returns to a page that does not redirect again', deep, async (buyer) => {
  const { page, world, email } = buyer;
  await reachPayment(buyer, link);
  await goToNuPay(buyer);
  const there = page.url();
  await page.getByRole('link', { name: 'Voltar para a loja sem responder' }).click();
  await page.waitForURL('**/awaiting?**');
  await alive(page);
  await expect(title(page)).toHaveText('Aprove a compra no NuPay');
  await expect(page.getByRole('link', { name: 'Ir para o NuPay' })).toHaveAttribute('href', there);
  // Back on the other page, and Back again: still nobody is pushed.
  await page.getByRole('link', { name: 'Ir para o NuPay' }).click();
  await page.waitForURL(there);
  await page.goBack();
  await page.waitForURL('**/awaiting?**');
  await expect(title(page)).toHaveText('Aprove a compra no NuPay');
  // Approved in the app while this page waits: it goes on by itself.
  await approveInApp(buyer, there);
  await page.waitForURL('**/success?**');
  expect(await world.records(email)).toMatchObject({ orders: [{ state: 'paid' }], attempts: ['nu-pay captured'] });
});

journey('the tab is closed at NuPay, and its message alone ends the purchase', deep, async (buyer) => {
  const { page, world, email } = buyer;
  await reachPayment(buyer, link);
  await goToNuPay(buyer);
  const there = page.url();
  await page.goto('about:blank');
  await approveInApp(buyer, there);
  await expect.poll(async () => (await world.records(email)).orders[0]?.state).toBe('paid');
  await expect
    .poll(async () => (await world.mails(email)).map(({ subject }) => subject).join())
    .toContain('Pagamento confirmado');
});

journey('another browser that the app opens says where to look, and nothing personal', deep, async (buyer) => {
  const { page, person } = buyer;
  await reachPayment(buyer, link);
  await goToNuPay(buyer);
  const back = await page.getByRole('link', { name: 'Voltar para a loja sem responder' }).getAttribute('href');
  const other = await person();
  await other.goto(back ?? '');
  await expect(title(other)).toHaveText('Volte para a página da compra');
});

journey('NuPay without JavaScript is reached by a link', { javaScriptEnabled: false }, async (buyer) => {
  const { page, at, email, world } = buyer;
  await page.goto(at(link));
  await page.locator('input[name=name]').fill('Maria da Silva');
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=phone]').fill('11961234567');
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.waitForURL('**/payment?**');
  await page.locator('input[name=method][value=nu-pay]').check();
  await page.locator('input[name="nu-pay.document"]').fill('390.533.447-05');
  await page.locator('input[name=terms]').check();
  await page.locator('#root form button[type=submit]:not([name]):not([aria-hidden])').last().click();
  await page.waitForURL('**/awaiting?**');
  await page.getByRole('link', { name: 'Ir para o NuPay' }).click();
  await page.getByRole('button', { name: 'Aprovar' }).click();
  await page.getByRole('link', { name: 'Voltar para a loja' }).click();
  await page.waitForURL('**/success?**');
  expect(await world.records(email)).toMatchObject({ orders: [{ state: 'paid' }], attempts: ['nu-pay captured'] });
});
