import {
  alive,
  cardFrame,
  cards,
  choose,
  codeOf,
  buyerName,
  orderPix,
  payButton,
  typeCard,
  typeLead,
  acceptTerms,
} from '#tests/support/journey-steps.ts';
import { expect, journey, type Journey } from '#tests/support/journey.ts';

/** Product key, price in minor units, and what the school says when it has been paid. The others have journeys of their own. */
const byPix: readonly (readonly [key: string, total: number, thanks: string, steps: string])[] = [
  ['at', 71_880, 'Dentro, Maria!', 'Passo 2 de 3'],
  ['em', 83_880, 'Missão dada, Maria!', 'Passo 2 de 3'],
  ['medcof', 598_800, 'Inscrição confirmada, Maria', 'Passo 3 de 4'],
  ['live', 238_800, 'You’re live, Maria!', 'Passo 2 de 3'],
  ['flex', 358_800, 'Encaixou, Maria!', 'Passo 2 de 3'],
  ['teens', 298_800, 'Combinado, Maria!', 'Passo 2 de 3'],
  ['wsp', 178_800, 'Bandeirada, Maria!', 'Passo 3 de 4'],
  ['vc', 39_700, 'Fechado, Maria!', 'Passo 2 de 3'],
  ['trinca', 118_800, 'Inscrição deferida, Maria', 'Passo 3 de 4'],
  ['trinca-oab', 95_880, 'Deferido, doutor(a) Maria', 'Passo 2 de 3'],
  ['destiny', 129_600, 'Que bom ter você, Maria', 'Passo 3 de 4'],
];

/** Opens a link and gives the lead, whatever the school's button is called; ends on the payment page. */
async function enter({ page, at, email }: Journey, link: string, phone?: string): Promise<void> {
  await page.goto(at(link));
  await page.waitForURL('**/lead?**');
  await alive(page);
  // A school for teenagers asks for the student and the guardian's word before the form is sent.
  const birthDate = page.locator('[name=birthDate]');
  if ((await birthDate.count()) > 0) {
    await birthDate.fill('14/03/2012');
    await page.locator('select[name=relationAccount]').selectOption({ index: 1 });
    await page.locator('[name=guardian]').check();
  }
  await typeLead(page, { email, ...(phone === undefined ? {} : { phone }) });
  await payButton(page).click();
  await page.waitForURL('**/payment?**');
  await alive(page);
}

for (const [key, total, thanks, steps] of byPix) {
  journey(`${key}: the school's own page, a Pix, and its own thanks`, async (buyer) => {
    const { page, world, email } = buyer;
    await enter(buyer, `/?product=${key}&route=pix`);
    await orderPix(page);
    await expect(page.getByText(steps)).toBeVisible();
    await world.payPix({ code: await codeOf(page) });
    await page.waitForURL('**/success?**');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(thanks);
    expect(await world.records(email)).toMatchObject({
      orders: [{ state: 'paid', total, currency: 'BRL' }],
      grants: 1,
      breaks: [],
    });
  });
}

journey('exec: a card in twelve, with interest, and no Pix', async (buyer) => {
  const { page, world, email } = buyer;
  await enter(buyer, '/?product=exec');
  await expect(page.locator('input[name=method][value=pix]')).toHaveCount(0);
  await choose(page, 'credit-card');
  await typeCard(buyer, cards.approved);
  await page.locator('select[name="card.installments"]').selectOption('12');
  await acceptTerms(page);
  await payButton(page).click();
  await page.waitForURL('**/success?**');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Negócio fechado, Maria');
  expect(await world.charges()).toMatchObject([
    { company: 'acquirer', status: 'captured', captured: 542_964, currency: 'BRL' },
  ]);
  expect(await world.records(email)).toMatchObject({
    orders: [{ state: 'paid', total: 478_800 }],
    grants: 1,
    breaks: [],
  });
});

journey('Peru: Spanish words, soles, a card', async (buyer) => {
  const { page, world, email } = buyer;
  await enter(buyer, '/?product=wup&flowId=peru', '961234567');
  await expect(page.locator('html')).toHaveAttribute('lang', 'es-PE');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pago');
  await choose(page, 'credit-card');
  const frame = await cardFrame(buyer);
  await frame.locator('#cc-number').pressSequentially(cards.approved);
  await frame.locator('#cc-name').pressSequentially(buyerName);
  await frame.locator('#cc-exp').pressSequentially('0831');
  await frame.locator('#cc-csc').pressSequentially('123');
  await acceptTerms(page);
  await payButton(page).click();
  await page.waitForURL('**/success?**');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome, Maria!');
  expect(await world.records(email)).toMatchObject({
    orders: [{ state: 'paid', total: 118_800, currency: 'PEN' }],
    grants: 1,
    breaks: [],
  });
});

journey('a business without looks of its own sells in the default ones', async (buyer) => {
  const { page } = buyer;
  await enter(buyer, '/?product=conquer');
  await expect(page.locator('#summary-wide')).toContainText(/R\$\s948,00/);
  await expect(page.getByText('Venda realizada por Conquer Escola de Negócios Ltda.')).toBeVisible();
});
