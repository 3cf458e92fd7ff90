import { deep } from '#tests/support/depth.ts';
import { findings, holdResponses, axeJourneyOptions, overlay } from '#tests/support/browser/collect-axe-findings.ts';
import {
  acceptTerms,
  alive,
  buyerCpf,
  buyerName,
  cardFrame,
  cards,
  choose,
  orderPix,
  reachPayment,
  type,
  typeCard,
  typeLead,
} from '#tests/support/browser/purchase-steps.ts';
import { expect, journey, type Journey } from '#tests/support/browser/journey.ts';

const abroad = '?product=ms&lang=pt-mz';

journey(
  'axe finds nothing on the payment page of Mozambique: card, address, wrong, busy',
  { ...axeJourneyOptions, ...deep },
  async (buyer) => {
    const { page, at, email } = buyer;
    const { look, found } = findings();
    await page.goto(at(`/lead${abroad}`));
    await alive(page);
    await typeLead(page, { email, phone: '841234567' });
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.waitForURL('**/payment?**');
    await alive(page);
    await page.locator('label:has(input[name=method][value=credit-card])').click();
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
    await holdResponses(page);
    await page.getByRole('button', { name: /^Finalizar/ }).click();
    await overlay(page);
    await look(page, 'busy');
    expect(found).toEqual([]);
  },
);

async function typeMozambicanCard(buyer: Journey): Promise<void> {
  const frame = await cardFrame(buyer);
  await frame.locator('#cc-number').pressSequentially(cards.approved);
  await frame.locator('#cc-name').pressSequentially(buyerName);
  await frame.locator('#cc-exp').pressSequentially('0831');
  await frame.locator('#cc-csc').pressSequentially('123');
}

journey('axe finds nothing on the pages without a purchase', axeJourneyOptions, async ({ page, at }) => {
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
  { ...deep, ...axeJourneyOptions, viewport: { width: 320, height: 640 } },
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
