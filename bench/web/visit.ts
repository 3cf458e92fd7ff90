import { type BrowserContext, chromium, type Cookie, type Page } from '@playwright/test';
import { chromiumOptions } from '#tests/support/browser/chromium.ts';

/** Options of a visit. */
export interface VisitConditions {
  /** A page of another site whose only link leads to the address. */
  readonly from: string;
  /** Slowdown factor of the page's processor. */
  readonly slowdown: number;
  readonly cookies?: readonly Cookie[];
}

/** One visit by a browser with empty caches. Times are milliseconds from the start of the navigation. */
export interface Visit {
  readonly firstPaint: number;
  readonly largestPaint: number;
  /** React has hydrated the first field: input is handled from now on. NaN on a page without a script. */
  readonly formLive: number;
  /** The style sheet with the brand's fonts has arrived; NaN when it never did. */
  readonly fontsLoaded: number;
  /** The page has fonts of its sheet. A machine without the fallback's system fonts only gets late ones into its cache. */
  readonly hasFaces: boolean;
  /** The first paint waited for the sheet with the fonts. */
  readonly facesInFirstPaint: boolean;
  /** Sum of all layout shifts. */
  readonly shift: number;
  /** Requests to other sites than the page's. */
  readonly strangers: readonly string[];
  /** Bytes on the wire, headers included. */
  readonly bytes: number;
}

interface Noted {
  largestPaint: number;
  formLive: number;
  facesLoaded: number;
  shift: number;
}

declare global {
  interface Window {
    benchNotes?: Noted;
  }
}

const args = [
  '--disable-quic',
  '--ignore-certificate-errors',
  // Chromium's own requests would share the page's link.
  '--disable-background-networking',
  '--disable-component-update',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE localhost, EXCLUDE 127.0.0.1',
];

/** A new browser with a new profile. Its network is not emulated. */
export async function withPhone<T>(work: (context: BrowserContext, version: string) => Promise<T>): Promise<T> {
  const options = chromiumOptions();
  const browser = await chromium.launch({ ...options, args: [...options.args, ...args] });
  try {
    const context = await browser.newContext({
      viewport: { width: 412, height: 823 },
      deviceScaleFactor: 1.75,
      isMobile: true,
      hasTouch: true,
      ignoreHTTPSErrors: true,
      locale: 'pt-BR',
      // A phone's own words about itself, which its browser also puts into the client hints.
      userAgent: `Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${browser.version().split('.')[0]}.0.0.0 Mobile Safari/537.36`,
    });
    return await work(context, browser.version());
  } finally {
    await browser.close();
  }
}

/** Follows a link to a page and records what its visitor sees, until the page is idle. */
export function visit(url: string, { from, slowdown, cookies = [] }: VisitConditions): Promise<Visit> {
  return withPhone(async (context) => {
    await context.addCookies([...cookies]);
    const page = await context.newPage();
    const strangers: string[] = [];
    page.on('request', (request) => {
      const to = new URL(request.url());
      const isOwn = to.hostname === new URL(url).hostname || request.url().startsWith(from);
      if (to.protocol.startsWith('http') && !isOwn) strangers.push(request.url());
    });
    const devtools = await context.newCDPSession(page);
    let bytes = 0;
    await page.goto(`${from}?${new URLSearchParams({ to: url }).toString()}`);
    devtools.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    await devtools.send('Network.enable');
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.addInitScript(takeNotes);
    await Promise.all([
      page.waitForURL((at) => at.origin === new URL(url).origin, { waitUntil: 'load', timeout: 60_000 }),
      page.locator('a').click(),
    ]);
    const notes = await notesOf(page);
    return { ...notes, strangers, bytes };
  });
}

async function notesOf(page: Page): Promise<Omit<Visit, 'strangers' | 'bytes'>> {
  const hasScript = await page.evaluate(() => document.querySelector('script[type=module]') !== null);
  if (hasScript)
    await page.waitForFunction(() => (window.benchNotes?.formLive ?? 0) > 0, undefined, { timeout: 30_000 });
  await page.waitForTimeout(1_500);
  const { notes, firstPaint, sheet } = await page.evaluate(() => {
    const faces = performance
      .getEntriesByType('resource')
      .find(({ name }) => name.includes('/fonts/faces-')) as PerformanceResourceTiming & {
      renderBlockingStatus: string;
    };
    return {
      notes: window.benchNotes,
      firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      sheet: faces ? { end: faces.responseEnd, isWaitedFor: faces.renderBlockingStatus === 'blocking' } : null,
    };
  });
  if (!notes) throw new Error(`${page.url()}: nothing was noted`);
  return {
    firstPaint,
    largestPaint: notes.largestPaint,
    formLive: notes.formLive || Number.NaN,
    fontsLoaded: sheet?.end || Number.NaN,
    hasFaces: notes.facesLoaded > 0,
    facesInFirstPaint: sheet !== null && sheet.isWaitedFor && sheet.end <= firstPaint && notes.facesLoaded > 0,
    shift: notes.shift,
  };
}

/** Runs in the page, before its own scripts. */
function takeNotes(): void {
  const notes: Noted = { largestPaint: 0, formLive: 0, facesLoaded: 0, shift: 0 };
  window.benchNotes = notes;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) notes.largestPaint = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) notes.shift += 'value' in entry ? Number(entry.value) : 0;
  }).observe({ type: 'layout-shift', buffered: true });
  const timer = setInterval(() => {
    const faces = [...document.fonts].filter(({ family }) => !family.includes('Stand-in'));
    const isHere = faces.some(({ status }) => status === 'loaded') && faces.every(({ status }) => status !== 'loading');
    if (notes.facesLoaded === 0 && isHere) notes.facesLoaded = performance.now();
    const field = document.querySelector('form input:not([type=hidden])');
    // React marks the elements that it has hydrated.
    const isLive = field !== null && Object.keys(field).some((key) => key.startsWith('__reactProps'));
    if (notes.formLive === 0 && isLive) notes.formLive = performance.now();
    if (notes.facesLoaded > 0 && notes.formLive > 0) clearInterval(timer);
  }, 4);
}
