import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Frame, Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import { loadedFrames } from './watch-context.ts';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const themes = path.resolve(import.meta.dirname, '../../../dist/themes');

/** The page and our own frames in it; a bank's page in its frame is the bank's. */
function ownFrames(page: Page): Frame[] {
  return loadedFrames(page).filter((frame) => frame.name() !== 'challenge');
}

/**
 * What axe-core finds in a page and our frames in it, one line per rule; an empty list is what everybody wants.
 * It is put in from outside the page, which the content policy does not concern.
 */
export async function axe(page: Page, only: readonly string[] = []): Promise<string[]> {
  for (const frame of ownFrames(page)) {
    await atRest(frame);
    if (await frame.evaluate(() => 'axe' in globalThis)) continue;
    await frame.evaluate(source);
    await frame.evaluate('axe.configure({ allowedOrigins: ["<unsafe_all_origins>"] })');
  }
  const options: RunOptions = {
    resultTypes: ['violations'],
    preload: false,
    ...(only.length > 0 ? { runOnly: [...only] } : {}),
  };
  const { violations }: AxeResults = await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`);
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, failureSummary }) => `${html.slice(0, 300)} ${failureSummary ?? ''}`).join(' | ')}`,
  );
}

/** Waits until what fades and slides has come to its end; what turns for ever turns on. */
async function atRest(frame: Frame): Promise<void> {
  await frame.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
    await Promise.all(ending.map((animation) => animation.finished.catch(() => undefined)));
  });
}

/**
 * The same in the brand's other mode as well. A mode is data, `mode` in `brand.json`, and the brands that these journeys
 * visit are dark: their light theme, as it was built, is laid over the page for as long as the colours are looked at.
 */
export async function axeInBothModes(page: Page): Promise<string[]> {
  const dark = await axe(page);
  const own = (await page.locator('style').allTextContents()).join('');
  const css = lightOf(own);
  for (const frame of ownFrames(page)) await frame.evaluate(layOver, css);
  const light = await axe(page, ['color-contrast', 'link-in-text-block']);
  for (const frame of ownFrames(page)) await frame.evaluate(layOver, null);
  await Promise.all(ownFrames(page).map(atRest));
  return [...dark.map((finding) => `dark: ${finding}`), ...light.map((finding) => `light: ${finding}`)];
}

function layOver(css: string | null): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css ?? '');
  document.adoptedStyleSheets = [sheet];
}

/** Both modes have the same letters, which are there already; the card fields may fetch none. */
function withoutFaces(css: string): string {
  return css.replaceAll(/@font-face\s*\{[^}]*\}/g, '');
}

/** The light theme of the brand whose dark one is in a document's style sheet. */
function lightOf(own: string): string {
  // Only colours and lengths are compared: a frame keeps of the faces only those that it shows.
  const letterless = withoutFaces(own);
  for (const name of readdirSync(themes).filter((file) => file.endsWith('$dark.css'))) {
    if (letterless.includes(withoutFaces(readFileSync(path.join(themes, name), 'utf8'))))
      return withoutFaces(readFileSync(path.join(themes, name.replace('$dark', '$light')), 'utf8'));
  }
  throw new Error('The page is in no dark theme of any brand');
}
