import { test } from 'vitest';
import {
  acceptTerms,
  alive,
  cards,
  choose,
  codeOf,
  orderPix,
  payButton,
  type,
  typeCard,
} from '#tests/support/browser/purchase-steps.ts';
import { deep } from '#tests/support/depth.ts';
import { readBrandParts } from '#tests/support/fixtures/brand-parts.server.ts';
import { expect, journey, type Journey } from '#tests/support/browser/journey.ts';
import { typeAddress, typeCardData } from '#tests/support/browser/mozambique-steps.ts';
import { ownPhone, walkTo } from '#tests/support/browser/walk-flow.ts';

interface School {
  readonly key: string;
  /** The screens between the lead and the payment, and what the pages of payment and of waiting count. */
  readonly way: readonly string[];
  readonly counted: readonly [payment: string, waiting: string];
  /** In minor units. */
  readonly total: number;
  readonly thanks: string;
  /** The heading of the letter. */
  readonly message: string;
}

/** What most schools say. */
const confirmed = { thanks: 'Pagamento confirmado, Maria!', message: 'Pagamento confirmado' } as const;

/** A whole purchase by Pix: what the school calls things, and what it counts. */
const byPix: Readonly<Record<string, School>> = {
  'aprova-total': {
    key: 'at',
    way: ['/select-test-location'],
    counted: ['Passo 3 de 4', 'Passo 3 de 4'],
    total: 71_880,
    ...confirmed,
  },
  eumilitar: {
    key: 'em',
    way: [],
    counted: ['Passo 2 de 3', 'Passo 2 de 3'],
    total: 83_880,
    ...confirmed,
  },
  medcof: {
    key: 'medcof',
    way: [],
    counted: ['Passo 2 de 4', 'Passo 3 de 4'],
    total: 598_800,
    ...confirmed,
  },
  meusucesso: {
    key: 'ms',
    way: [],
    counted: ['Passo 2 de 3', 'Passo 2 de 3'],
    total: 114_000,
    ...confirmed,
  },
  'wise-up.online': {
    key: 'wup',
    way: [],
    counted: ['Passo 2 de 3', 'Passo 2 de 3'],
    total: 114_000,
    ...confirmed,
  },
  'wise-up.live': {
    key: 'live',
    way: ['/video'],
    counted: ['Passo 3 de 4', 'Passo 3 de 4'],
    total: 238_800,
    ...confirmed,
  },
  'wise-up.flex': {
    key: 'flex',
    way: ['/select-school'],
    counted: ['Passo 3 de 4', 'Passo 3 de 4'],
    total: 358_800,
    ...confirmed,
  },
  'wise-up.teens': {
    key: 'teens',
    way: ['/select-school'],
    counted: ['Passo 3 de 4', 'Passo 3 de 4'],
    total: 298_800,
    ...confirmed,
  },
  'performan-c': {
    key: 'wsp',
    way: [],
    counted: ['Passo 2 de 4', 'Passo 3 de 4'],
    total: 178_800,
    ...confirmed,
  },
  'vende-c': {
    key: 'vc',
    way: ['/presentation'],
    counted: ['Passo 3 de 4', 'Passo 3 de 4'],
    total: 39_700,
    ...confirmed,
  },
  'a-trinca.concursos': {
    key: 'trinca',
    way: [],
    counted: ['Passo 2 de 4', 'Passo 3 de 4'],
    total: 118_800,
    ...confirmed,
  },
  'a-trinca.oab': {
    key: 'trinca-oab',
    way: ['/select-test-location'],
    counted: ['Passo 3 de 4', 'Passo 3 de 4'],
    total: 95_880,
    ...confirmed,
  },
  'instituto-destiny': {
    key: 'destiny',
    way: [],
    counted: ['Passo 2 de 4', 'Passo 3 de 4'],
    total: 129_600,
    ...confirmed,
  },
};

/** Sold by card only, or as their markets do: each has a journey of its own below. */
const byCard = ['wise-up.executive', 'wise-up.peru', 'meusucesso.mz'];

/** The buyer is thanked, may enter, and has a letter with the way in. */
async function expectBought(
  { page, world, email }: Journey,
  bought: { readonly thanks: string; readonly message: string; readonly total: number; readonly currency?: string },
): Promise<void> {
  const { thanks, message, total, currency = 'BRL' } = bought;
  await page.waitForURL('**/success?**');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(thanks);
  await expect(page.locator('form[action*="/access"] button')).toBeVisible();
  expect(await world.records(email)).toMatchObject({
    orders: [{ state: 'paid', total, currency }],
    grants: 1,
    breaks: [],
  });
  await expect.poll(async () => (await world.mails(email)).map(({ text }) => text).join()).toContain(message);
  const [mail] = await world.mails(email);
  expect(mail?.links.some((link) => link.includes('/access'))).toBe(true);
}

for (const [brand, school] of Object.entries(byPix)) {
  journey(`${brand}: its own way, a Pix, its own thanks, access and letter`, deep, async (buyer) => {
    const { page, world } = buyer;
    const { key, way, counted, total } = school;
    expect(await walkTo(buyer, `/?product=${key}&route=pix`, '/payment')).toEqual(['/lead', ...way, '/payment']);
    await alive(page);
    await expect(page.getByText(counted[0])).toBeVisible();
    await orderPix(page);
    await expect(page.getByText(counted[1])).toBeVisible();
    await world.payPix({ code: await codeOf(page) });
    await expectBought(buyer, { ...school, total });
  });
}

journey('wise-up.executive: five steps, a company’s card in twelve with interest, and no Pix', deep, async (buyer) => {
  const { page, world } = buyer;
  const way = await walkTo(buyer, '/?product=exec', '/payment', { phone: ownPhone() });
  expect(way).toEqual(['/lead', '/phone-verification', '/select-school', '/payment']);
  await alive(page);
  await expect(page.getByText('Passo 4 de 5')).toBeVisible();
  await expect(page.locator('input[name=method][value=pix]')).toHaveCount(0);
  await choose(page, 'credit-card');
  await expect(page.getByLabel('CNPJ da empresa, ou CPF do titular')).toBeVisible();
  await typeCard(buyer, cards.approved, '11222333000181');
  await expect(page.locator('input[name="card.document"]')).toHaveValue('11.222.333/0001-81');
  await page.locator('select[name="card.installments"]').selectOption('12');
  await acceptTerms(page);
  await payButton(page).click();
  await expectBought(buyer, {
    thanks: 'Pagamento confirmado, Maria!',
    message: 'Pagamento confirmado',
    total: 478_800,
  });
  expect(await world.charges()).toMatchObject([
    { company: 'acquirer', status: 'captured', captured: 542_964, currency: 'BRL' },
  ]);
});

journey('wise-up.peru: Spanish words, soles, a card with its holder’s DNI', async (buyer) => {
  const { page } = buyer;
  await walkTo(buyer, '/?product=wup&flowId=peru', '/payment', { phone: '961234567' });
  await alive(page);
  await expect(page.locator('html')).toHaveAttribute('lang', 'es-PE');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pago');
  await choose(page, 'credit-card');
  await typeCard(buyer, cards.approved, '11111111');
  await acceptTerms(page);
  await payButton(page).click();
  await expect(page.getByText('Revise el DNI')).toBeVisible();
  await type(page.locator('input[name="card.document"]'), '05209244');
  await payButton(page).click();
  await expectBought(buyer, {
    thanks: '¡Listo, Maria! Pago confirmado',
    message: 'Pago confirmado',
    total: 118_800,
    currency: 'PEN',
  });
});

journey('meusucesso.mz: a card, an address, meticais and a password to set', async (buyer) => {
  const { page } = buyer;
  await walkTo(buyer, '/?product=ms&lang=pt-mz', '/payment', { phone: '841234567' });
  await alive(page);
  // The phone's wallet comes first there.
  await choose(page, 'credit-card');
  await typeCardData(buyer, cards.approved);
  await page.getByRole('button', { name: 'Continuar' }).click();
  await typeAddress(buyer);
  await acceptTerms(page);
  await page.getByRole('button', { name: /^Finalizar/ }).click();
  await expectBought(buyer, {
    thanks: 'Pagamento confirmado, Maria!',
    message: 'Definir a palavra-passe',
    total: 1_872_000,
    currency: 'MZN',
  });
});

test('every brand with looks of its own is bought from', () => {
  const { brands, themes } = readBrandParts();
  const schools = brands.brands.filter(({ theme }) => !themes.get(`${theme.brand}$dark`).id.startsWith('_fallback'));
  expect(schools.map(({ id }) => id).toSorted()).toEqual([...Object.keys(byPix), ...byCard].toSorted());
});
