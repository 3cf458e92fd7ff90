import {
  acceptTerms,
  alive,
  buyerCpf,
  cards,
  choose,
  codeOf,
  payButton,
  openAccountPageAsBuyer,
  type,
  typeCard,
} from '#tests/support/browser/purchase-steps.ts';
import { deep } from '#tests/support/depth.ts';
import { expect, journey, type Journey } from '#tests/support/browser/journey.ts';
import { confirmRenewal, followSample } from '#tests/support/fixtures/sample-links.ts';

/** Renewals by each means that a buyer in Brazil has, and what the next term then costs. */

const narrow = { width: 360, height: 740 } as const;
const day = 86_400;
const heading = (page: Journey['page']) => page.getByRole('heading', { level: 1 });

/** What was taken of this buyer, as the ledger has it, which the watch over all journeys holds against the companies' books. */
async function taken({ world, email }: Journey): Promise<readonly string[]> {
  return (await world.records(email)).ledger;
}
const principal = (...amounts: number[]) => amounts.map((amount) => `capture-principal ${amount}`);

/** A half-year's subscription near its end, with a card on the buyer's own page; answers that page's address and the subscription's id. */
async function withCard(buyer: Journey): Promise<{ readonly own: string; readonly id: string }> {
  const { page } = buyer;
  const own = await openAccountPageAsBuyer(buyer, 'product=wup&planId=wup-semester-t');
  await page.getByRole('link', { name: 'Cadastrar um cartão' }).click();
  await page.waitForURL('**/card/sub_**');
  const id = /sub_[\w-]+/.exec(page.url())?.[0] ?? '';
  await alive(page);
  await typeCard(buyer, cards.approved);
  await page.getByRole('checkbox').click();
  await page.getByRole('button', { name: 'Salvar este cartão' }).click();
  await expect(page.getByText('Cartão trocado: ele vale a partir da próxima cobrança')).toBeVisible();
  return { own, id };
}

journey('a half-year is renewed by the saved card, by one press, once', deep, async (buyer) => {
  const { page, at, world } = buyer;
  const { own, id } = await withCard(buyer);
  const here = at(`/renew/${id}?product=wup&planId=wup-semester-t`);
  await page.goto(here);
  await expect(page.locator('label', { hasText: 'Plano semestral' })).toContainText('O mesmo plano de hoje');
  await page.getByRole('button', { name: /Visa final 1111/ }).dblclick();
  await page.waitForURL('**/success-invoice?**');
  await expect(heading(page)).toHaveText('Fatura paga');
  await page.goto(here);
  await expect(page.getByText('o próximo período já está pago')).toBeVisible();
  await page.goto(own);
  await expect(page.getByText('Plano semestral').first()).toBeVisible();
  // The day of that term comes, and it is paid already.
  await world.advance(14 * day);
  expect(await taken(buyer)).toEqual(principal(71_400));
});

journey(
  'a billing period is renewed by a slip, whose money the invoice page awaits',
  { ...deep, viewport: narrow },
  async (buyer) => {
    const { page, world, email } = buyer;
    const here = await followSample(buyer, 'renewal', 'product=ms');
    await confirmRenewal(buyer);
    const bill = page.url();
    await alive(page);
    await choose(page, 'bankslip');
    await type(page.locator('input[name="bank-slip.document"]'), buyerCpf);
    await acceptTerms(page);
    await payButton(page).click();
    await page.locator('textarea').first().waitFor();
    expect(page.url().split('?')[0]).toBe(bill.split('?')[0]);
    await world.paySlip({ line: await codeOf(page) });
    await page.waitForURL('**/success-invoice?**');
    await expect(heading(page)).toHaveText('Fatura paga');
    await page.goto(here);
    await expect(page.getByText('o próximo período já está pago')).toBeVisible();
    expect(await taken(buyer)).toEqual(principal(114_000));
    expect(await world.records(email)).toMatchObject({ attempts: ['bank-slip captured'], breaks: [] });
    // Nobody is welcomed again who goes on, nor sent a second way in.
    const receipt = async () =>
      (await world.mails(email)).find(({ subject }) => subject.startsWith('Pagamento confirmado'));
    await expect.poll(async () => (await receipt())?.text).toMatch(/O período pago vai de \d\d\/\d\d\/\d{4} a/);
    expect((await receipt())?.links.filter((link) => link.includes('/access'))).toEqual([]);
  },
);

journey('a month is renewed by Pix, whose mandate pays the next month', { timeout: 90_000 }, async (buyer) => {
  const { page, world, person, product } = buyer;
  await followSample(buyer, 'renewal', 'product=conquer&planId=conquer-monthly-t');
  await confirmRenewal(buyer);
  await alive(page);
  await choose(page, 'pix');
  await type(page.locator('input[name="pix.document"]'), buyerCpf);
  await expect(page.locator('input[name="pix.automatic"]')).not.toBeChecked();
  await page.locator('input[name="pix.automatic"]').check();
  await acceptTerms(page);
  await payButton(page).click();
  await page.locator('textarea').first().waitFor();
  const payer = await person();
  await payer.goto(`${product.sandbox}/pix-bank/pay`);
  await payer.locator('textarea[name=code]').fill(await codeOf(page));
  await payer.getByRole('button', { name: 'Continuar' }).click();
  await payer.getByRole('button', { name: 'Pagar e autorizar as próximas' }).click();
  await page.waitForURL('**/success-invoice?**');
  expect(await taken(buyer)).toEqual(principal(9900));
  // Twelve days were left of the term before, and a month follows: it is asked for in the days before it is due.
  await world.advance(36 * day);
  await world.advance(13 * day);
  await expect.poll(() => taken(buyer)).toEqual(principal(9900, 9900));
});

journey(
  'a downgrade begins with the next billing period, may be undone until then, and is charged once',
  { ...deep, viewport: narrow, timeout: 90_000 },
  async (buyer) => {
    const { page, at, world } = buyer;
    const { own, id } = await withCard(buyer);
    const here = at(`/payment/upgrade?product=wup&planId=wup-semester-t&enrollmentSubscriptionId=${id}`);
    const plan = async (): Promise<void> => {
      await page.goto(here);
      await page.getByRole('button', { name: 'Ver como fica' }).click();
      await expect(heading(page)).toHaveText('Como fica: Plano anual');
      await page.getByRole('button', { name: /^Confirmar/ }).click();
      await page.waitForURL('**/payment/upgrade?**done=1**');
    };
    await plan();
    const keep = page.getByRole('button', { name: /^Manter Plano semestral/ });
    await keep.click();
    // The address may be the same before and after: that there is nothing to take back any more is not.
    await expect(keep).toHaveCount(0);
    await plan();
    expect(await taken(buyer)).toEqual([]);
    await page.goto(own);
    await expect(page.getByText(/R\$\s1\.140,00 em \d\d\/\d\d\/\d{4}/)).toBeVisible();
    await world.advance(13 * day);
    await expect.poll(() => taken(buyer)).toEqual(principal(114_000));
    await page.goto(own);
    await expect(page.getByText('Plano anual').first()).toBeVisible();
    await world.advance(2 * day);
    expect(await taken(buyer)).toEqual(principal(114_000));
  },
);
