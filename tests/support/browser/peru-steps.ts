import { acceptTerms, alive, cardFrame, fillCard, payButton, type } from './purchase-steps.ts';
import type { Journey } from './journey.ts';

export const soles = 118_800;
export const goodDni = '71702935';

/** Up to the payment page of the school in Peru. */
export async function reachPeru(
  { page, at, email }: Pick<Journey, 'page' | 'at' | 'email'>,
  phone: string,
): Promise<void> {
  await page.goto(at('/?product=wup&flowId=peru'));
  await page.waitForURL('**/lead?**');
  await alive(page);
  await type(page.locator('input[name=name]'), 'Lucía Quispe');
  await type(page.locator('input[name=email]'), email);
  await type(page.locator('input[name=phone]'), phone);
  await page.locator('form button[type=submit]').last().click();
  while (!page.url().includes('/payment?')) {
    await page.waitForURL(/\/(?:payment|order-bump|presentation|confirm-code)[^/]*\?/);
    if (!page.url().includes('/payment?')) await page.locator('form button[type=submit]').last().click();
  }
  await alive(page);
}

/** A phone of this journey's own. */
export function peruPhone(): string {
  return `9${String(Math.floor(10_000_000 + Math.random() * 89_999_999))}`;
}

/** The code that a phone's Yape app shows now; `trouble` makes something of the wallet go wrong. */
export async function yapeCode(
  { product }: Pick<Journey, 'product'>,
  phone: string,
  trouble = 'none',
): Promise<string> {
  const answer = await fetch(`${product.sandbox}/sandbox/yape/code`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ phone, trouble }),
  });
  const { code }: { readonly code: string } = JSON.parse(await answer.text());
  return code;
}

export async function choosePeru(
  page: Journey['page'],
  method: 'yape' | 'credit-card' | 'pago-efectivo',
): Promise<void> {
  // A refusal is a page of its own, whose words are there before its behaviour.
  await alive(page);
  await page.locator(`label:has(input[name=method][value=${method}])`).click();
}

export async function payYape(page: Journey['page'], code: string): Promise<void> {
  await choosePeru(page, 'yape');
  await type(page.locator('input[name="yape.code"]'), code);
  await type(page.locator('input[name="yape.document"]'), goodDni);
  await acceptTerms(page);
  await payButton(page).click();
}

/** Orders a CIP; ends where it is waited for. */
export async function orderCip(page: Journey['page']): Promise<string> {
  await choosePeru(page, 'pago-efectivo');
  await type(page.locator('input[name="pago-efectivo.document"]'), goodDni);
  await acceptTerms(page);
  await payButton(page).click();
  await page.waitForURL('**/awaiting?**');
  return cipOn(page);
}

export async function cipOn(page: Journey['page']): Promise<string> {
  return (await page.getByLabel('Código CIP').inputValue()).replaceAll(' ', '');
}

/** An agent takes the money of a CIP. */
export async function payCip({ product }: Pick<Journey, 'product'>, cip: string, how: object = {}): Promise<void> {
  const answer = await fetch(`${product.sandbox}/sandbox/cip/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ cip, ...how }),
  });
  if (!answer.ok) throw new Error(`The agent answered ${answer.status}: ${await answer.text()}`);
}

/** Types a card into the company's own page. */
export async function typePeruCard(buyer: Journey, number: string): Promise<void> {
  const { page } = buyer;
  await choosePeru(page, 'credit-card');
  const frame = await cardFrame(buyer);
  await fillCard(frame, number, 'LUCIA QUISPE');
}
