import { type Browser, type BrowserContext, type BrowserContextOptions, expect, type Page } from '@playwright/test';
import { afterAll, inject, test } from 'vitest';
import { launchChromium } from './chromium.ts';
import { type Trouble, watchContext } from './journey-watch.ts';
import { openWorld, type World } from './journey-world.server.ts';
import { type Product, productIn } from './product.server.ts';

/** One buyer's way through the running product. */
export interface Journey {
  readonly product: Product;
  readonly world: World;
  readonly context: BrowserContext;
  readonly page: Page;
  /** An address that no other journey uses. */
  readonly email: string;
  /** The address of a page of the checkout. */
  readonly at: (path: string) => string;
  /** A window of somebody else's: a bank's customer, a mailbox. */
  readonly person: () => Promise<Page>;
}

export interface JourneyOptions extends Pick<BrowserContextOptions, 'javaScriptEnabled' | 'viewport'> {
  /** Kinds of trouble that this journey is about: they are allowed in it. */
  readonly allow?: readonly Trouble['kind'][];
  /** In milliseconds. */
  readonly timeout?: number;
}

let browser: Promise<Browser> | undefined;

afterAll(async () => {
  await (await browser)?.close();
});

/** The product that all journeys of a run share. */
export function sharedProduct(): Promise<Product> {
  return productIn(inject('productFolder'));
}

/**
 * A test that is a journey: a fresh browser profile on the shared product. At its end, whatever it was about, there was
 * no violation of the content policy, no request to a foreign host, no layout shift, no exception and no failed answer.
 */
export function journey(name: string, walk: (journey: Journey) => Promise<void>): void;
export function journey(name: string, options: JourneyOptions, walk: (journey: Journey) => Promise<void>): void;
export function journey(name: string, first: JourneyOptions | ((journey: Journey) => Promise<void>), second?: (journey: Journey) => Promise<void>): void {
  const options = typeof first === 'function' ? {} : first;
  const walk = typeof first === 'function' ? first : second;
  if (!walk) throw new Error('A journey goes somewhere');
  const { allow = [], timeout = 60_000, ...context } = options;
  test(name, { timeout }, async () => {
    const product = await sharedProduct();
    browser ??= launchChromium();
    await travel({ product, browser: await browser, context, allow }, walk);
  });
}

interface Setting {
  readonly product: Product;
  readonly browser: Browser;
  readonly context: BrowserContextOptions;
  readonly allow: readonly Trouble['kind'][];
}

let travelled = 0;

async function travel({ product, browser: chromium, context: options, allow }: Setting, walk: (journey: Journey) => Promise<void>): Promise<void> {
  const contexts: BrowserContext[] = [];
  const watches: { readonly watch: Awaited<ReturnType<typeof watchContext>>; readonly isOurs: boolean }[] = [];
  const open = async (own: BrowserContextOptions, isOurs: boolean): Promise<BrowserContext> => {
    const context = await chromium.newContext({ locale: 'pt-BR', ...own });
    context.setDefaultTimeout(15_000);
    contexts.push(context);
    watches.push({ watch: await watchContext(context, product), isOurs });
    return context;
  };
  try {
    const context = await open(options, true);
    travelled += 1;
    await walk({
      product,
      world: await openWorld(product),
      context,
      page: await context.newPage(),
      email: `buyer-${process.pid}-${travelled}-${Date.now()}@exemplo.com.br`,
      at: (path) => `${product.checkout}${path}`,
      person: async () => (await open({}, false)).newPage(),
    });
    const troubles: Trouble[] = [];
    for (const { watch, isOurs } of watches) {
      // How the stand-ins' own pages settle is nobody's purchase.
      troubles.push(...(await watch.troubles()).filter(({ kind }) => isOurs || kind !== 'layout shift'));
    }
    expect(troubles.filter(({ kind }) => !allow.includes(kind))).toEqual([]);
  } finally {
    await Promise.all(contexts.map((context) => context.close()));
  }
}
