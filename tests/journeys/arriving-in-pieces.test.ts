import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser } from '@playwright/test';
import { launchChromium } from '#tests/support/chromium.ts';
import { sharedProduct } from '#tests/support/journey.ts';
import { type PiecewiseProxy, startPiecewiseProxy } from '#tests/support/piecewise-proxy.server.ts';

let browser: Browser;
let proxy: PiecewiseProxy;
let frames: PiecewiseProxy;
/** The card fields as a payment page frames them; in a window of their own they draw the same. */
let frame: string;

beforeAll(async () => {
  browser = await launchChromium();
  const { checkout, cardFields } = await sharedProduct();
  proxy = await startPiecewiseProxy(checkout, 60);
  frames = await startPiecewiseProxy(cardFields, 60);
  const query = { parent: checkout, theme: 'wise-up$dark', locale: 'pt-BR', gateway: 'test-acquirer' };
  frame = `/?${new URLSearchParams(query).toString()}`;
}, 60_000);

afterAll(async () => {
  await browser.close();
  await Promise.all([proxy.close(), frames.close()]);
});

/** The sum of what the browser saw moving (layout shift score). */
async function visit(url: string, width: number): Promise<number> {
  const context = await browser.newContext({ locale: 'pt-BR', viewport: { width, height: 720 } });
  try {
    const page = await context.newPage();
    const answer = await page.goto(url);
    expect(answer?.status()).toBe(200);
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(null)))),
    );
    return await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let moved = 0;
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) if ('value' in entry) moved += Number(entry.value);
          }).observe({ type: 'layout-shift', buffered: true });
          setTimeout(() => resolve(moved), 100);
        }),
    );
  } finally {
    await context.close();
  }
}

describe('a page that arrives in pieces moves nothing', () => {
  test.for([
    ['/lead?product=conquer&planId=conquer-monthly-t', 1280],
    ['/lead?product=wup', 1280],
    ['/lead?product=wup', 360],
    ['/generic-error', 1280],
  ] as const)('%s at %i', { timeout: 60_000 }, async ([path, width]) => {
    expect(await visit(`${proxy.origin}${path}`, width)).toBe(0);
  });

  test.for([360, 440])('the card fields at %i', { timeout: 60_000 }, async (width) => {
    expect(await visit(`${frames.origin}${frame}`, width)).toBe(0);
  });
});
