import type { Page } from '@playwright/test';
import { axeInBothModes } from '#tests/support/journey-axe.ts';
import {
  acceptTerms,
  alive,
  buyerCpf,
  buyerName,
  cardFrame,
  cards,
  choose,
  codeOf,
  orderPix,
  orderSlip,
  payByCard,
  payButton,
  reachPayment,
  settled,
  type,
  typeCard,
  typeLead,
} from '#tests/support/journey-steps.ts';
import { expect, journey, type Journey, type JourneyOptions } from '#tests/support/journey.ts';

// What moves while one theme is laid over another is these tests' own doing.
const looking: JourneyOptions = { allow: ['layout shift'], timeout: 120_000 };
const brands = [
  ['wup', '?product=wup&seller=ana&staging=1'],
  ['ms', '?product=ms&seller=ana'],
] as const;
const abroad = '?product=ms&lang=pt-mz';

/** Collects what axe finds in the states of a page, so that one run tells all of it. */
function findings(): { readonly look: (page: Page, state: string) => Promise<void>; readonly found: string[] } {
  const found: string[] = [];
  const look = async (page: Page, state: string): Promise<void> => {
    await settled(page);
    found.push(...(await axeInBothModes(page)).map((finding) => `${state}, ${finding}`));
  };
  return { look, found };
}

/** The form is on its way and no answer comes. */
async function keepBusy(page: Page): Promise<void> {
  await page.evaluate(() => document.addEventListener('submit', (event) => event.preventDefault()));
  await page.route('**/payment?**', (route) => (route.request().method() === 'POST' ? undefined : route.fallback()));
}

async function overlay(page: Page): Promise<void> {
  await expect(page.locator('div[role=status] > span[aria-hidden=true] + span')).toBeVisible();
}

for (const [brand, query] of [...brands, ['mz', abroad]] as const) {
  journey(
    `axe finds nothing on the lead page of ${brand}: empty, wrong, busy`,
    looking,
    async ({ page, at, email }) => {
      const { look, found } = findings();
      await page.goto(at(`/lead${query}`));
      await alive(page);
      await look(page, 'empty');
      await page.getByRole('button', { name: 'Continuar' }).click();
      await expect(page.locator('#field-name-error')).toBeVisible();
      await look(page, 'wrong');
      await typeLead(page, { email, phone: brand === 'mz' ? '841234567' : '11961234567' });
      await keepBusy(page);
      await page.getByRole('button', { name: 'Continuar' }).click();
      await overlay(page);
      await look(page, 'busy');
      expect(found).toEqual([]);
    },
  );
}

for (const [brand, query] of brands) {
  journey(
    `axe finds nothing on the payment page of ${brand}: each way to pay, wrong, refused, busy`,
    looking,
    async (buyer) => {
      const { page } = buyer;
      const { look, found } = findings();
      await reachPayment(buyer, `/${query}`);
      await choose(page, 'credit-card');
      await cardFrame(buyer);
      await look(page, 'card, empty');
      await payButton(page).click();
      await expect((await cardFrame(buyer)).locator('.error:visible')).toHaveCount(4);
      await expect(page.locator('#field-terms-error')).toBeVisible();
      await look(page, 'card, wrong');
      for (const method of ['pix', 'bankslip'] as const) {
        await choose(page, method);
        await payButton(page).click();
        await expect(page.locator('[id$=".document-error"]:visible')).toHaveCount(1);
        await look(page, `${method}, wrong`);
      }
      await page.locator('summary', { hasText: 'Tenho um cupom' }).click();
      await type(page.locator('input[name=voucher]'), 'nada');
      await page.keyboard.press('Enter');
      await expect(page.locator('#field-voucher-error')).toBeVisible();
      await look(page, 'voucher, wrong');
      await type(page.locator('input[name=voucher]'), brand === 'wup' ? 'boas-vindas' : 'black-friday');
      await page.keyboard.press('Enter');
      await expect(page.getByText('você economiza')).toBeVisible();
      await payByCard(buyer, cards.declined);
      await expect(page.getByText('Não conseguimos processar a transação. Faça uma nova tentativa.')).toBeVisible();
      await look(page, 'voucher, refused');
      await keepBusy(page);
      await payButton(page).click();
      await overlay(page);
      await look(page, 'busy');
      expect(found).toEqual([]);
    },
  );

  journey(
    `axe finds nothing on what follows a Pix of ${brand}: code, time over, success, access`,
    looking,
    async (buyer) => {
      const { page, world } = buyer;
      const { look, found } = findings();
      await page.clock.install();
      await reachPayment(buyer, `/${query}`);
      await orderPix(page);
      await look(page, 'code');
      await page.getByRole('link', { name: /outra forma/ }).click();
      await page.waitForURL('**/payment?**');
      await alive(page);
      await look(page, 'payment with an open code');
      await page.goBack();
      await page.waitForURL('**/pix?**');
      await alive(page);
      const code = await codeOf(page);
      await world.advance(31 * 60);
      await page.clock.fastForward('31:00');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Este código expirou');
      await look(page, 'time over');
      await world.payPix({ code, force: true });
      await page.waitForURL('**/success?**');
      await look(page, 'success');
      await page.goto(buyer.at(`/access${query}`));
      await look(page, 'access');
      expect(found).toEqual([]);
    },
  );

  journey(`axe finds nothing on what follows a slip of ${brand}: slip, part of it paid`, looking, async (buyer) => {
    const { page, world } = buyer;
    const { look, found } = findings();
    await reachPayment(buyer, `/${query}`);
    await orderSlip(page);
    await look(page, 'slip');
    await world.paySlip({ line: await codeOf(page), amount: 100_000, force: true });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Falta pouco, Maria');
    await look(page, 'part of it paid');
    expect(found).toEqual([]);
  });

  journey(
    `axe finds nothing while a card of ${brand} is looked at: the bank's question, working out`,
    looking,
    async (buyer) => {
      const { page, world } = buyer;
      const { look, found } = findings();
      await reachPayment(buyer, `/${query}`);
      await payByCard(buyer, cards.challenge);
      await page.waitForURL('**/payment-verification?**');
      await page.frameLocator('iframe[name=challenge]').getByRole('button', { name: 'Sair sem responder' }).waitFor();
      await look(page, 'question');
      await page.getByRole('link', { name: 'Voltar e pagar de outra forma' }).click();
      await page.waitForURL('**/payment?**');
      await alive(page);
      await look(page, 'question left open');
      await world.weather('acquirer', [{ mode: 'processing', times: 1, ms: 600_000 }]);
      await payByCard(buyer, cards.approved);
      await page.waitForURL('**/parsing?**');
      await look(page, 'working out');
      await world.weather('acquirer', []);
      expect(found).toEqual([]);
    },
  );
}

journey('axe finds nothing on the payment page of Mozambique: card, address, wrong, busy', looking, async (buyer) => {
  const { page, at, email } = buyer;
  const { look, found } = findings();
  await page.goto(at(`/lead${abroad}`));
  await alive(page);
  await typeLead(page, { email, phone: '841234567' });
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.waitForURL('**/payment?**');
  await alive(page);
  await typeMozambicanCard(buyer);
  await look(page, 'card');
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page.locator('input[name=addressLine1]')).toBeVisible();
  await look(page, 'address, empty');
  await page.getByRole('button', { name: /^Finalizar/ }).click();
  await expect(page.locator('#field-addressLine1-error')).toBeVisible();
  await look(page, 'address, wrong');
  for (const [name, value] of [
    ['addressLine1', 'Avenida Julius Nyerere'],
    ['addressLine2', '1240'],
    ['neighbourhood', 'Sommerschield'],
    ['city', 'Maputo'],
  ] as const) {
    await type(page.locator(`input[name=${name}]`), value);
  }
  await page.locator('select[name=state]').selectOption({ index: 1 });
  await acceptTerms(page);
  await keepBusy(page);
  await page.getByRole('button', { name: /^Finalizar/ }).click();
  await overlay(page);
  await look(page, 'busy');
  expect(found).toEqual([]);
});

async function typeMozambicanCard(buyer: Journey): Promise<void> {
  const frame = await cardFrame(buyer);
  await frame.locator('#cc-number').pressSequentially(cards.approved);
  await frame.locator('#cc-name').pressSequentially(buyerName);
  await frame.locator('#cc-exp').pressSequentially('0831');
  await frame.locator('#cc-csc').pressSequentially('123');
}

journey('axe finds nothing on the pages without a purchase', looking, async ({ page, at }) => {
  const { look, found } = findings();
  for (const path of [
    '/',
    '/generic-error',
    '/generic-error?product=wup',
    '/generic-error?product=ms',
    '/no-such-page',
    '/access',
    '/staging?product=ms',
  ]) {
    await page.goto(at(path));
    await look(page, path);
  }
  await page.goto(at('/lead?product=wup'));
  await page.evaluate(() => (document.documentElement.dataset['cookies'] = 'off'));
  await look(page, 'cookies off');
  expect(found).toEqual([]);
});

journey(
  'axe finds nothing on the narrowest phone: lead, payment, code',
  { ...looking, viewport: { width: 320, height: 640 } },
  async (buyer) => {
    const { page } = buyer;
    const { look, found } = findings();
    await reachPayment(buyer);
    await look(page, 'payment');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await choose(page, 'credit-card');
    await typeCard(buyer, cards.approved, buyerCpf);
    await orderPix(page);
    await look(page, 'code');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    expect(found).toEqual([]);
  },
);
