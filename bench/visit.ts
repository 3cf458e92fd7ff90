import type { Browser } from '@playwright/test';

/** A slow phone on a slow link: 150 ms there and back, 1.6 Mbit/s down, 0.75 up, a processor slowed four times. */
const network = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
const slowdown = 4;

/** One first visit with empty caches. Times are milliseconds from the start of the navigation. */
export interface Visit {
  readonly largestPaint: number;
  /** React holds the first field: what is typed from now on is handled. */
  readonly formLive: number;
  /** Sum of all layout shifts. */
  readonly shift: number;
  /** Requests that left for another origin than the page's. */
  readonly strangers: readonly string[];
  /** Bytes on the wire, headers included. */
  readonly bytes: number;
}

interface Noted {
  largestPaint: number;
  formLive: number;
  shift: number;
}

declare global {
  interface Window {
    benchNotes?: Noted;
  }
}

/** Visits a page in a fresh browser profile and notes what its visitor sees, until nothing has happened for a while. */
export async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
  });
  try {
    const page = await context.newPage();
    const strangers: string[] = [];
    const { origin } = new URL(url);
    page.on('request', (request) => {
      const to = new URL(request.url());
      if (to.protocol.startsWith('http') && to.origin !== origin) strangers.push(request.url());
    });
    const devtools = await context.newCDPSession(page);
    let bytes = 0;
    devtools.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', network);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.addInitScript(takeNotes);
    await page.goto(url, { waitUntil: 'load', timeout: 60_000 });
    await page.waitForFunction(() => (window.benchNotes?.formLive ?? 0) > 0, undefined, { timeout: 30_000 });
    await page.waitForTimeout(1_500);
    const notes = await page.evaluate(() => window.benchNotes);
    if (!notes) throw new Error(`${url}: nothing was noted`);
    return { ...notes, strangers, bytes };
  } finally {
    await context.close();
  }
}

/** Runs in the page, before its own scripts. */
function takeNotes(): void {
  const notes: Noted = { largestPaint: 0, formLive: 0, shift: 0 };
  window.benchNotes = notes;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) notes.largestPaint = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) notes.shift += 'value' in entry ? Number(entry.value) : 0;
  }).observe({ type: 'layout-shift', buffered: true });
  // React marks the elements that it has taken over.
  const timer = setInterval(() => {
    const field = document.querySelector('form input:not([type=hidden])');
    if (!field || !Object.keys(field).some((key) => key.startsWith('__reactProps'))) return;
    notes.formLive = performance.now();
    clearInterval(timer);
  }, 4);
}
