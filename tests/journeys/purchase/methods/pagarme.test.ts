import { deep } from '#tests/support/depth.ts';
import { cardFrame, cards, orderSlip, payByCard, reachPayment } from '#tests/support/browser/purchase-steps.ts';
import { expect, journey, type Journey } from '#tests/support/browser/journey.ts';

// One of the schools whose cards and slips go to Pagar.me, by `src/gateways/routes.json`.
const link = '/?product=medcof';
const price = 598_800;
const thanks = 'Pagamento confirmado, Maria!';

const refused = 'Não conseguimos processar a transação. Faça uma nova tentativa.';

/** Which company the card's frame seals for. */
async function sealedFor({ page }: Journey): Promise<string | null> {
  return new URL((await page.locator('iframe').first().getAttribute('src')) ?? '').searchParams.get('gateway');
}

async function circuits({ product }: Journey): Promise<Readonly<Record<string, string>>> {
  const answer = await fetch(`${product.checkout}/readiness`);
  return ((await answer.json()) as { gateways: Record<string, string> }).gateways;
}

journey('a card becomes a token at Pagar.me in the buyer’s browser, and pays there', async (buyer) => {
  const { page, email, world, product } = buyer;
  const bodies: string[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(product.checkout)) bodies.push(request.postData() ?? '');
  });
  await reachPayment(buyer, link);
  expect(await sealedFor(buyer)).toBe('pagarme');
  await payByCard(buyer, cards.approved);
  await page.waitForURL('**/success?**');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(thanks);
  expect(await world.charges()).toMatchObject([
    { company: 'pagarme', status: 'paid', amount: price, captured: price, refunded: 0 },
  ]);
  expect(await world.records(email)).toMatchObject({
    orders: [{ state: 'paid', total: price, received: price }],
    attempts: ['card captured'],
    breaks: [],
  });
  expect(bodies.join()).not.toContain(cards.approved);
});

journey('Pagar.me declines, and the next card pays on the same order', deep, async (buyer) => {
  const { page, email, world } = buyer;
  await reachPayment(buyer, link);
  await payByCard(buyer, cards.declined);
  await expect(page.getByText(refused)).toBeVisible();
  expect(await sealedFor(buyer)).toBe('pagarme');
  const frame = await cardFrame(buyer);
  for (const field of ['number', 'name', 'exp', 'csc']) await frame.locator(`#cc-${field}`).fill('');
  await payByCard(buyer, cards.approved);
  await page.waitForURL('**/success?**');
  const records = await world.records(email);
  expect(records.orders).toHaveLength(1);
  expect(records.attempts).toEqual(['card declined', 'card captured']);
  expect((await circuits(buyer))['pagarme']).toBe('closed');
});

journey('the first company is down: the purchase goes through the second, on the same order', async (buyer) => {
  const { page, email, world } = buyer;
  await reachPayment(buyer, link);
  await world.faults('pagarme', [{ mode: 'maintenance', calls: 'writes' }]);
  await payByCard(buyer, cards.approved);
  await expect(page.getByText('O serviço de pagamento está fora do ar neste momento')).toBeVisible();
  await expect.poll(() => sealedFor(buyer)).toBe('test-acquirer');
  await world.faults('pagarme', []);
  await payByCard(buyer, cards.approved);
  await page.waitForURL('**/success?**');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(thanks);
  expect(await world.charges()).toMatchObject([{ company: 'acquirer', status: 'captured', captured: price }]);
  const records = await world.records(email);
  expect(records.orders).toMatchObject([{ state: 'paid', total: price, received: price }]);
  expect(records.attempts).toEqual(['card failed', 'card captured']);
});

journey(
  'the company goes down while the card is typed: it is asked for once more, for the next one, and nothing is charged twice',
  { ...deep, timeout: 120_000 },
  async (buyer) => {
    const { page, email, world, person } = buyer;
    await reachPayment(buyer, link);
    expect(await sealedFor(buyer)).toBe('pagarme');
    await world.faults('pagarme', [{ mode: 'maintenance', calls: 'writes' }]);
    try {
      for (let other = 0; (await circuits(buyer))['pagarme'] === 'closed'; other += 1) {
        const stranger = { ...buyer, page: await person(), email: `${other}-${email}` };
        await reachPayment(stranger, link);
        await payByCard(stranger, cards.approved);
        await expect(stranger.page.getByText('O serviço de pagamento está fora do ar neste momento')).toBeVisible();
        await stranger.page.context().close();
      }
      await payByCard(buyer, cards.approved);
      await expect(page.getByText('Digite os dados do cartão mais uma vez; nada foi cobrado.')).toBeVisible();
      expect(await sealedFor(buyer)).toBe('test-acquirer');
      expect((await world.records(email)).attempts).toEqual([]);
      await payByCard(buyer, cards.approved);
      await page.waitForURL('**/success?**');
      expect((await world.records(email)).attempts).toEqual(['card captured']);
      expect(await world.charges()).toMatchObject([{ company: 'acquirer', captured: price }]);
    } finally {
      await world.faults('pagarme', []);
      // Its circuit lets a few out again.
      await world.advance(60);
    }
    expect((await circuits(buyer))['pagarme']).toBe('half-open');
  },
);

journey('a slip of Pagar.me is paid, and its message opens the course', deep, async (buyer) => {
  const { page, email, world, product } = buyer;
  await reachPayment(buyer, link);
  await orderSlip(page);
  const [charge] = await world.charges();
  expect(charge).toMatchObject({ company: 'pagarme', status: 'pending', amount: price, captured: 0 });
  const paid = await fetch(`${product.sandbox}/sandbox/pagarme/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ charge: charge?.id }),
  });
  expect(paid.status).toBe(200);
  await expect
    .poll(async () => (await world.mails(email)).map(({ subject }) => subject).join(), { timeout: 15_000 })
    .toContain('Pagamento confirmado');
  expect(await world.records(email)).toMatchObject({ attempts: ['bank-slip captured'], grants: 1, breaks: [] });
});
