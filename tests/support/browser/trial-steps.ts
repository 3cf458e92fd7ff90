import { isCpf } from '#src/kernel/validation/tax-ids/cpf.rule.ts';
import { passesLuhn } from '#src/kernel/validation/card/luhn.ts';
import { acceptTerms, alive } from './purchase-steps.ts';
import type { Journey } from './journey.ts';
import { typeCardData } from './mozambique-steps.ts';
import { pressContinue, reachStep } from './presentation-steps.ts';
import { freshPhone } from './wallet-steps.ts';

/** Steps into free time, by people and cards that had none before. */

/** The school in Mozambique, up to its payment page, which offers seven free days. */
export async function reachTrialWeek(buyer: Journey, flowId: 'welcome' | 'trial', phone = freshPhone()): Promise<void> {
  await reachStep(buyer, `/?product=ms&lang=pt-mz&flowId=${flowId}`, '/presentation', phone);
  await pressContinue(buyer.page);
  await alive(buyer.page);
}

/** Begins there with a card that is kept for the first charge. */
export async function startTrialWithCard(buyer: Journey, number: string): Promise<void> {
  const { page } = buyer;
  await typeCardData(buyer, number);
  await acceptTerms(page);
  await page.locator('input[name=trial]').click();
  await page.getByRole('button', { name: 'Começar grátis' }).click();
  await page.waitForURL('**/subscription-welcome?**');
}

/** Begins there without a card: a bill comes when the free time is over. */
export async function startTrialByInvoice({ page }: Pick<Journey, 'page'>): Promise<void> {
  const invoice = page.getByRole('button', { name: 'Começar e receber a factura por e-mail' });
  await page.locator('input[name=trial]').click();
  await acceptTerms(page);
  await invoice.click();
  await page.waitForURL('**/success?**');
}

/** First digits of cards at the stand-in acquirer: good at any time, or good until they are charged without their holder. */
export const startsOfNewBuyers = { approved: '411111', emptyLater: '400077' } as const;

/** A card that nobody had free time by, which its bank approves: its last digit says so. */
export function freshCard(start: string = startsOfNewBuyers.approved): string {
  const middle = `${start}${String(Date.now()).slice(-8)}`;
  const number = Array.from({ length: 10 }, (_, digit) => `${middle}${digit}1`).find(passesLuhn);
  if (number === undefined) throw new Error('Every number has a digit that makes it pass');
  return number;
}

/** A CPF that nobody had free time by. */
export function freshCpf(): string {
  const start = String(Date.now()).slice(-9);
  const digits = Array.from({ length: 100 }, (_, end) => `${start}${String(end).padStart(2, '0')}`).find(isCpf);
  if (digits === undefined) throw new Error('Every nine digits have two that check them');
  return digits.replace(/(\d{3})(\d{3})(\d{3})(\d{2})/, '$1.$2.$3-$4');
}
