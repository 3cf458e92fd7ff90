import type { BrowserContextOptions, Page } from '@playwright/test';
import { axe } from './axe.ts';
import { expect, type Journey } from './journey.ts';
import { acceptTerms, alive, buyerCpf, choose, codeOf, payButton, type } from './purchase-steps.ts';

/** What the school's staff do on the console, as they do it. */

/** First names of people of the sandbox's directory (`sandbox/directory/people.ts`). */
export type StaffName = 'Ana' | 'Bia' | 'Caio' | 'Duda' | 'Eva' | 'Fábio' | 'Gil' | 'Helena' | 'Ivo';

/** The width of the desk's laptop, and of the phone. */
const widths = [1280, 360] as const;
const desk = { width: 1280, height: 800 } as const;

/** Signs a person in with a second factor, in a window of their own, and opens a page of the console. */
export async function signIn(
  { person, product }: Pick<Journey, 'person' | 'product'>,
  name: StaffName,
  path: string,
  own: BrowserContextOptions = {},
): Promise<Page> {
  const page = await person({ viewport: desk, ...own });
  await enter(page, product.console, name, path);
  await page.waitForURL(`${product.console}${path}`);
  // Keys that are pressed before the console is alive are nobody's.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return page;
}

/** The same, wherever the console leads the person then. */
export async function enter(page: Page, console: string, name: StaffName, path = '/'): Promise<void> {
  await page.goto(`${console}/sign-in?choose=1&return=${encodeURIComponent(path)}`);
  await page
    .getByRole('row', { name: new RegExp(`^${name} `) })
    .getByRole('button', { name: 'Entrar' })
    .click();
  await page.waitForURL((url) => url.origin === console);
}

/** At the desk and on a phone: nothing that axe finds, and nothing wider than the window. */
export async function expectAccessible(page: Page): Promise<void> {
  const before = page.viewportSize() ?? desk;
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    expect(await axe(page), `at ${width}`).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `at ${width}`).toBeLessThanOrEqual(width);
  }
  await page.setViewportSize(before);
}

/**
 * Does a job under a stop-watch: it takes no longer than `most` milliseconds. Prints what it took, so that a run shows how far
 * each job is from its limit.
 */
export async function timed<T>(job: string, most: number, steps: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const done = await steps();
  const ms = Math.round(performance.now() - began);
  console.info(`stop-watch: ${job}: ${ms} ms of ${most}`);
  expect(ms, job).toBeLessThan(most);
  return done;
}

/** How long a sale may take to be on the screen once its term was typed, in milliseconds. */
const foundWithin = 2_000;

/** Types what the buyer said into the box and opens the sale: by keys alone, within two seconds. */
export async function findSale(page: Page, job: string, term: string, { id, reference }: FoundSale): Promise<void> {
  await page.keyboard.press('/');
  await expect(page.getByRole('dialog')).toBeVisible();
  await timed(`${job}, found`, foundWithin, async () => {
    await page.keyboard.insertText(term);
    await expect(page.getByRole('option').filter({ hasText: reference })).toBeVisible();
  });
  // The first row is chosen already; others may stand before the sale.
  const chosen = page.getByRole('option').filter({ hasText: reference }).and(page.locator('[data-focused]'));
  for (let steps = 0; steps < 20 && !(await chosen.isVisible()); steps += 1) await page.keyboard.press('ArrowDown');
  await expect(async () => {
    // Enter waits until rows that came a moment ago could be read.
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/sales/${id}`, { timeout: 1_000 });
  }).toPass();
}

interface FoundSale {
  readonly id: string;
  /** As it is shown. */
  readonly reference: string;
}

/** Opens a sale again until its explanation is of this rule: what companies and mail servers say comes a moment later. */
export async function expectExplained(page: Page, rule: string | RegExp, patienceMs = 30_000): Promise<void> {
  await expect(async () => {
    await page.reload();
    await expect(page.locator('[data-rule]')).toHaveAttribute('data-rule', rule, { timeout: 2_000 });
  }).toPass({ timeout: patienceMs });
}

/** Presses the one button of the explanation that cures the sale. */
export async function cure(page: Page, name: string): Promise<void> {
  const head = page.locator('main header').first();
  await head
    .getByRole('button', { name, exact: true })
    .or(head.getByRole('link', { name, exact: true }))
    .click();
}

/** What the foot of the screen says once something was done. */
export async function expectSaid(page: Page, text: string | RegExp): Promise<void> {
  // The explanation of a sale is a status too, and may say the same.
  await expect(page.locator('[role=status][aria-live=polite]').filter({ hasText: text })).toBeVisible();
}

/** A buyer opens the short link that was read out to them, on a phone, and goes on to a Pix code; answers the code. */
export async function goOnByLink({ person }: Pick<Journey, 'person'>, link: string): Promise<string> {
  const phone = await person({ viewport: { width: 360, height: 740 } });
  await phone.goto(link);
  await expect(phone.getByText('Guardamos seu pedido como você o deixou.')).toBeVisible();
  await alive(phone);
  await choose(phone, 'pix');
  await type(phone.locator('input[name="pix.document"]'), buyerCpf);
  await acceptTerms(phone);
  await payButton(phone).click();
  await expect(phone.locator('textarea').first()).toHaveValue(/^000201/);
  return codeOf(phone);
}

/** Chooses an act of the sale from the menu of all of them. */
export async function moreActs(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Mais ações' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}
