import {
  expect as playwrightExpect,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from '@playwright/test';
import type { Pool } from 'pg';
import { inject, test } from 'vitest';
import { launchChromium } from './chromium.ts';
import { byDepth } from '../depth.ts';
import { collectFailureArtifacts, type PendingRequests, watchRequests } from './failure-artifacts.server.ts';
import { type Trouble, type Watch, watchBrowserContext } from './watch-context.ts';
import { type InvariantWatch, watchInvariants } from '../invariants/watch-invariants.server.ts';
import { openWorld, type World } from './journey-world.server.ts';
import { avoidMidnight } from '../clock/avoid-midnight.ts';
import { clickWhenPainted } from './click-when-painted.ts';
import { type Product, productIn } from '../processes/product.server.ts';
import { openPool } from '../processes/product-database.server.ts';

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
  /** A window of somebody else's: a bank's customer, a mailbox, the staff. It speaks pt-BR, unless `own` says otherwise. */
  readonly person: (own?: BrowserContextOptions) => Promise<Page>;
}

export interface JourneyOptions extends Pick<
  BrowserContextOptions,
  'javaScriptEnabled' | 'reducedMotion' | 'userAgent' | 'viewport'
> {
  /** `deep`: it is left to `npm run test:deep`. */
  readonly tags?: readonly 'deep'[];
  /** Kinds of trouble that this journey is about: they are allowed in it. */
  readonly allow?: readonly Trouble['kind'][];
  /** With the back/forward cache: Back shows the page as it was left, without loading it. */
  readonly keepsPages?: boolean;
  /** In milliseconds. */
  readonly timeout?: number;
}

/** Playwright's own, patient enough for a machine that does other things too: it waits for what is expected. */
export const expect = playwrightExpect.configure({ timeout: 15_000 });

/** What a run starts once; what could not be started, or has ended, is started anew. They end with the process of the tests. */
const browsers = new Map<string, Promise<Browser>>();
const pools = new Map<number, Promise<Pool>>();
const invariantWatches = new Map<number, Promise<InvariantWatch>>();

function startedOnce<Key, Started>(
  started: Map<Key, Promise<Started>>,
  key: Key,
  start: () => Promise<Started>,
): Promise<Started> {
  const there = started.get(key);
  if (there) return there;
  const starting = start();
  started.set(key, starting);
  starting.catch(() => started.delete(key));
  return starting;
}

/** A browser with or without the back/forward cache, which Playwright switches off. */
function browserThat(keepsPages: boolean): Promise<Browser> {
  const kind = keepsPages ? 'keeps pages' : 'asks again';
  return startedOnce(browsers, kind, async () => {
    const browser = await launchChromium({ keepsPages });
    browser.on('disconnected', () => browsers.delete(kind));
    return browser;
  });
}

/** The product that all journeys of a run share. */
export function sharedProduct(): Promise<Product> {
  return productIn(inject('productFolder'));
}

/**
 * A test that is a journey: a fresh browser profile on the shared product. At its end, whatever it was about, there was
 * no violation of the content policy, no request to a foreign host, no layout shift, no exception and no failed answer, and
 * the companies' books and ours say the same.
 */
export function journey(name: string, walk: (journey: Journey) => Promise<void>): void;
export function journey(name: string, options: JourneyOptions, walk: (journey: Journey) => Promise<void>): void;
export function journey(
  name: string,
  first: JourneyOptions | ((journey: Journey) => Promise<void>),
  second?: (journey: Journey) => Promise<void>,
): void {
  const options = typeof first === 'function' ? {} : first;
  const walk = typeof first === 'function' ? first : second;
  if (!walk) throw new Error('A journey goes somewhere');
  // The longest take some twelve seconds; a machine may have other things to do.
  const { allow = [], timeout = 120_000, keepsPages = false, tags = [], ...context } = options;
  // Each is gone once more by `npm run test:deep`, with all that moves.
  test(name, { timeout, tags: ['long', ...tags] }, async () => {
    const product = await sharedProduct();
    await avoidMidnight(product);
    const watch = await startedOnce(invariantWatches, product.pid, () => watchInvariants(product));
    expect(await travel({ product, browser: await browserThat(keepsPages), context, allow }, walk)).toEqual([]);
    expect(await watch.newViolations()).toEqual([]);
  });
}

interface Setting {
  readonly product: Product;
  readonly browser: Browser;
  readonly context: BrowserContextOptions;
  readonly allow: readonly Trouble['kind'][];
}

/** Fades between pages cost a quarter of a journey's time: in `npm test` those have them that ask for them. */
const motion = byDepth('reduce', 'no-preference');

let travelled = 0;

/** Walks, and answers the troubles that were met on the way. */
async function travel(
  { product, browser: chromium, context: options, allow }: Setting,
  walk: (journey: Journey) => Promise<void>,
): Promise<readonly Trouble[]> {
  const contexts: { readonly context: BrowserContext; readonly requests: PendingRequests }[] = [];
  const watches: Watch[] = [];
  const open = async (own: BrowserContextOptions): Promise<BrowserContext> => {
    const context = await chromium.newContext({ locale: 'pt-BR', reducedMotion: motion, ...own });
    context.setDefaultTimeout(15_000);
    contexts.push({ context, requests: watchRequests(context) });
    watches.push(await watchBrowserContext(context, product));
    return context;
  };
  const troubles = async (): Promise<readonly Trouble[]> => {
    const found = await Promise.all(watches.map((watch) => watch.troubles()));
    return found.flat().filter(({ kind }) => !allow.includes(kind));
  };
  try {
    const context = await open(options);
    const page = await context.newPage();
    clickWhenPainted(page);
    travelled += 1;
    const steps = walk({
      product,
      world: await openWorld(product, await startedOnce(pools, product.pid, () => openPool(product))),
      context,
      page,
      email: `buyer-${process.pid}-${travelled}-${Date.now()}@exemplo.com.br`,
      at: (path) => `${product.checkout}${path}`,
      person: async (own = {}) => (await open(own)).newPage(),
    });
    await steps.catch(async (error: unknown) => {
      // In the message itself: it is what a test's report shows, wherever it is read.
      const artifacts = await collectFailureArtifacts(product, contexts);
      const met = (await troubles()).map(({ kind, text }) => `  ${kind}: ${text}`).join('\n');
      if (error instanceof Error) error.message += `\n\nWhen it stopped\n${artifacts}\ntroubles met:\n${met}`;
      throw error;
    });
    return await troubles();
  } finally {
    await Promise.all(contexts.map(({ context }) => context.close()));
  }
}
