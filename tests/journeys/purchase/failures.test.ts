import type { Locator, Page } from '@playwright/test';
import {
  acceptTerms,
  alive,
  buyerCpf,
  cardFrame,
  cards,
  choose,
  payButton,
  reachPayment,
  type,
  typeCard,
  typeLead,
} from '#tests/support/browser/purchase-steps.ts';
import { deep } from '#tests/support/depth.ts';
import { expect, journey, type Journey } from '#tests/support/browser/journey.ts';

// Word for word as the specification's section 8 has them.
const general = 'Ocorreu um erro inesperado, por gentileza tente novamente mais tarde.';
const payment = 'Não conseguimos processar a transação. Faça uma nova tentativa.';
const tooLong = 'A conexão demorou demais. Verifique sua internet e tente novamente: nada será cobrado duas vezes.';

/** So many refusals of one way to pay make it rest. */
const mostTries = 3;

function said(page: Page, text: string): Locator {
  return page.getByText(text).and(page.locator(':not([role=alert])')).first();
}

/** Nobody answers while this goes on: the server's process is stopped, as a machine that hangs. */
async function whileNobodyAnswers({ product }: Journey, during: () => Promise<void>): Promise<void> {
  process.kill(product.pid, 'SIGSTOP');
  try {
    await during();
  } finally {
    process.kill(product.pid, 'SIGCONT');
  }
}

journey(
  'a payment that the server fails says so, keeps everything, and works the second time',
  { ...deep, allow: ['server error'] },
  async (buyer) => {
    const { page, world } = buyer;
    await reachPayment(buyer);
    await choose(page, 'credit-card');
    await typeCard(buyer, cards.approved);
    await acceptTerms(page);
    for (const failure of ['500', 'offline', 'nonsense'] as const) {
      await page.route('**/payment?**', (route) => {
        if (route.request().method() !== 'POST') return route.fallback();
        if (failure === 'offline') return route.abort('internetdisconnected');
        return failure === '500'
          ? route.fulfill({ status: 500, body: '{}' })
          : route.fulfill({ status: 200, body: '<html>' });
      });
      await payButton(page).click();
      await expect(said(page, payment)).toBeVisible();
      await expect(page.getByRole('status').filter({ hasText: 'Processando' })).toHaveCount(0);
      await expect(page.locator('input[name="card.document"]')).toHaveValue(buyerCpf);
      await expect((await cardFrame(buyer)).locator('#cc-number')).toHaveValue('4111 1111 1111 1111');
      await page.unroute('**/payment?**');
    }
    expect(await world.charges()).toEqual([]);
    await payButton(page).click();
    await page.waitForURL('**/success?**');
    expect(await world.charges()).toMatchObject([{ captured: 114_000 }]);
  },
);

journey('an answer to a payment that got lost is not a second charge', async (buyer) => {
  const { page, world, email } = buyer;
  await reachPayment(buyer);
  await choose(page, 'credit-card');
  await typeCard(buyer, cards.approved);
  await acceptTerms(page);
  await page.route('**/payment?**', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    // It was done; nobody heard.
    await route.fetch();
    return route.abort('connectionreset');
  });
  await payButton(page).click();
  await expect(said(page, payment)).toBeVisible();
  await page.unroute('**/payment?**');
  await payButton(page).click();
  await page.waitForURL('**/success?**');
  expect(await world.charges()).toMatchObject([{ captured: 114_000 }]);
  expect((await world.records(email)).attempts).toEqual(['card captured']);
});

journey(
  'a payment without an answer is given up after a minute with a kind word, and calls carry the version',
  deep,
  async (buyer) => {
    const { page, world } = buyer;
    await page.clock.install();
    await reachPayment(buyer);
    await choose(page, 'pix');
    await type(page.locator('input[name="pix.document"]'), buyerCpf);
    await acceptTerms(page);
    const busy = page.getByText('Processando o pagamento. Não feche esta página.');
    await whileNobodyAnswers(buyer, async () => {
      const asked = page.waitForRequest((request) => request.method() === 'POST');
      await payButton(page).click();
      expect((await asked).headers()['appversion']).toMatch(/.+/);
      await page.clock.runFor(1_000);
      await expect(busy).toBeVisible();
      await page.clock.runFor(60_000);
      await expect(said(page, tooLong)).toBeVisible();
      await expect(busy).toHaveCount(0);
    });
    await expect(page.locator('input[name="pix.document"]')).toHaveValue(buyerCpf);
    await payButton(page).click();
    await page.waitForURL('**/pix?**');
    expect(await world.charges()).toHaveLength(1);
  },
);

journey('a lead without an answer is given up after a minute with a kind word', deep, async (buyer) => {
  const { page, at, email } = buyer;
  // Nothing can be asked of a page whose next one is awaited, its clock neither: the page's own minute is made short.
  await page.addInitScript(() => {
    const wait = window.setTimeout.bind(window);
    const shorter = (work: TimerHandler, ms?: number): number => wait(work, ms === 60_000 ? 1_000 : ms);
    Object.assign(window, { setTimeout: shorter });
  });
  await page.goto(at('/lead?product=wup'));
  await alive(page);
  await typeLead(page, { email });
  await whileNobodyAnswers(buyer, async () => {
    await page.getByRole('button', { name: 'Continuar' }).click({ noWaitAfter: true });
    await expect(said(page, tooLong)).toBeVisible();
    await expect(page.getByText('Processando…')).toHaveCount(0);
    await expect(page.locator('input[name=email]')).toHaveValue(email);
  });
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.waitForURL('**/payment?**');
});

journey('an acquirer that is closed for work says so, and nothing is charged', deep, async (buyer) => {
  const { page, world, email } = buyer;
  await reachPayment(buyer);
  await world.faults('acquirer', [{ mode: 'maintenance', calls: 'writes', times: 3 }]);
  await choose(page, 'credit-card');
  await typeCard(buyer, cards.approved);
  await acceptTerms(page);
  await payButton(page).click();
  await expect(said(page, payment)).toBeVisible({ timeout: 30_000 });
  await expect(page).toHaveURL(/\/payment\?/);
  await world.faults('acquirer', []);
  // The next try goes to the next gateway of the route, for which the card is sealed anew.
  await expect(page.locator('iframe').first()).toHaveAttribute('src', /gateway=pagarme/);
  await typeCard(buyer, cards.approved);
  await payButton(page).click();
  await page.waitForURL('**/success?**');
  expect((await world.charges()).reduce((sum, { captured }) => sum + captured, 0)).toBe(114_000);
  expect((await world.records(email)).orders).toMatchObject([{ state: 'paid', received: 114_000 }]);
});

// The notice comes in the frame's place, seconds after the page: that moves what is below.
journey(
  'a card frame that does not come says so, and the other ways to pay work',
  { ...deep, allow: ['layout shift'] },
  async (buyer) => {
    const { page, product } = buyer;
    await page.route(`${product.cardFields}/**`, (route) => route.abort('connectionrefused'));
    await reachPayment(buyer);
    await choose(page, 'credit-card');
    await expect(page.getByText('O cartão não está disponível agora')).toBeVisible();
    await choose(page, 'pix');
    await type(page.locator('input[name="pix.document"]'), buyerCpf);
    await acceptTerms(page);
    await payButton(page).click();
    await page.waitForURL('**/pix?**');
  },
);

journey('a page that cannot be made says the general sentence', deep, async ({ page, at }) => {
  await page.goto(at('/payment'));
  await expect(page.getByText(general)).toBeVisible();
});

journey('refusals in a row make the card rest for a while, and it alone', deep, async (buyer) => {
  const { page, world } = buyer;
  await reachPayment(buyer);
  await choose(page, 'credit-card');
  await typeCard(buyer, cards.declined);
  await acceptTerms(page);
  for (let tries = 1; tries <= mostTries; tries += 1) {
    await payButton(page).click();
    await expect.poll(async () => (await world.charges()).length).toBe(tries);
    await expect(page.getByRole('status').filter({ hasText: 'Processando' })).toHaveCount(0);
    await expect(said(page, tries < mostTries ? payment : 'Cartão de crédito: uma pausa de segurança')).toBeVisible();
  }
  // What was picked gives way by itself.
  await expect(page.locator('input[name=method][value=pix]')).toBeChecked();
  await type(page.locator('input[name="pix.document"]'), buyerCpf);
  await acceptTerms(page);
  await payButton(page).click();
  await page.waitForURL('**/pix?**');
  expect((await world.charges()).map(({ captured }) => captured)).toEqual(
    Array.from({ length: mostTries + 1 }, () => 0),
  );
});
