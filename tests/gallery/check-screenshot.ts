import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { axe } from '#tests/support/browser/axe.ts';
import { loadedFrames } from '#tests/support/browser/watch-context.ts';
import type { Screenshot } from './list-screenshots.ts';

export interface CheckedScreenshot {
  readonly picture: Screenshot;
  /** What axe-core finds, and what is cut off or left without words; none is what everybody wants. */
  readonly findings: readonly string[];
  /** Screenshots by width, below the folder. */
  readonly files: readonly { readonly width: number; readonly file: string }[];
}

interface Looking {
  readonly checkout: string;
  readonly widths: readonly number[];
  /** Null takes no screenshots. */
  readonly folder: string | null;
  /** What axe-core judges: all (unless said otherwise), the colours of a document that was sound in the other mode, or nothing. */
  readonly audit?: 'whole' | 'colours' | 'none';
}

/** Rules of axe-core that depend on a mode's colours. */
const colourRules = ['color-contrast', 'link-in-text-block'] as const;
/** The overlay of a page under way comes after 200 ms. */
const settling = 350;
const repainting = 120;
/** In CSS pixels; the start page of the tests is higher. */
const highest = 5000;

/** Brand and mode that a window showed last. */
const lastLooks = new WeakMap<Page, string>();

/** Opens a page of the gallery, looks at it in every width, and lets axe-core look at it in the first. */
export async function checkScreenshot(
  page: Page,
  picture: Screenshot,
  axeJourneyOptions: Looking,
): Promise<CheckedScreenshot> {
  const { checkout, widths, folder, audit = 'whole' } = axeJourneyOptions;
  const [first = 360] = widths;
  await page.setViewportSize({ width: first, height: 740 });
  const answer = await page.goto(`${checkout}${picture.href}`, { waitUntil: 'load' });
  // Fonts that came too late for this page are there for the next one: it is looked at as most people see it.
  const looks = picture.href.split('/').slice(0, 4).join('/');
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  if (lastLooks.get(page) !== looks) await page.reload({ waitUntil: 'load' });
  lastLooks.set(page, looks);
  // A frame of another origin may come after its page.
  for (const frame of loadedFrames(page)) await frame.waitForLoadState('load').catch(() => undefined);
  await page.waitForTimeout(picture.state.endsWith('busy') ? settling : repainting);
  const findings = answer?.ok() ? [] : [`answered ${answer?.status()}`];
  const files: { width: number; file: string }[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 600 ? 740 : 900 });
    const wide = await page.evaluate(widest);
    if (wide !== null) findings.push(`${width} px: ${wide}`);
    if (width === first) findings.push(...(await page.evaluate(keysInText)));
    if (width === first && audit !== 'none')
      findings.push(...(await axe(page, audit === 'colours' ? colourRules : [])));
    if (folder === null) continue;
    const file = path.posix.join(...picture.href.split('/').slice(2), `${width}.png`);
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    await showWhole(page, picture, width);
    await page.screenshot({ path: path.join(folder, file), animations: 'disabled' });
    files.push({ width, file });
  }
  return { picture, findings: findings.map((finding) => `${picture.href}: ${finding}`), files };
}

/**
 * A window as high as the page: what a frame of another origin shows outside the window is not painted. What covers a page
 * while a form is on its way covers its window only.
 */
async function showWhole(page: Page, { state }: Screenshot, width: number): Promise<void> {
  await page.evaluate(() => scrollTo(0, 0));
  if (state === 'busy') return;
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.min(height, highest) });
  await page.waitForTimeout(repainting);
}

/** What makes the page wider than its window, if anything does. */
function widest(): string | null {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return null;
  const over = [...document.body.querySelectorAll('*')].filter(
    (element) => element.getBoundingClientRect().right > clientWidth + 1,
  );
  return `${scrollWidth - clientWidth} px too wide: ${over.at(-1)?.outerHTML.slice(0, 120) ?? 'unknown'}`;
}

/** Keys that stand where words should. */
function keysInText(): string[] {
  const words = document.body.innerText.split(/\s+/);
  const keys = words.filter((word) => /^[a-z][a-z-]*(\.[a-z][a-z-]*){1,3}$/.test(word));
  const isAddress = (word: string): boolean => /\.(br|com|example|mz|pe)$/.test(word);
  return keys.filter((word) => !isAddress(word)).map((word) => `a key in place of words: ${word}`);
}
