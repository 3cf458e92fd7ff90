import type { Page } from '@playwright/test';
import { axeInBothModes } from './axe.ts';
import { settled } from './purchase-steps.ts';
import { expect, type JourneyOptions } from './journey.ts';

// What moves while one theme is laid over another is these tests' own doing.
export const axeJourneyOptions: JourneyOptions = { allow: ['layout shift'], timeout: 120_000 };

/** Collects what axe finds in the states of a page, so that one run tells all of it. */
export function findings(): { readonly look: (page: Page, state: string) => Promise<void>; readonly found: string[] } {
  const found: string[] = [];
  const look = async (page: Page, state: string): Promise<void> => {
    await settled(page);
    found.push(...(await axeInBothModes(page)).map((finding) => `${state}, ${finding}`));
  };
  return { look, found };
}

/** The form is on its way and no answer comes. */
export async function holdResponses(page: Page): Promise<void> {
  await page.evaluate(() => document.addEventListener('submit', (event) => event.preventDefault()));
  await page.route('**/payment?**', (route) => (route.request().method() === 'POST' ? undefined : route.fallback()));
}

export async function overlay(page: Page): Promise<void> {
  await expect(page.locator('div[role=status] > span[aria-hidden=true] + span')).toBeVisible();
}
