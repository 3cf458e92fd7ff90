import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Browser, Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCard, typeCard } from '#tests/support/browser/card-fields-page.ts';
import { createCardFieldsWorld } from '#tests/support/browser/card-fields-world.ts';
import type { CardFieldsWorld } from '#tests/support/browser/card-fields-world.ts';
import { launchChromium } from '#tests/support/browser/chromium.ts';
import { byDepth, long } from '#tests/support/depth.ts';

const axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let sandboxWorld: CardFieldsWorld;
let browser: Browser;
beforeAll(async () => {
  [sandboxWorld, browser] = await Promise.all([createCardFieldsWorld(), launchChromium()]);
});
afterAll(async () => {
  await browser.close();
  await sandboxWorld.close();
});

/** What a theme can do wrong: it has colours, and letters of the same sizes. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** What axe finds in the page and the frame in it, by all of its rules or only some. */
async function findings(page: Page, only: readonly string[] = []): Promise<string[]> {
  for (const frame of page.frames()) {
    await frame.evaluate(axeSource);
    await frame.evaluate('axe.configure({ allowedOrigins: ["<unsafe_all_origins>"] })');
  }
  const options = { resultTypes: ['violations'], ...(only.length > 0 ? { runOnly: only } : {}) };
  const results: AxeResults = await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`);
  return results.violations.map(
    (violation) => `${violation.id}: ${violation.nodes.map((node) => node.html).join(' | ')}`,
  );
}

// A minute's work where nothing else goes on.
test('axe finds nothing in any theme of any brand, empty, wrong or filled', { ...long, timeout: 400_000 }, async () => {
  const found: string[] = [];
  expect(sandboxWorld.themes.length).toBeGreaterThanOrEqual(4);
  for (const [index, theme] of byDepth(sandboxWorld.themes.slice(0, 2), sandboxWorld.themes).entries()) {
    const only = index < 2 ? [] : colourRules;
    const mode = theme.endsWith('light') ? 'light' : 'dark';
    const { context, page, frame } = await openCard(browser, sandboxWorld, {
      theme,
      mode,
      width: 320,
      ground: 'selected',
      bypassCSP: true,
    });
    const look = async (state: string) =>
      found.push(...(await findings(page, only)).map((finding) => `${theme} ${state}: ${finding}`));
    await look('empty');
    await page.evaluate(() => window.cardFrame.check());
    await look('wrong');
    await typeCard(frame);
    await look('filled');
    await context.close();
  }
  expect(found).toEqual([]);
});

test('everything is done with the keyboard alone, in and out of the frame', async () => {
  const { context, page, frame } = await openCard(browser, sandboxWorld);
  await page.locator('#before').focus();
  const focused = () => frame.evaluate(() => (document.hasFocus() ? document.activeElement?.id : null));
  await page.keyboard.press('Tab');
  expect(await focused()).toBe('cc-number');
  await page.keyboard.type('4111111111111111');
  await page.keyboard.press('Tab');
  expect(await focused()).toBe('cc-brand');
  await page.keyboard.type('M');
  expect(await frame.inputValue('#cc-brand')).toBe('mastercard');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Ana Braga');
  await page.keyboard.press('Tab');
  await page.keyboard.type('0831');
  expect(await focused()).toBe('cc-exp');
  await page.keyboard.press('Tab');
  await page.keyboard.type('123');
  expect(await focused()).toBe('cc-csc');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => window.received.submits === 1);
  expect(await page.evaluate(() => window.cardFrame.tokenize())).toMatchObject({ ok: true, value: { brand: 'visa' } });
  await page.keyboard.press('Tab');
  await page.waitForFunction(() => document.activeElement?.id === 'after' && window.received.focus.at(-1) === null);
  await page.keyboard.press('Shift+Tab');
  expect(await focused()).toBe('cc-csc');
  expect(await page.evaluate(() => window.received.focus.filter(Boolean))).toEqual([
    'number',
    'brand',
    'holder',
    'expiry',
    'security-code',
    'security-code',
  ]);
  await context.close();
});

const windows: readonly (readonly [width: number, locale: string])[] = [
  [244, 'pt-BR'],
  [560, 'es-PE'],
  [244, 'es-PE'],
  [284, 'pt-BR'],
  [284, 'es-PE'],
  [422, 'pt-BR'],
];
const hit = 'at %i px in %s nothing moves, nothing is cut, and every target can be hit';

test.each(byDepth(windows.slice(0, 2), windows))(hit, long, async (width, locale) => {
  const { context, page, frame } = await openCard(browser, sandboxWorld, { width, locale, theme: 'wise-up$dark' });
  const reserved = await page.evaluate(() => {
    const iframe = document.querySelector('iframe');
    if (!iframe) return 0;
    const reported = iframe.style.height;
    iframe.style.height = '';
    const kept = iframe.getBoundingClientRect().height;
    iframe.style.height = reported;
    return kept - Number.parseInt(reported, 10);
  });
  expect(reserved).toBe(0);
  await page.evaluate(() => window.cardFrame.check());
  await typeCard(frame, { number: '4111111111111111', code: '1' });
  const box = await frame.evaluate(() => {
    const input = document.querySelector('input');
    return {
      overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      hidden: document.documentElement.scrollHeight - document.documentElement.clientHeight,
      digitsCut: (input?.scrollWidth ?? 0) - (input?.clientWidth ?? 0),
      lowest: Math.min(
        ...[...document.querySelectorAll('input,select')].map((control) => control.getBoundingClientRect().height),
      ),
    };
  });
  expect(box).toEqual({
    overflow: 0,
    hidden: 0,
    digitsCut: 0,
    lowest: expect.toSatisfy((height: number) => height >= 44),
  });
  const shift = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        const take = (entries: PerformanceEntryList) =>
          entries.forEach((entry) => (sum += 'value' in entry ? Number(entry.value) : 0));
        const observer = new PerformanceObserver((list) => take(list.getEntries()));
        observer.observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(sum), 300);
      }),
  );
  expect(shift).toBe(0);
  await context.close();
});
