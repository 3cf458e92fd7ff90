import { readFileSync, statSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { BrowserContext, Frame, Page } from '@playwright/test';
import type { Product } from '../processes/product.server.ts';

/** What must not happen on anybody's way through the product, whatever that way is. */
export interface Trouble {
  readonly kind: 'policy' | 'foreign host' | 'layout shift' | 'exception' | 'server error';
  readonly text: string;
}

export interface Watch {
  /** Waits until every open page has told what it saw, and answers all of it. */
  troubles(): Promise<readonly Trouble[]>;
}

const policyWords = /content security policy|trusted ?types?|permissions[- ]policy/i;

/**
 * Watches every page of a browser context: violations of the content policy in any frame, requests to any host but the
 * product's four origins, content that moves without the buyer having done anything (Layout Instability API: not within
 * 500 ms of a key or a press), exceptions, answers of 500 and more, and errors in the product's log.
 */
export async function watchBrowserContext(context: BrowserContext, product: Product): Promise<Watch> {
  const found: Trouble[] = [];
  const pending: Promise<void>[] = [];
  const origins = new Set([product.checkout, product.cardFields, product.sandbox, product.console]);
  const loggedBefore = statSync(product.logFile).size;
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    // The last one is the browser's own viewer of PDF.
    const isLocal = ['data:', 'blob:', 'about:', 'chrome-extension:'].includes(protocol);
    if (!isLocal && !origins.has(origin)) found.push({ kind: 'foreign host', text: request.url() });
  });
  context.on('response', (response) => {
    if (response.status() >= 500) found.push({ kind: 'server error', text: `${response.status()} ${response.url()}` });
  });
  context.on('console', (message) => {
    const isBad = message.type() === 'error' || message.type() === 'warning';
    if (isBad && policyWords.test(message.text())) found.push({ kind: 'policy', text: message.text() });
  });
  context.on('weberror', (event) => {
    const { name, message, stack } = event.error();
    // The browser lets a fade between two pages be when it comes too late; no script of ours asks for one.
    if (message.startsWith('Transition was ')) return;
    found.push({
      kind: 'exception',
      text: `${name}: ${message} at ${event.page()?.url() ?? 'a page that is gone'}\n${stack ?? ''}`,
    });
  });
  await context.exposeBinding('reportPolicy', ({ frame }, text: string) =>
    found.push({ kind: 'policy', text: `${text} at ${frame.url()}` }),
  );
  await context.exposeBinding('reportShift', ({ frame }, text: string) => {
    const url = frame.url();
    // How the stand-ins' own pages settle is nobody's purchase.
    if (url.startsWith(product.sandbox)) return;
    // The browser's own page about an address that it could not open.
    if (url.startsWith('chrome-error:')) return;
    const seen = isShown(frame).then((shown) => {
      if (shown) found.push({ kind: 'layout shift', text: `${text} at ${url}` });
    });
    pending.push(seen);
  });
  await context.addInitScript(watchDocument);
  return {
    async troubles() {
      for (const page of context.pages()) await flush(page);
      await Promise.all(pending);
      return [...found, ...loggedErrors(product.logFile, loggedBefore)];
    },
  };
}

declare global {
  interface Window {
    reportPolicy(text: string): Promise<void>;
    reportShift(text: string): Promise<void>;
    reportShifts?: () => Promise<unknown>;
  }
}

/** The Layout Instability API's entry, as far as it is read here; TypeScript's DOM does not have it. */
interface LayoutShiftEntry extends PerformanceEntry {
  readonly value: number;
  readonly hadRecentInput: boolean;
  readonly sources: readonly {
    readonly node: Node | null;
    readonly previousRect: DOMRectReadOnly;
    readonly currentRect: DOMRectReadOnly;
  }[];
}

/** Runs in every document before its own scripts. */
function watchDocument(): void {
  addEventListener('securitypolicyviolation', (event) => {
    void window.reportPolicy(`${event.effectiveDirective} ${event.blockedURI} ${event.sample}`);
  });
  // What moves behind the busy overlay, until the frame in which it is gone, nobody sees moving.
  let coveredFrom = Infinity;
  let coveredTo = -Infinity;
  const watchOverlay = (): void => {
    const isBusy = document.querySelector('div[role=status] > span[aria-hidden=true] + span') !== null;
    if (isBusy && coveredTo !== Infinity) [coveredFrom, coveredTo] = [performance.now(), Infinity];
    if (isBusy || coveredTo !== Infinity) return;
    coveredTo = performance.now() + 1000;
    requestAnimationFrame(() => requestAnimationFrame((time) => (coveredTo = time)));
  };
  new MutationObserver(watchOverlay).observe(document, { childList: true, subtree: true });
  const tell = (entries: PerformanceEntryList): Promise<unknown>[] =>
    entries
      .map((entry) => entry as LayoutShiftEntry)
      .filter(({ value, hadRecentInput }) => value > 0 && !hadRecentInput)
      .filter(({ startTime }) => startTime < coveredFrom || startTime > coveredTo)
      .map(({ value, sources }) => {
        const place = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join(' ');
        const moved = sources.map(({ node, previousRect, currentRect }) => {
          const name = node instanceof Element ? `${node.tagName}.${node.className}` : (node?.textContent ?? 'gone');
          return `${name} (${place(previousRect)} to ${place(currentRect)})`;
        });
        return window.reportShift(`${value.toFixed(5)} ${moved.join(', ')}`);
      });
  const observer = new PerformanceObserver((list) => void tell(list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: true });
  window.reportShifts = () => Promise.all(tell(observer.takeRecords()));
  addEventListener('pagehide', () => void window.reportShifts?.());
}

/** The page and the frames in it that have a document: a lazy one has none yet, and never answers. */
export function loadedFrames(page: Page): Frame[] {
  return page.frames().filter((frame) => frame.url().startsWith('http'));
}

/** Whether a frame stands on its page: one whose panel was folded while it loaded is laid out unseen, at any width. */
async function isShown(frame: Frame): Promise<boolean> {
  if (frame.parentFrame() === null) return true;
  const element = await frame.frameElement().catch(() => null);
  return (await element?.isVisible().catch(() => false)) ?? false;
}

/** Milliseconds for a frame's answer. */
const patienceMs = 2_000;

async function flush(page: Page): Promise<void> {
  for (const frame of loadedFrames(page)) {
    // A page that is just leaving has told on its way out; a frame that is being taken away may never answer.
    const reported = frame.evaluate(() => window.reportShifts?.()).catch(() => undefined);
    await Promise.race([reported, setTimeout(patienceMs)]);
  }
}

function loggedErrors(file: string, from: number): Trouble[] {
  const lines = readFileSync(file).subarray(from).toString('utf8').split('\n');
  return lines.filter((line) => line.startsWith('{"level":"error"')).map((text) => ({ kind: 'server error', text }));
}
