import { deep } from '#tests/support/depth.ts';
import { axeInBothModes } from '#tests/support/browser/axe.ts';
import {
  acceptTerms,
  alive,
  cards,
  choose,
  codeOf,
  settled,
  type,
  typeCard,
  buyerCpf,
} from '#tests/support/browser/purchase-steps.ts';
import { expect, journey, type Journey } from '#tests/support/browser/journey.ts';
import {
  askForCode,
  codeOfMember,
  enterCode,
  enterCpf,
  pointsMembers,
  reachPoints,
} from '#tests/support/browser/points-member-steps.ts';

const { paula, rich } = pointsMembers;

/** Proves a member; ends where the price is divided. */
async function prove(buyer: Journey, member: typeof paula | typeof rich): Promise<void> {
  const { page } = buyer;
  await reachPoints(buyer, 'livelo');
  await enterCpf(page, member.cpf);
  await askForCode(page, member.phone ? 'SMS para o celular' : 'E-mail');
  await expect.poll(() => codeOfMember(buyer, member)).toMatch(/^\d{6}$/);
  await enterCode(page, await codeOfMember(buyer, member));
  await page.waitForURL('**/livelo/payment-method?**');
  await alive(page);
}

/** Divides the price; ends where both parts are paid. */
async function splitPayment({ page }: Journey, points: string): Promise<void> {
  await type(page.locator('input[name=points]'), points);
  await page.getByRole('button', { name: 'Continuar com esta divisão' }).click();
  await page.waitForURL('**/livelo/payment?**');
  await alive(page);
}

/** The button that pays what the points leave. */
const pay = ({ page }: Journey, name: RegExp) => page.getByRole('button', { name }).click();

/** What a member can use now, by the programme's own page. */
async function balance({ product }: Journey, member: { readonly cpf: string }): Promise<number> {
  const text = await (await fetch(`${product.sandbox}/points-club/members`)).text();
  const row = text.slice(text.indexOf(member.cpf.replaceAll(/\D/g, '')));
  return Number(/class="number">([\d.]+)</.exec(row)?.[1]?.replaceAll('.', '') ?? Number.NaN);
}

/** The member uses points at another shop. */
async function recordExternalUse(
  { product }: Journey,
  member: { readonly cpf: string },
  points: number,
): Promise<void> {
  const answer = await fetch(`${product.sandbox}/sandbox/points/use`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ document: member.cpf, points: String(points) }),
  });
  expect(answer.status).toBe(200);
}

journey('points pay everything, chosen by one key', { ...deep, timeout: 120_000 }, async (buyer) => {
  const { page, world, email } = buyer;
  const before = await balance(buyer, rich);
  await prove(buyer, rich);
  const slider = page.getByRole('slider', { name: 'Pontos para usar' });
  await slider.focus();
  await page.keyboard.press('End');
  await expect(page.locator('input[name=points]')).toHaveValue('36.480');
  await expect(slider).toHaveAttribute('aria-valuetext', /^36\.480 pontos, que valem R\$\s1\.140,00$/);
  await page.keyboard.press('ArrowLeft');
  await expect(page.locator('input[name=points]')).toHaveValue('36.000');
  await page.keyboard.press('End');
  await page.getByRole('button', { name: 'Continuar com esta divisão' }).click();
  await page.waitForURL('**/livelo/payment?**');
  await alive(page);
  await expect(page.getByText('Os pontos pagam tudo.')).toBeVisible();
  expect(await axeInBothModes(page)).toEqual([]);
  await pay(buyer, /^Confirmar a matrícula$/);
  await expect(page.getByText('termos').first()).toBeVisible();
  await acceptTerms(page);
  await pay(buyer, /^Confirmar a matrícula$/);
  await page.waitForURL('**/success?**');
  await expect(page.locator('dl').first()).toContainText('36.480 pontos Livelo');
  expect(await world.charges()).toMatchObject([
    { company: 'points-club', status: 'confirmed', amount: 114_000, captured: 114_000, refunded: 0 },
  ]);
  expect(await world.records(email)).toMatchObject({
    orders: [{ state: 'paid', received: 114_000 }],
    attempts: ['loyalty-points captured'],
    ledger: ['capture-principal 114000'],
    grants: 1,
    breaks: [],
  });
  expect(await balance(buyer, rich)).toBe(before - 36_480);
});

journey('points and a card pay one order, or neither does', { timeout: 120_000 }, async (buyer) => {
  const { page, world, email } = buyer;
  const before = await balance(buyer, paula);
  await prove(buyer, paula);
  await splitPayment(buyer, '8000');
  await expect(page.getByText(/R\$\s890,00/).first()).toBeVisible();
  expect(await axeInBothModes(page)).toEqual([]);
  await choose(page, 'credit-card');
  await typeCard(buyer, cards.approved);
  await acceptTerms(page);
  await pay(buyer, /^Pagar/);
  await page.waitForURL('**/success?**');
  const charges = await world.charges();
  expect(charges.map(({ company, captured }) => `${company} ${captured}`).toSorted()).toEqual([
    'acquirer 89000',
    'points-club 25000',
  ]);
  expect((await world.records(email)).orders).toMatchObject([{ state: 'paid', received: 114_000 }]);
  expect(await balance(buyer, paula)).toBe(before - 8_000);
});

journey('a card that is refused takes no points with it', { ...deep, timeout: 150_000 }, async (buyer) => {
  const { page, world, email } = buyer;
  const before = await balance(buyer, paula);
  await prove(buyer, paula);
  await splitPayment(buyer, '4000');
  await choose(page, 'credit-card');
  await typeCard(buyer, cards.declined);
  await acceptTerms(page);
  await pay(buyer, /^Pagar/);
  await expect.poll(async () => (await world.records(email)).attempts).toContain('card declined');
  await settled(page);
  // Kept for the buyer to finish in another way; afterwards they are the member's again.
  await world.advance(16 * 60);
  await expect.poll(() => balance(buyer, paula)).toBe(before);
  const records = await world.records(email);
  expect(records.orders.every(({ received }) => received === 0)).toBe(true);
  expect([records.ledger, records.grants]).toEqual([[], 0]);
});

journey('points and Pix', { ...deep, timeout: 120_000 }, async (buyer) => {
  const { page, world, email } = buyer;
  await prove(buyer, paula);
  await splitPayment(buyer, '4000');
  await choose(page, 'pix');
  await type(page.locator('input[name="pix.document"]'), buyerCpf);
  await acceptTerms(page);
  await pay(buyer, /^Pagar/);
  await page.waitForURL('**/pix?**');
  await world.payPix({ code: await codeOf(page) });
  await page.waitForURL('**/success?**');
  await expect
    .poll(async () => (await world.records(email)).orders)
    .toMatchObject([{ state: 'paid', received: 114_000 }]);
});

journey(
  'a proof that has ended and points that are gone are said, and nothing is taken',
  { ...deep, timeout: 150_000 },
  async (buyer) => {
    const { page, world, email } = buyer;
    await prove(buyer, paula);
    await splitPayment(buyer, '6000');
    const before = await balance(buyer, paula);
    await recordExternalUse(buyer, paula, before - 2_000);
    await choose(page, 'pix');
    await type(page.locator('input[name="pix.document"]'), buyerCpf);
    await acceptTerms(page);
    await pay(buyer, /^Pagar/);
    await page.waitForURL('**/livelo/payment-method?**');
    await alive(page);
    await expect(page.getByText('Os seus pontos mudaram')).toBeVisible();
    await expect(page.getByText(/usar até 2\.000 pontos/)).toBeVisible();
    await splitPayment(buyer, '2000');
    await world.advance(16 * 60);
    await acceptTerms(page);
    await choose(page, 'pix');
    await type(page.locator('input[name="pix.document"]'), buyerCpf);
    await pay(buyer, /^Pagar/);
    await page.waitForURL('**/livelo/error?**');
    await expect(page.getByRole('heading', { name: 'A confirmação venceu' })).toBeVisible();
    expect((await world.records(email)).ledger).toEqual([]);
  },
);

journey(
  'points without JavaScript pay everything too',
  { ...deep, javaScriptEnabled: false, timeout: 120_000 },
  async (buyer) => {
    const { page, at, email, world } = buyer;
    await world.advance(3600);
    await page.goto(at('/lead?product=wup&route=livelo'));
    await page.locator('input[name=name]').fill('Carla Dias');
    await page.locator('input[name=email]').fill(email);
    await page.locator('input[name=phone]').fill('(11) 96123-4567');
    await page.locator('form button[type=submit]').click();
    await page.locator('input[name=cpf]').fill(rich.cpf);
    await page.getByRole('button', { name: 'Continuar', exact: true }).click();
    await page.locator('label', { hasText: 'E-mail' }).click();
    await page.getByRole('button', { name: 'Enviar código' }).click();
    await expect.poll(() => codeOfMember(buyer, rich)).toMatch(/^\d{6}$/);
    await page.locator('input[name=code]').fill(await codeOfMember(buyer, rich));
    await page.getByRole('button', { name: 'Confirmar' }).click();
    await page.locator('input[name=points]').fill('36480');
    await page.getByRole('button', { name: 'Continuar com esta divisão' }).click();
    await page.locator('input[name=terms]').check();
    await page.getByRole('button', { name: 'Confirmar a matrícula' }).click();
    await page.waitForURL('**/success?**');
    expect((await world.records(email)).orders).toMatchObject([{ state: 'paid', received: 114_000 }]);
  },
);
