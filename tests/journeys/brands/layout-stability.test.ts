import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Browser, Frame, Page } from '@playwright/test';
import { launchChromium } from '#tests/support/browser/chromium.ts';
import { byDepth, long } from '#tests/support/depth.ts';
import { sharedProduct } from '#tests/support/browser/journey.ts';
import { type ChunkedProxy, startChunkedProxy } from '#tests/support/http/chunked-proxy.server.ts';

let browser: Browser;
let proxy: ChunkedProxy;
let frames: ChunkedProxy;
let checkout: string;
let frameUrl: string;

beforeAll(async () => {
  browser = await launchChromium();
  const product = await sharedProduct();
  checkout = product.checkout;
  proxy = await startChunkedProxy(checkout, 60);
  frames = await startChunkedProxy(product.cardFields, 60);
  const query = { parent: checkout, theme: 'wise-up$dark', locale: 'pt-BR', gateway: 'test-acquirer' };
  frameUrl = `${frames.origin}/?${new URLSearchParams(query).toString()}`;
}, 60_000);

afterAll(async () => {
  await browser.close();
  await Promise.all([proxy.close(), frames.close()]);
});

/** The sum of what the browser saw moving (layout shift score), two pictures and a little later. */
async function movedIn(seen: Page | Frame | null): Promise<number | undefined> {
  return seen?.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let moved = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) if ('value' in entry) moved += Number(entry.value);
        }).observe({ type: 'layout-shift', buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(moved), 200)));
      }),
  );
}

async function visit(url: string, width: number): Promise<number | undefined> {
  const context = await browser.newContext({ locale: 'pt-BR', viewport: { width, height: 720 } });
  try {
    const page = await context.newPage();
    const answer = await page.goto(url);
    expect(answer?.status()).toBe(200);
    return await movedIn(page);
  } finally {
    await context.close();
  }
}

const pages: readonly (readonly [path: string, width: number])[] = [
  ['/lead?product=conquer&planId=conquer-monthly-t', 1280],
  ['/lead?product=wup', 1280],
  ['/lead?product=wup', 360],
  ['/generic-error', 1280],
];
const isLong = { ...long, timeout: 60_000 };

describe('a page that arrives in pieces moves nothing', () => {
  test.for(byDepth(pages.slice(0, 1), pages))('%s at %i', isLong, async ([path, width]) => {
    expect(await visit(`${proxy.origin}${path}`, width)).toBe(0);
  });

  test.for(byDepth([360], [360, 440]))('the card fields at %i', isLong, async (width) => {
    // They answer inside a page of the checkout only; this one may frame the proxy besides.
    const context = await browser.newContext({ bypassCSP: true, locale: 'pt-BR', viewport: { width, height: 720 } });
    try {
      const page = await context.newPage();
      await page.goto(`${checkout}/generic-error`);
      await page.evaluate((src) => {
        const style = 'position: fixed; inset: 0; border: 0; width: 100%; height: 100%';
        document.body.append(Object.assign(document.createElement('iframe'), { src, style }));
      }, frameUrl);
      await page.frameLocator('iframe').locator('#cc-csc').waitFor();
      const frame = page.frames().find((one) => one.url().startsWith(frames.origin)) ?? null;
      expect(await movedIn(frame)).toBe(0);
    } finally {
      await context.close();
    }
  });
});
