import { deep } from '#tests/support/depth.ts';
import { axeInBothModes } from '#tests/support/browser/axe.ts';
import {
  acceptTerms,
  alive,
  buyerCpf,
  cards,
  choose,
  codeOf,
  payButton,
  payByCard,
  type,
} from '#tests/support/browser/purchase-steps.ts';
import { expect, journey, type Journey, type JourneyOptions } from '#tests/support/browser/journey.ts';
import { expectNoScript, reachStep, stored, summary } from '#tests/support/browser/presentation-steps.ts';

const axeJourneyOptions: JourneyOptions = { allow: ['layout shift'], timeout: 120_000 };

/** Pays the flow's own purchase by card; ends on the page that makes the offer. */
async function buyFirst(buyer: Journey, link: string, offerPath: string): Promise<void> {
  await reachStep(buyer, link, '/payment');
  await payByCard(buyer, cards.approved);
  await buyer.page.waitForURL(`**${offerPath}?**`);
}

/** Pays the offer by Pix. */
async function payOfferByPix({ page, world }: Journey, end: string): Promise<void> {
  await alive(page);
  await choose(page, 'pix');
  await type(page.locator('input[name="pix.document"]'), buyerCpf);
  await acceptTerms(page);
  await payButton(page).click();
  await page.waitForURL('**/pix?**');
  await world.payPix({ code: await codeOf(page) });
  await page.waitForURL(`**${end}?**`);
}

journey(
  'an offer after the purchase: own theme, no logo, the seller’s banner, a chat, and a paid acceptance',
  { ...axeJourneyOptions, ...deep },
  async (buyer) => {
    const { page, world, email } = buyer;
    await buyFirst(buyer, '/?product=ms&flowId=upsell-presentation&seller=ana', '/upsell-presentation');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Que tal levar Wise Up Online também?');
    await expect(page.locator('header img')).toHaveCount(0);
    await expect(page.locator('header').getByText(/^Atendimento: /)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Voltar' })).toHaveCount(0);
    await expect(page.getByText(/R\$\s570,00/)).toBeVisible();
    await expect(page.getByRole('link', { name: /falar com a escola/ })).toHaveAttribute(
      'href',
      /^https:\/\/wa\.me\/\d+\?text=Ol/,
    );
    await expectNoScript(page);
    expect(await axeInBothModes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Quero Wise Up Online' }).click();
    await page.waitForURL('**/upsell-payment?**');
    await alive(page);
    // The page of payment has a Back, which leads to the offer: it can still be turned down.
    await page.getByRole('link', { name: 'Voltar' }).click();
    await page.waitForURL('**/upsell-presentation?**');
    await page.getByRole('button', { name: 'Quero Wise Up Online' }).click();
    await page.waitForURL('**/upsell-payment?**');
    await payOfferByPix(buyer, '/subscription-welcome');
    expect(await world.records(email)).toMatchObject({
      orders: [
        { state: 'paid', total: 114_000 },
        { state: 'paid', total: 57_000 },
      ],
      grants: 2,
      breaks: [],
    });
  },
);

journey('an offer is turned down with one press, and nothing is charged', deep, async (buyer) => {
  const { page, world, email } = buyer;
  await buyFirst(buyer, '/?product=ms&flowId=upsell-presentation', '/upsell-presentation');
  await page.getByRole('button', { name: 'Não, obrigado' }).click();
  await page.waitForURL('**/subscription-welcome?**');
  expect((await world.records(email)).orders).toHaveLength(1);
  expect(await world.charges()).toHaveLength(1);
});

journey(
  'a film makes an offer: it can be read, and both answers stand under it',
  { ...axeJourneyOptions, ...deep },
  async (buyer) => {
    const { page } = buyer;
    await buyFirst(buyer, '/?product=wup&flowId=video-upsell&seller=ana', '/video/upsell');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Antes de ir: conheça Wise Up ao vivo');
    expect(await page.locator('video').evaluate((video: HTMLVideoElement) => [video.autoplay, video.paused])).toEqual([
      false,
      true,
    ]);
    await expectNoScript(page);
    expect(await axeInBothModes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Não, obrigado' }).click();
    await page.waitForURL('**/success?**');
  },
);

journey(
  'more profiles after the purchase: how many, at what price, paid as an order of their own',
  { ...axeJourneyOptions, ...deep },
  async (buyer) => {
    const { page, world, email } = buyer;
    await buyFirst(buyer, '/?product=wup&flowId=family-upsell', '/multiprofile-upsell-presentation');
    await alive(page);
    await expect(page.locator('header img')).toHaveCount(0);
    await expect(page.locator('label', { hasText: 'Mais 3 perfis' })).toContainText(/\+ R\$\s114,00\s*por mês/);
    expect(await axeInBothModes(page)).toEqual([]);
    await page.locator('label', { hasText: 'Mais 2 perfis' }).click();
    await page.getByRole('button', { name: 'Acrescentar perfis' }).click();
    await page.waitForURL('**/upsell-payment?**');
    await alive(page);
    expect(await stored(page, 'PURCHASED_PROFILES_AMOUNT')).toBe(2);
    expect(await stored(page, 'PURCHASED_PLAN')).toBe('wup-perfis-t');
    expect(await stored(page, 'shouldUseUpsellTheme')).toBe(true);
    await expect(summary(page)).toContainText(/R\$\s1\.026,00/);
    await payOfferByPix(buyer, '/subscription-welcome');
    expect(await world.records(email)).toMatchObject({
      orders: [
        { state: 'paid', total: 114_000 },
        { state: 'paid', total: 102_600 },
      ],
      grants: 2,
    });
    // The end of the flow leaves nothing behind.
    expect(await stored(page, 'PURCHASED_PROFILES_AMOUNT')).toBeNull();
  },
);
