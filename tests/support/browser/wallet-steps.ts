import { buyerCpf, payButton, type } from './purchase-steps.ts';
import type { Journey } from './journey.ts';

type Buyer = Pick<Journey, 'page' | 'product'>;

async function tell({ product }: Pick<Journey, 'product'>, path: string, body: object): Promise<void> {
  const answer = await fetch(`${product.sandbox}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
}

/** A phone of this journey's own: the newest prompt of a number is the one that is answered. */
export function freshPhone(): string {
  return `84${String(Math.floor(Math.random() * 10_000_000)).padStart(7, '0')}`;
}

/** What the owner of the phone does with the prompt. */
export function answerPhone(
  buyer: Pick<Journey, 'product'>,
  phone: string,
  how: 'pin' | 'wrong-pin' | 'no-balance' | 'cancel',
  force = false,
): Promise<void> {
  return tell(buyer, '/sandbox/m-pesa/answer', { msisdn: `258${phone}`, how, force });
}

/** Chooses M-Pesa and pays, up to the page that waits for the phone. */
export async function payByPhone(buyer: Buyer, phone: string): Promise<void> {
  const { page } = buyer;
  await page.locator('label:has(input[name=method][value=m-pesa])').click();
  await type(page.locator('input[name="m-pesa.phone"]'), phone);
  const terms = page.locator('input[name=terms]');
  if (!(await terms.isChecked())) await terms.click();
  await payButton(page).click();
  await page.waitForURL('**/awaiting?**');
}

/** Chooses NuPay and pays, up to NuPay's own page. */
export async function goToNuPay({ page, product }: Buyer): Promise<void> {
  await page.locator('label:has(input[name=method][value=nu-pay])').click();
  await type(page.locator('input[name="nu-pay.document"]'), buyerCpf);
  const terms = page.locator('input[name=terms]');
  if (!(await terms.isChecked())) await terms.click();
  await payButton(page).click();
  await page.waitForURL(`${product.sandbox}/nupay/pay/**`);
}

/** The same approval, given in the app without any page. */
export async function approveInApp(buyer: Buyer, address: string): Promise<void> {
  await tell(buyer, '/sandbox/nupay/answer', { pspReferenceId: new URL(address).pathname.split('/').at(-1) });
}
