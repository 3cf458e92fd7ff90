import type { Page } from '@playwright/test';
import { alive, pickByKeys, settled, type, typeLead } from './purchase-steps.ts';
import { expect, type Journey } from './journey.ts';

/** What a buyer gives on the way, where it is not what most give. */
export interface Given {
  /** As it is typed, without the country's code. */
  readonly phone?: string;
}

type Pass = (buyer: Journey, given: Given) => Promise<void>;

const pressContinue: Pass = async ({ page }) => {
  await page.locator('main').getByRole('link').last().click();
};
const answer: Pass = async ({ page }) => {
  await page.locator('main form button[type=submit]').last().click();
};
const answerAlive: Pass = async (buyer, given) => {
  await alive(buyer.page);
  await answer(buyer, given);
};

/** What is done on each screen before the payment so that the next one comes. */
const screens: Readonly<Record<string, Pass>> = {
  '/lead': giveLead,
  '/phone-verification': provePhone,
  '/select-school': chooseSchool,
  '/select-test-location': chooseTestLocation,
  '/video': pressContinue,
  '/presentation': pressContinue,
  '/md': pressContinue,
  '/order-bump-presentation': answer,
  '/multiprofile-presentation': answerAlive,
  '/custom-offer': answerAlive,
};

/** Opens a link and goes through whatever screens its flow has, up to the one named; answers the paths it went. */
export async function walkTo(buyer: Journey, link: string, end: string, given: Given = {}): Promise<string[]> {
  const { page, at } = buyer;
  const passed: string[] = [];
  await page.goto(at(link));
  for (;;) {
    const path = new URL(page.url()).pathname;
    if (passed.includes(path)) throw new Error(`${path} came a second time after ${passed.join(', ')}`);
    passed.push(path);
    if (path === end) return passed;
    const pass = screens[path];
    if (!pass) throw new Error(`Nobody knows the way from ${path}, after ${passed.join(', ')}`);
    await pass(buyer, given);
    await page.waitForURL((url) => url.pathname !== path);
    await settled(page);
  }
}

async function giveLead({ page, email }: Journey, { phone }: Given): Promise<void> {
  await alive(page);
  // A school for teenagers asks for the student and the guardian's word before the form is sent.
  const birthDate = page.locator('[name=birthDate]');
  if ((await birthDate.count()) > 0) {
    await birthDate.fill('14/03/2012');
    await page.locator('select[name=relationAccount]').selectOption({ index: 1 });
    await page.locator('[name=guardian]').check();
  }
  await typeLead(page, { email, ...(phone === undefined ? {} : { phone }) });
  await page.locator('#root form button[type=submit]').last().click();
}

async function provePhone({ page, product }: Journey, { phone }: Given): Promise<void> {
  if (phone === undefined) throw new Error('A phone that gets a code must be the journey’s own: name it');
  await alive(page);
  await page.getByRole('button', { name: 'Enviar código por SMS' }).click();
  await expect(page.getByLabel('Código do SMS')).toBeVisible();
  await alive(page);
  const inbox = await fetch(`${product.sandbox}/sandbox/inbox.json?to=55${phone}`);
  const { sms } = (await inbox.json()) as { sms: { text: string }[] };
  await type(page.getByLabel('Código do SMS'), / #(\d{6})$/.exec(sms[0]?.text ?? '')?.[1] ?? '');
  await page.getByRole('button', { name: 'Confirmar' }).click();
}

async function chooseSchool({ page }: Journey): Promise<void> {
  await alive(page);
  await pick(page, 'region', 'São P');
  await pick(page, 'city', 'Camp');
  await page.locator('label', { hasText: 'Cambuí' }).first().click();
  await page.getByRole('button', { name: 'Continuar' }).click();
}

async function chooseTestLocation({ page }: Journey): Promise<void> {
  await alive(page);
  await pick(page, 'city', 'São P');
  await page.locator('label:has(input[name=place]:not(:disabled))').first().click();
  await page.getByRole('button', { name: 'Continuar' }).click();
}

function pick(page: Page, name: string, text: string): Promise<void> {
  return pickByKeys(page.locator(`select[name=${name}]`), text);
}

let people = 0;

/** A number that nobody else has: codes by SMS are counted by number. */
export function ownPhone(): string {
  people += 1;
  return `119${String(Date.now()).slice(-6)}${String(people).padStart(2, '0')}`;
}
