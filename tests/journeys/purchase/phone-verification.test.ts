import type { Page } from '@playwright/test';
import { deep } from '#tests/support/depth.ts';
import { axeInBothModes } from '#tests/support/browser/axe.ts';
import { alive, type, typeLead } from '#tests/support/browser/purchase-steps.ts';
import { expect, journey, type Journey } from '#tests/support/browser/journey.ts';

const link = '/?product=ms&flowId=phone-verification';
let people = 0;

/** Gives a lead with a number of its own; ends on the page that proves it, alive. Answers the number's digits. */
async function reachCode({
  page,
  at,
  email,
  world,
}: Pick<Journey, 'page' | 'at' | 'email' | 'world'>): Promise<string> {
  // An address gets few codes an hour, and all journeys come from one.
  await world.advance(3600);
  people += 1;
  const phone = `119${String(Date.now()).slice(-5)}${String(people).padStart(3, '0')}`;
  await page.goto(at(link));
  await page.waitForURL('**/lead?**');
  await alive(page);
  await typeLead(page, { email, phone });
  await page.locator('form button[type=submit]').click();
  await page.waitForURL('**/phone-verification?**');
  await alive(page);
  return phone;
}

/** The codes that a phone got, newest first. */
async function codesOf({ product }: Pick<Journey, 'product'>, phone: string): Promise<string[]> {
  const answer = await fetch(`${product.sandbox}/sandbox/inbox.json?to=55${phone}`);
  const { sms } = (await answer.json()) as { sms: { text: string }[] };
  return sms.map(({ text }) => / #(\d{6})$/.exec(text)?.[1] ?? '');
}

async function askForCode(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Enviar código por SMS' }).click();
  await expect(page.getByLabel('Código do SMS')).toBeVisible();
  await alive(page);
}

journey('a phone is proved by the code that it got, once', async (buyer) => {
  const { page } = buyer;
  const phone = await reachCode(buyer);
  expect(await codesOf(buyer, phone)).toEqual([]);
  await askForCode(page);
  const [code = ''] = await codesOf(buyer, phone);
  await expect(page.getByLabel('Código do SMS')).toHaveAttribute('autocomplete', 'one-time-code');
  await type(page.getByLabel('Código do SMS'), code === '000000' ? '000001' : '000000');
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await expect(page.getByText('O código não confere ou já venceu.')).toBeVisible();
  expect(await axeInBothModes(page)).toEqual([]);
  await alive(page);
  await type(page.getByLabel('Código do SMS'), code);
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await page.waitForURL('**/payment?**');
  await alive(page);
  await page.getByRole('link', { name: 'Voltar' }).click();
  await expect(page.getByRole('heading', { name: 'Celular confirmado' })).toBeVisible();
  await page.getByRole('link', { name: 'Continuar' }).click();
  await page.waitForURL('**/payment?**');
});

journey('another code comes after a minute; a carrier that is away is said kindly', deep, async (buyer) => {
  const { page, world } = buyer;
  const phone = await reachCode(buyer);
  await world.faults('sms', [{ mode: 'maintenance', times: 1 }]);
  await page.getByRole('button', { name: 'Enviar código por SMS' }).click();
  await expect(page.locator('form').getByText('Não conseguimos enviar o código agora.')).toBeVisible();
  await alive(page);
  await askForCode(page);
  await expect(page.getByText(/Você pode pedir outro código em \d+ segundos/)).toBeVisible();
  await world.advance(60);
  await page.reload();
  await alive(page);
  await page.getByRole('button', { name: 'Enviar outro código' }).click();
  await expect.poll(async () => (await codesOf(buyer, phone)).length).toBe(2);
});

journey('a phone without JavaScript is verified by the same forms', { javaScriptEnabled: false }, async (buyer) => {
  const { page, at, email } = buyer;
  const phone = `119${String(Date.now()).slice(-8)}`;
  await page.goto(at('/lead?product=ms&flowId=phone-verification'));
  await page.locator('input[name=name]').fill('Maria da Silva');
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=phone]').fill(phone);
  await page.locator('form button[type=submit]').click();
  await page.getByRole('button', { name: 'Enviar código por SMS' }).click();
  const [code = ''] = await codesOf(buyer, phone);
  await page.getByLabel('Código do SMS').fill(` ${code.slice(0, 3)} ${code.slice(3)} `);
  await page.getByRole('button', { name: 'Confirmar' }).click();
  await page.waitForURL('**/payment?**');
});
