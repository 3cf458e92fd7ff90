import {
  answerBank,
  cards,
  choose,
  codeOf,
  orderPix,
  payByCard,
  payButton,
  reachPayment,
} from '#tests/support/browser/purchase-steps.ts';
import { deep } from '#tests/support/depth.ts';
import { expect, journey, type Journey } from '#tests/support/browser/journey.ts';

const refused = 'Não conseguimos processar a transação. Faça uma nova tentativa.';
const success = 'Pagamento confirmado, Maria!';

/** The bank's question in its frame. */
function bank({ page }: Journey) {
  return page.frameLocator('iframe[name=challenge]');
}

journey(
  'a card is approved: success page, receipt, access, e-mail, ledger',
  { reducedMotion: 'no-preference' },
  async (buyer) => {
    const { page, email, world, product } = buyer;
    await reachPayment(buyer, '/?product=wup&seller=ana&source=campanha');
    await choose(page, 'credit-card');
    await expect(page.locator('select[name="card.installments"]')).toHaveValue('12');
    await payByCard(buyer, cards.approved);
    await page.waitForURL('**/success?**');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(success);
    await expect(page).toHaveTitle('Checkout - Wise Up Online');
    await expect(page.locator('dl')).toContainText('Visa final 1111, em 12 vezes');
    await expect(page.locator('dl')).toContainText(/R\$\s1\.140,00/);

    expect(await world.charges()).toMatchObject([
      { company: 'acquirer', status: 'captured', amount: 114_000, captured: 114_000, refunded: 0 },
    ]);
    expect(await world.records(email)).toEqual({
      orders: [
        { state: 'paid', total: 114_000, received: 114_000, currency: 'BRL', seller: 'ana', source: 'campanha' },
      ],
      attempts: ['card captured'],
      ledger: ['capture-principal 114000'],
      grants: 1,
      breaks: [],
    });
    await expect
      .poll(async () => (await world.mails(email)).map(({ subject }) => subject))
      .toEqual(['Pagamento confirmado: Wise Up Online']);
    const [message] = await world.mails(email);
    expect(message?.links.some((link) => link.startsWith(`${product.checkout}/access?`))).toBe(true);

    await page.getByRole('button', { name: 'Acessar meu curso' }).click();
    await page.waitForURL(`${product.sandbox}/school/wise-up/primeiro-acesso**`);
  },
);

journey('the e-mail leads into the course, from any browser', deep, async (buyer) => {
  const { page, email, world, product, person } = buyer;
  await reachPayment(buyer);
  await payByCard(buyer, cards.approved);
  await page.waitForURL('**/success?**');
  await expect.poll(async () => (await world.mails(email)).length).toBe(1);
  const [message] = await world.mails(email);
  const link = message?.links.find((one) => one.startsWith(`${product.checkout}/access`)) ?? '';
  const reader = await person();
  await reader.goto(link);
  // The secret has left the address.
  expect(new URL(reader.url()).searchParams.has('t')).toBe(false);
  await reader.getByRole('button').click();
  await reader.waitForURL(`${product.sandbox}/school/**`);
});

journey('a card is declined, and the same order is paid by Pix', deep, async (buyer) => {
  const { page, email, world } = buyer;
  await reachPayment(buyer);
  await payByCard(buyer, cards.declined);
  await expect(page.getByText(refused)).toBeVisible();
  await expect(page.getByText('O banco não aprovou este cartão e nada foi cobrado.')).toBeVisible();
  await expect(page).toHaveURL(/\/payment\?/);
  // Nothing that was typed is lost, the document goes along to the other way to pay, and terms stay accepted.
  await expect(page.locator('input[name="card.document"]')).toHaveValue('390.533.447-05');
  await expect(page.locator('input[name=terms]')).toBeChecked();
  await choose(page, 'pix');
  await expect(page.locator('input[name="pix.document"]')).toHaveValue('390.533.447-05');
  await payButton(page).click();
  await page.waitForURL('**/pix?**');
  await world.payPix({ code: await codeOf(page) });
  await page.waitForURL('**/success?**');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(success);

  expect(await world.charges()).toMatchObject([
    { company: 'acquirer', captured: 0 },
    { company: 'pix-bank', status: 'CONCLUIDA', captured: 114_000 },
  ]);
  expect(await world.records(email)).toMatchObject({
    orders: [{ state: 'paid', received: 114_000 }],
    attempts: ['card declined', 'pix captured'],
    ledger: ['capture-principal 114000'],
    grants: 1,
  });
});

journey('a declined card is tried again with another one, without typing the rest anew', deep, async (buyer) => {
  const { page, email, world, product } = buyer;
  await reachPayment(buyer);
  await payByCard(buyer, cards.declined);
  await expect(page.getByText(refused)).toBeVisible();
  const frame = page.frames().find((one) => one.url().startsWith(product.cardFields));
  await frame?.locator('#cc-number').fill(cards.approved);
  await payButton(page).click();
  await page.waitForURL('**/success?**');
  expect((await world.records(email)).attempts).toEqual(['card declined', 'card captured']);
  expect((await world.charges()).map(({ captured }) => captured)).toEqual([0, 114_000]);
});

journey('3-D Secure passed: the bank challenges in its frame, and the purchase continues by itself', async (buyer) => {
  const { page, email, world } = buyer;
  await reachPayment(buyer);
  await payByCard(buyer, cards.challenge);
  await page.waitForURL('**/payment-verification?**');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Seu banco quer confirmar que é você');
  await answerBank(page, 'Sou eu, confirmar');
  await page.waitForURL('**/success?**');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(success);
  expect(await world.charges()).toMatchObject([{ status: 'captured', captured: 114_000 }]);
  expect(await world.records(email)).toMatchObject({
    orders: [{ state: 'paid' }],
    attempts: ['card captured'],
    grants: 1,
  });
});

journey(
  '3-D Secure without a question: the bank’s own page has looked at the browser meanwhile',
  deep,
  async (buyer) => {
    const { page, email, world, context } = buyer;
    const posted: string[] = [];
    context.on('request', (request) => {
      if (request.url().endsWith('/acs/method') || request.url().endsWith('/look-end')) posted.push(request.method());
    });
    await reachPayment(buyer);
    await payByCard(buyer, cards.knownBrowser);
    await page.waitForURL('**/success?**');
    expect(posted).toEqual(['POST', 'POST']);
    expect(await world.charges()).toMatchObject([{ status: 'captured', captured: 114_000 }]);
    expect(await world.records(email)).toMatchObject({ attempts: ['card captured'], grants: 1, breaks: [] });
  },
);

journey(
  '3-D Secure failed: the payment page says so, nothing was taken, and another card pays',
  deep,
  async (buyer) => {
    const { page, email, world } = buyer;
    await reachPayment(buyer);
    await payByCard(buyer, cards.challenge);
    await answerBank(page, 'Não reconheço a compra');
    await page.waitForURL('**/payment?**');
    await expect(page.getByText(refused)).toBeVisible();
    await expect(page.getByText('A verificação do banco não foi concluída e nada foi cobrado.')).toBeVisible();
    expect((await world.charges()).map(({ captured }) => captured)).toEqual([0]);
    await payByCard(buyer, cards.approved);
    await page.waitForURL('**/success?**');
    expect((await world.records(email)).attempts).toEqual(['card declined', 'card captured']);
    expect((await world.charges()).map(({ captured }) => captured)).toEqual([0, 114_000]);
  },
);

journey('3-D Secure that the bank itself refuses', deep, async (buyer) => {
  const { page, world } = buyer;
  await reachPayment(buyer);
  await payByCard(buyer, cards.challengeFails);
  await answerBank(page, 'Sou eu, confirmar');
  await page.waitForURL('**/payment?**');
  await expect(page.getByText(refused)).toBeVisible();
  expect((await world.charges()).map(({ captured }) => captured)).toEqual([0]);
});

journey(
  'T-10 3-D Secure abandoned: the buyer goes back and pays by Pix; the bank’s question takes no money any more',
  deep,
  async (buyer) => {
    const { page, email, world } = buyer;
    await reachPayment(buyer);
    await payByCard(buyer, cards.challenge);
    await answerBank(page, 'Sair sem responder');
    await expect(bank(buyer).getByText('Você saiu sem responder')).toBeVisible();
    await page.getByRole('link', { name: 'Voltar e pagar de outra forma' }).click();
    await page.waitForURL('**/payment?**');
    await expect(page.getByText('A verificação do seu banco ficou pela metade')).toBeVisible();
    await orderPix(page);
    await world.payPix({ code: await codeOf(page) });
    await page.waitForURL('**/success?**');
    const { orders, attempts, ledger } = await world.records(email);
    expect(orders).toMatchObject([{ state: 'paid', received: 114_000 }]);
    expect(attempts[1]).toBe('pix captured');
    expect(ledger).toEqual(['capture-principal 114000']);
    expect((await world.charges()).map(({ captured }) => captured)).toEqual([0, 114_000]);
  },
);

journey(
  'T-10 3-D Secure left open until its time is over takes nothing, and the order can still be paid',
  deep,
  async (buyer) => {
    const { page, email, world } = buyer;
    await reachPayment(buyer);
    await payByCard(buyer, cards.challenge);
    await page.waitForURL('**/payment-verification?**');
    await bank(buyer).getByRole('button', { name: 'Sou eu, confirmar' }).waitFor();
    await world.advance(3_600);
    // The page was told, and goes on by itself.
    await page.waitForURL('**/payment?**');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pagamento');
    expect((await world.charges()).map(({ captured }) => captured)).toEqual([0]);
    expect((await world.records(email)).orders).toMatchObject([{ state: 'open', received: 0 }]);
  },
);

journey('a card that is still processing: the page waits and continues by itself', deep, async (buyer) => {
  const { page, email, world } = buyer;
  await reachPayment(buyer);
  await world.faults('acquirer', [{ mode: 'processing', times: 1, ms: 60_000 }]);
  await payByCard(buyer, cards.approved);
  await page.waitForURL('**/parsing?**');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Estamos confirmando o seu pagamento');
  // However slow the machine is, the acquirer is done only after the page was seen.
  await world.advance(60);
  await page.waitForURL('**/success?**');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(success);
  expect(await world.charges()).toMatchObject([{ status: 'captured', captured: 114_000 }]);
  expect((await world.records(email)).attempts).toEqual(['card captured']);
});

journey('a card charge that is made and never answered is found again, and not made twice', deep, async (buyer) => {
  const { page, email, world } = buyer;
  await reachPayment(buyer);
  await world.faults('acquirer', [{ mode: 'timeout-after', times: 1 }]);
  await payByCard(buyer, cards.approved);
  await page.waitForURL('**/success?**', { timeout: 45_000 });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(success);
  expect(await world.charges()).toMatchObject([{ status: 'captured', captured: 114_000 }]);
  expect((await world.records(email)).attempts).toEqual(['card captured']);
});
