import { existsSync, readFileSync } from 'node:fs';
import os from 'node:os';
import type { BrowserContext, Page, Request } from '@playwright/test';
import { openPool } from '../processes/product-database.server.ts';
import type { Product } from '../processes/product.server.ts';

/** What a context has asked for and not been answered yet. */
export interface PendingRequests {
  /** One line per request, oldest first: how long it has waited (milliseconds), its method and its address. */
  lines(): readonly string[];
  /** The newest ten that broke off, and documents that were asked for: how long ago (milliseconds), and what became of them. */
  past(): readonly string[];
}

/** Watches what a browser waits for, so that a journey that stops can say which answer did not come. */
export function watchRequests(context: BrowserContext): PendingRequests {
  const open = new Map<Request, number>();
  const past: { readonly at: number; readonly text: string }[] = [];
  const end = (request: Request, result: string): void => {
    open.delete(request);
    const text = `${result} ${request.method()} ${request.url()}`;
    if (result !== 'answered' || request.isNavigationRequest()) past.push({ at: Date.now(), text });
  };
  context.on('request', (request) => open.set(request, Date.now()));
  context.on('requestfinished', (request) => end(request, 'answered'));
  context.on('requestfailed', (request) => end(request, request.failure()?.errorText ?? 'failed'));
  return {
    lines: () => [...open].map(([request, since]) => `${Date.now() - since} ms ${request.method()} ${request.url()}`),
    past: () => past.slice(-10).map(({ at, text }) => `${Date.now() - at} ms ago ${text}`),
  };
}

/** How the machine, the product and its database stood when a journey stopped: a slow answer is told from a lost one. */
export async function collectFailureArtifacts(
  product: Product,
  contexts: readonly { readonly context: BrowserContext; readonly requests: PendingRequests }[],
): Promise<string> {
  const pages = await Promise.all(contexts.flatMap(({ context }) => context.pages().map(describePage)));
  const waiting = contexts.flatMap(({ requests }) => requests.lines());
  const parts: readonly (readonly [string, readonly string[]])[] = [
    ['pages', pages],
    ['unanswered requests', waiting],
    ['before', contexts.flatMap(({ requests }) => requests.past())],
    ['database sessions at work', await busySessions(product).catch((error: unknown) => [String(error)])],
    ['load', [os.loadavg().join(' '), ...pressure()]],
    ['end of the log', readFileSync(product.logFile, 'utf8').trimEnd().split('\n').slice(-15)],
  ];
  return parts.map(([name, lines]) => `${name}:\n${lines.map((line) => `  ${line}`).join('\n')}`).join('\n');
}

/** A page's address and what it says, its frames too. */
async function describePage(page: Page): Promise<string> {
  const texts = page.frames().map(async (frame) => {
    const text = await frame.locator('body').innerText({ timeout: 1000 });
    return `${frame.url()}: ${text.replaceAll(/\s+/g, ' ').slice(0, 700)}`;
  });
  const said = await Promise.allSettled([drawing(page), ...texts]);
  return said.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason))).join('\n    ');
}

/** Whether a page still draws, and whether it is fading; what was pressed last, as far as the browser says. */
async function drawing(page: Page): Promise<string> {
  const state = page.evaluate(async () => {
    const drawn = new Promise<string>((resolve) => requestAnimationFrame(() => resolve('draws')));
    const late = new Promise<string>((resolve) => setTimeout(() => resolve('draws nothing'), 2000));
    const isFading = document.documentElement.matches(':active-view-transition');
    return `${await Promise.race([drawn, late])}, ${document.readyState}, ${document.visibilityState}, ${isFading ? 'fading, ' : ''}focus in ${document.activeElement?.outerHTML.slice(0, 120)}`;
  });
  const never = new Promise<string>((resolve) => setTimeout(() => resolve('answers nothing'), 5000));
  return Promise.race([state, never]);
}

async function busySessions(product: Product): Promise<string[]> {
  const pool = await openPool(product);
  try {
    const { rows } = await pool.query<Record<string, unknown>>(
      `select state, wait_event_type, wait_event, now() - state_change as since, left(query, 200) as query
       from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`,
    );
    return rows.map((row) => JSON.stringify(row));
  } finally {
    await pool.end();
  }
}

/** Linux's own account of what work waits for; nothing elsewhere. */
function pressure(): readonly string[] {
  return ['cpu', 'io', 'memory'].flatMap((what) => {
    const file = `/proc/pressure/${what}`;
    return existsSync(file) ? [`${what} ${readFileSync(file, 'utf8').split('\n')[0] ?? ''}`] : [];
  });
}
