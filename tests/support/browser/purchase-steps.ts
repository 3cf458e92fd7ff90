import type { Frame, Locator, Page } from '@playwright/test';
import { expect, type Journey } from './journey.ts';

/** What a buyer does on the pages, as a buyer does it. */

export const buyerName = 'Maria da Silva';
export const buyerCpf = '390.533.447-05';

/** Cards of the stand-in acquirer (`sandbox/companies/test-acquirer/test-cards.ts`). */
export const cards = {
  approved: '4111111111111111',
  declined: '4012001037141112',
  challenge: '4000000000001091',
  challengeFails: '4000000000001109',
  /** Its bank asks nothing once its page has looked at the browser. */
  knownBrowser: '4000000000001182',
} as const;

/**
 * Puts the caret into a field and fills it, over what is there, at once as whoever pastes or lets the browser fill in. Key by
 * key it is done in the journeys that are about keys.
 */
export async function type(field: Locator, text: string): Promise<void> {
  await field.click();
  await field.fill(text);
}

/**
 * Picks from a list by keys, as people do who type: what a page moves after them is no surprise to anybody. A list forgets
 * the letters of before after a second: what came too slowly, on a busy machine, is typed again.
 */
export async function pickByKeys(list: Locator, text: string): Promise<void> {
  await expect(list).toBeEnabled();
  await expect(async () => {
    await list.focus();
    await list.page().keyboard.type(text);
    const picked = await list.evaluate((one) => (one as HTMLSelectElement).selectedOptions[0]?.text ?? '');
    expect(picked.slice(0, text.length)).toBe(text);
  }).toPass({ intervals: [1_500], timeout: 15_000 });
}

/** Waits until one page has faded into the next: until then a press into a foreign frame gets lost. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => !document.documentElement.matches(':active-view-transition'));
}

/** Waits until a page with behaviour has come to life: before that the browser sends its forms by itself. */
export async function alive(page: Page): Promise<void> {
  await settled(page);
  await page.waitForFunction(() => {
    const root = document.getElementById('root')?.firstElementChild;
    return root !== null && root !== undefined && Object.keys(root).some((key) => key.startsWith('__react'));
  });
}

interface LeadWords {
  readonly name?: string;
  readonly email: string;
  readonly phone?: string;
}

export async function typeLead(
  page: Page,
  { name = buyerName, email, phone = '11961234567' }: LeadWords,
): Promise<void> {
  await type(page.locator('input[name=name]'), name);
  await type(page.locator('input[name=email]'), email);
  await type(page.locator('input[name=phone]'), phone);
}

/** Opens a link and gives the lead; ends on the payment page, alive. */
export async function reachPayment(
  { page, at, email }: Pick<Journey, 'page' | 'at' | 'email'>,
  link = '/?product=wup',
): Promise<void> {
  await page.goto(at(link));
  await page.waitForURL('**/lead?**');
  await alive(page);
  await typeLead(page, { email });
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.waitForURL('**/payment?**');
  await alive(page);
}

export async function choose(page: Page, method: 'credit-card' | 'pix' | 'bankslip'): Promise<void> {
  await page.locator(`label:has(input[name=method][value=${method}])`).click();
  await expect(page.locator(`input[name=method][value=${method}]`)).toBeChecked();
}

export async function acceptTerms(page: Page): Promise<void> {
  const box = page.locator('input[name=terms]');
  if (!(await box.isChecked())) await box.click();
}

/** The button that pays, whatever is written on it. */
export function payButton(page: Page): Locator {
  return page.locator('#root form button[type=submit]:not([name]):not([aria-hidden])').last();
}

/** The frame of the card fields, once it takes keys. */
export async function cardFrame({ page, product }: Pick<Journey, 'page' | 'product'>): Promise<Frame> {
  await settled(page);
  await page.locator('iframe').first().scrollIntoViewIfNeeded();
  await expect.poll(() => page.frames().some((frame) => frame.url().startsWith(product.cardFields))).toBe(true);
  const frame = page.frames().find((one) => one.url().startsWith(product.cardFields));
  if (!frame) throw new Error('The page has no card frame');
  await frame.locator('#cc-csc').waitFor();
  return frame;
}

/** Fills in a card in its frame. */
export async function fillCard(frame: Frame, number: string, holder = buyerName): Promise<void> {
  await frame.locator('#cc-number').fill(number);
  await frame.locator('#cc-name').fill(holder);
  await frame.locator('#cc-exp').fill('0831');
  await frame.locator('#cc-csc').fill('123');
}

/** Fills in a card in its frame, and the holder's document beside it. */
export async function typeCard(
  journey: Pick<Journey, 'page' | 'product'>,
  number: string,
  document = buyerCpf,
): Promise<void> {
  const frame = await cardFrame(journey);
  await fillCard(frame, number);
  await type(journey.page.locator('input[name="card.document"]'), document);
}

export async function payByCard(journey: Pick<Journey, 'page' | 'product'>, number: string): Promise<void> {
  const { page } = journey;
  await alive(page);
  await choose(page, 'credit-card');
  await typeCard(journey, number);
  await acceptTerms(page);
  await payButton(page).click();
}

/** Chooses Pix and pays; ends on the page with the code. */
export async function orderPix(page: Page): Promise<void> {
  await choose(page, 'pix');
  await type(page.locator('input[name="pix.document"]'), buyerCpf);
  await acceptTerms(page);
  await payButton(page).click();
  await page.waitForURL('**/pix?**');
}

/** Chooses the slip and pays; ends on the page that shows it. */
export async function orderSlip(page: Page): Promise<void> {
  await choose(page, 'bankslip');
  await type(page.locator('input[name="bank-slip.document"]'), buyerCpf);
  await acceptTerms(page);
  await payButton(page).click();
  await page.waitForURL('**/success?**');
}

/** The long code on a page of waiting: a Pix code, a slip's line. */
export function codeOf(page: Page): Promise<string> {
  return page.locator('textarea').first().inputValue();
}

/** Waits for the bank's question in its frame, and gives one of its answers. */
export async function answerBank(
  page: Page,
  answer: 'Sou eu, confirmar' | 'Não reconheço a compra' | 'Sair sem responder',
): Promise<void> {
  await page.waitForURL('**/payment-verification?**');
  await settled(page);
  await page.frameLocator('iframe[name=challenge]').getByRole('button', { name: answer }).click();
}

/** Begins to buy meuSucesso with a card that its holder lets us keep; ends on the press of the button. */
export async function payBySavedCard(buyer: Journey, flowId: string, number: string): Promise<void> {
  const { page } = buyer;
  await reachPayment(buyer, `/?product=ms&flowId=${flowId}&seller=ana`);
  await choose(page, 'credit-card');
  await typeCard(buyer, number);
  await page.locator('input[name="card.keep"]').click();
  await acceptTerms(page);
  await payButton(page).click();
}

/** Words of the page that sends a buyer the link to their own, and of its letter's subject. */
const ownPageWords = { send: 'Enviar o link', subject: 'Suas compras' };

/** A subscription whose next term is near, and the buyer's own page with it, by its letter; answers the page's address. */
export async function openAccountPageAsBuyer(
  { page, world, email, at }: Journey,
  product = 'product=ms',
  words = ownPageWords,
): Promise<string> {
  await page.goto(at(`/samples?${product}`));
  await type(page.locator('input[name=email]'), email);
  await page.locator('button[name=kind][value=renewal]').click();
  await page.waitForURL('**/renew/**');
  await page.goto(at(`/my-purchases?${product}`));
  await type(page.locator('input[name=email]'), email);
  await page.getByRole('button', { name: words.send }).click();
  const mail = async () => (await world.mails(email)).find(({ subject }) => subject.startsWith(words.subject));
  await expect.poll(async () => (await mail()) !== undefined).toBe(true);
  await page.goto((await mail())?.links.find((link) => link.includes('/my-purchases/')) ?? '');
  return page.url();
}
