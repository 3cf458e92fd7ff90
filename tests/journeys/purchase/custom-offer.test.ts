import { deep } from '#tests/support/depth.ts';
import { axeInBothModes } from '#tests/support/browser/axe.ts';
import { axeJourneyOptions } from '#tests/support/browser/collect-axe-findings.ts';
import {
  acceptTerms,
  alive,
  buyerCpf,
  cards,
  choose,
  codeOf,
  payButton,
  type,
  typeCard,
} from '#tests/support/browser/purchase-steps.ts';
import { expect, journey, type Journey } from '#tests/support/browser/journey.ts';

/** Makes an offer as a seller would, and follows its link. */
async function follow({ page, at, email }: Journey, kind: string): Promise<void> {
  await page.goto(at('/samples?product=ms&seller=ana'));
  await type(page.locator('input[name=email]'), email);
  await page.locator(`button[name=kind][value=${kind}]`).click();
  await page.waitForURL('**/custom-offer?**');
  // The secret has left the address at once.
  expect(new URL(page.url()).searchParams.get('t')).toBeNull();
}

journey(
  'a custom offer for a subscription is accepted by a verified card',
  { ...axeJourneyOptions, ...deep },
  async (buyer) => {
    const { page, world } = buyer;
    await follow(buyer, 'offer-terms');
    await alive(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Uma oferta de Ana Prado para você');
    await expect(page.getByText(/R\$\s912,00/).first()).toBeVisible();
    expect(await axeInBothModes(page)).toEqual([]);
    await typeCard(buyer, cards.approved);
    await page.locator('input[name=terms]').click();
    await page.locator('input[name=trial]').click();
    await page.getByRole('button', { name: 'Aceitar a oferta' }).click();
    await expect(page.getByText('Oferta aceita')).toBeVisible();
    expect(await axeInBothModes(page)).toEqual([]);
    expect(await world.charges()).toEqual([]);
    await page.reload();
    await expect(page.getByText('Oferta aceita')).toBeVisible();
  },
);

journey('a custom offer for a first purchase is an invoice, payable by any method', deep, async (buyer) => {
  const { page, world } = buyer;
  await follow(buyer, 'offer-first');
  await page.getByRole('button', { name: 'Aceitar e ir para o pagamento' }).click();
  await page.waitForURL('**/payment/inv_**');
  await alive(page);
  await choose(page, 'pix');
  await type(page.locator('input[name="pix.document"]'), buyerCpf);
  await acceptTerms(page);
  await payButton(page).click();
  await world.payPix({ code: await codeOf(page) });
  await page.waitForURL('**/success-invoice?**');
  expect(await world.charges()).toMatchObject([{ company: 'pix-bank', captured: 91_200 }]);
});
