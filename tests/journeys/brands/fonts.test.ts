import type { Page } from '@playwright/test';
import { deep, deepUnless } from '#tests/support/depth.ts';
import { alive } from '#tests/support/browser/purchase-steps.ts';
import { expect, journey, type Journey } from '#tests/support/browser/journey.ts';

/** What a visit's navigation timing says, whatever else the machine does: one round trip for TLS, one for the document. */
async function onLinkOf({ context }: Journey, roundTrip: number): Promise<void> {
  await context.addInitScript((ms) => {
    const timing: Readonly<Record<PropertyKey, number>> = {
      ...{ secureConnectionStart: 0, connectEnd: 0 },
      ...{ requestStart: ms, responseStart: 2 * ms },
    };
    const get = (entry: PerformanceEntry, name: PropertyKey): unknown => {
      const own: unknown = timing[name] ?? Reflect.get(entry, name, entry);
      return typeof own === 'function' ? own.bind(entry) : own;
    };
    const real = performance.getEntriesByType.bind(performance);
    performance.getEntriesByType = (type: string) =>
      type === 'navigation' ? real(type).map((entry) => new Proxy(entry, { get })) : real(type);
  }, roundTrip);
}

/** The face sheets of a page (its print sheet is none), and whether its faces are the brand's own. */
function facesOf(page: Page) {
  return page.evaluate(() => ({
    sheets: [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]:not([media=print])')].map((one) => ({
      hash: /faces-(\w+)\.css$/.exec(one.href)?.[1],
      waits: one.hasAttribute('blocking'),
    })),
    hasChooser: document.querySelector('script[data-faces]') !== null,
    isOwn: [...document.fonts].some(({ family, status }) => !family.endsWith('Stand-in') && status === 'loaded'),
  }));
}

async function cookieOf({ context }: Journey): Promise<string | undefined> {
  return (await context.cookies()).find(({ name }) => name === 'faces')?.value;
}

const products = ['wup', 'ms', 'trinca', 'vc'];

for (const [link, roundTrip, waits] of [
  ['quick', 20, true],
  ['slow', 150, false],
] as const) {
  // No journey ends well where anything moved.
  journey(
    `on a ${link} link the first picture ${waits ? 'waits' : 'does not wait'} for the faces, and nothing moves`,
    deepUnless(waits),
    async (buyer) => {
      const { page, at } = buyer;
      await onLinkOf(buyer, roundTrip);
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        for (const product of products) {
          await buyer.context.clearCookies();
          await page.goto(at(`/lead?product=${product}`));
          await expect.poll(() => cookieOf(buyer), product).toMatch(/^[0-9a-f]{10}$/);
          const { sheets, isOwn } = await facesOf(page);
          // Late faces are added only where the machine has the fonts behind the stand-ins.
          expect(
            sheets.map((sheet) => sheet.waits),
            product,
          ).toEqual(waits ? [true] : sheets.map(() => false));
          expect(isOwn || !waits, product).toBe(true);
        }
      }
    },
  );
}

journey(
  'a browser whose cookie names these very faces gets the plain sheet; another’s cookie changes nothing',
  deep,
  async (buyer) => {
    const { page, at } = buyer;
    await onLinkOf(buyer, 150);
    await page.goto(at('/lead?product=wup'));
    await alive(page);
    await expect.poll(() => cookieOf(buyer)).toBeDefined();
    const hash = await cookieOf(buyer);
    await page.goto(at('/lead?product=wup'));
    expect(await facesOf(page)).toMatchObject({ sheets: [{ hash, waits: false }], hasChooser: false });
    await page.goto(at('/lead?product=ms'));
    expect((await facesOf(page)).hasChooser).toBe(true);
    await expect.poll(() => cookieOf(buyer)).not.toBe(hash);
  },
);

journey('the first picture without JavaScript has the fonts', { javaScriptEnabled: false }, async (buyer) => {
  const { page, at } = buyer;
  await page.goto(at('/lead?product=wup'));
  await expect.poll(async () => (await facesOf(page)).isOwn).toBe(true);
  expect(await cookieOf(buyer)).toBeUndefined();
});
