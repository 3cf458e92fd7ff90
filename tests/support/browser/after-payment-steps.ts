import type { Page } from '@playwright/test';
import type { Country } from '#src/kernel/locale/locale.ts';
import type { LocalDate } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import { expect, type Journey } from './journey.ts';
import type { Mail } from './journey-world.server.ts';

/** What a buyer has in hand after the first payment: letters, texts, the way into the course, and days that pass. */

/** Seconds of a day. */
export const day = 86_400;

/** A letter with a subject like this, once it is there. */
export async function emailOf({ world, email }: Pick<Journey, 'world' | 'email'>, subject: RegExp): Promise<Mail> {
  const find = async () => (await world.mails(email)).find((one) => subject.test(one.subject));
  await expect.poll(async () => (await find())?.subject ?? '').toMatch(subject);
  return (await find()) ?? { subject: '', text: '', links: [], attachments: [] };
}

/** The first link of a letter whose address has this part; empty when it has none. */
export function linkTo({ links }: Pick<Mail, 'links'>, part: string): string {
  return links.find((one) => one.includes(part)) ?? '';
}

/** All texts that a phone (with its country's code) got, run together. */
export async function textsTo({ product }: Pick<Journey, 'product'>, phone: string): Promise<string> {
  const inbox = await fetch(`${product.sandbox}/sandbox/inbox.json?to=${phone}`);
  const { sms }: { readonly sms: readonly { readonly text: string }[] } = JSON.parse(await inbox.text());
  return sms.map(({ text }) => text).join('\n');
}

/** Presses the button of the receipt's way into the course, and tells whether it leads there. */
export async function courseOpens({ product }: Pick<Journey, 'product'>, page: Page, way: string): Promise<boolean> {
  await page.goto(way);
  // What a page tells of itself as it is left is posted too.
  const answer = page.waitForResponse(
    (one) => one.request().method() === 'POST' && new URL(one.url()).pathname === '/access',
  );
  await page.locator('main form button').click();
  const isOpen = (await answer).ok();
  if (isOpen) await page.waitForURL(`${product.sandbox}/school/**`);
  return isOpen;
}

/** What was taken of this buyer, as the ledger has it: others' money moves too while days pass. */
export async function taken({ world, email }: Pick<Journey, 'world' | 'email'>): Promise<readonly string[]> {
  return (await world.records(email)).ledger;
}

/** Today in a market, by the clock that the product goes by. */
export async function todayIn({ product }: Pick<Journey, 'product'>, market: Country): Promise<LocalDate> {
  const answer = await fetch(`${product.sandbox}/sandbox/clock.json`);
  const { now }: { readonly now: string } = JSON.parse(await answer.text());
  return marketDate(new Date(now), market);
}
