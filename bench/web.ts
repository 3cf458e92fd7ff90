import { chromium } from '@playwright/test';
import { findChromium } from '#tests/support/chromium.ts';
import { type BarePage, startBarePage } from './bare-page.ts';
import type { BenchOptions } from './options.ts';
import { startProduct, withDataDir } from './product.ts';
import { median } from './statistics.ts';
import { type Visit, visit } from './visit.ts';

/** The same figures of the product's page and of the bare one: medians over all rounds, in milliseconds. */
export interface PageFigures {
  readonly largestPaint: number;
  readonly formLive: number;
  readonly bytes: number;
  readonly rounds: readonly Visit[];
}

export interface WebFigures {
  readonly browser: string;
  readonly product: PageFigures;
  readonly bare: PageFigures;
  /** The bare page under the header that parts a page from whoever opened it: no page with it is earlier. */
  readonly guarded: PageFigures;
  /** Product over bare. */
  readonly ratios: { readonly largestPaint: number; readonly formLive: number };
  /** Largest sum of layout shifts of any visit. */
  readonly shift: number;
  readonly strangers: readonly string[];
}

/** A first visit to `/lead` beside one to a bare React page, by turns, in a real browser on a slow phone's terms. */
export async function measureWeb({ rounds }: BenchOptions): Promise<WebFigures> {
  return withDataDir(async (dataDir) => {
    const product = await startProduct(dataDir);
    const bare = await startBarePage();
    const browser = await chromium.launch({
      executablePath: findChromium(),
      args: ['--no-sandbox', '--disable-dev-shm-usage'],
    });
    try {
      return {
        browser: browser.version(),
        ...(await takeTurns(browser, `${product.shop.checkout}/lead?product=wup`, bare, rounds)),
      };
    } finally {
      await browser.close();
      await bare.close();
      await product.stop();
    }
  });
}

async function takeTurns(
  browser: Awaited<ReturnType<typeof chromium.launch>>,
  url: string,
  bare: BarePage,
  rounds: number,
): Promise<Omit<WebFigures, 'browser'>> {
  const visits: { product: Visit[]; bare: Visit[]; guarded: Visit[] } = { product: [], bare: [], guarded: [] };
  // Not counted: the first visits warm the servers and the browser itself.
  await visit(browser, url);
  await visit(browser, bare.url);
  for (let round = 0; round < rounds; round += 1) {
    visits.product.push(await visit(browser, url));
    visits.bare.push(await visit(browser, bare.url));
    visits.guarded.push(await visit(browser, bare.guardedUrl));
  }
  const [product, floor] = [figuresOf(visits.product), figuresOf(visits.bare)];
  return {
    product,
    bare: floor,
    guarded: figuresOf(visits.guarded),
    ratios: { largestPaint: product.largestPaint / floor.largestPaint, formLive: product.formLive / floor.formLive },
    shift: Math.max(...visits.product.map((one) => one.shift)),
    strangers: [...new Set(visits.product.flatMap((one) => one.strangers))],
  };
}

function figuresOf(rounds: readonly Visit[]): PageFigures {
  return {
    largestPaint: median(rounds.map((one) => one.largestPaint)),
    formLive: median(rounds.map((one) => one.formLive)),
    bytes: median(rounds.map((one) => one.bytes)),
    rounds,
  };
}
