import { flushSync } from 'react-dom';
import { hydrateRoot, type Root } from 'react-dom/client';
import type { startWebVitals } from './web-vitals/start-web-vitals.ts';
import { loadFonts } from './assets/load-fonts.ts';
import { callServer } from '#src/ui/http/call-server.ts';
import { loadParts } from './assets/load-parts.ts';
import { PageRoot, type PageView } from '../framework/page-root.tsx';
import type { Rendering } from '../framework/page.ts';

/**
 * Hydrates a page: the same root and the same data as the server's. Every page with behaviour has one generated entry that
 * only calls this.
 */
export function hydrate(view: PageView): void {
  loadFonts();
  const data = document.getElementById('page-data')?.textContent;
  const root = document.getElementById('root');
  if (!data || !root) throw new Error('The document has no page data');
  const rendering = JSON.parse(data) as Rendering<never>;
  // React reports a failed view itself, as fatal; every other error reaches the window.
  const earlyErrors: unknown[] = [];
  const onCaughtError = (error: unknown): void => reportError((earlyErrors.push(error), error));
  const start = (): void => {
    const live = (): Root =>
      hydrateRoot(root, <PageRoot view={view} rendering={rendering} isHydrated />, { onCaughtError });
    // A page whose scripts arrive before the first paint is painted before hydration.
    const isDrawn = performance.getEntriesByType('paint').length > 0;
    if (!isDrawn) return keepsCookies() ? void live() : showCookiesNotice();
    // With React's own scheduling, a slow phone ends the document and prefetches later assets before hydration.
    const page = flushSync(live);
    setTimeout(() => {
      if (keepsCookies()) return;
      page.unmount();
      showCookiesNotice();
    });
  };
  const script = document.querySelector<HTMLScriptElement>('script[type=module]');
  // Before hydration, so that its errors are recorded.
  if (script?.dataset['webVitals']) loadWebVitals(script.dataset['webVitals'], earlyErrors);
  // Without one of its parts, hydration would not match the server's page: that page stays as it is, and its form works.
  const parts = script?.dataset['parts'];
  if (parts) void loadParts(parts.split(' ')).then(start, reportError);
  else start();
  preserveFormOnConsent();
  if (script?.dataset['next']) prepareNextPage(script, script.dataset['next']);
}

/**
 * Answers the consent banner without leaving a page with typed values, which a navigation would clear. Otherwise its form
 * is posted as usual.
 */
function preserveFormOnConsent(): void {
  const notice = document.querySelector('[aria-labelledby=consent-title]');
  const form = notice?.querySelector('form');
  form?.addEventListener('submit', (event) => {
    const fields = document.querySelectorAll<HTMLInputElement>(
      '#root input:not([type=hidden],[type=radio],[type=checkbox])',
    );
    if ([...fields].every(({ value }) => value === '')) return;
    event.preventDefault();
    const answer = new FormData(form, event.submitter);
    const body = new URLSearchParams([...answer].map(([name, value]) => [name, String(value)]));
    callServer(form.action, { body }).then(({ ok }) => ok && notice?.remove(), reportError);
  });
}

/** The notice replaces the page. */
function showCookiesNotice(): void {
  document.documentElement.dataset['cookies'] = 'off';
}

/** Web vitals are a file of their own, loaded after the load event: a first visit does not wait for it. */
function loadWebVitals(file: string, earlyErrors: unknown[]): void {
  for (const type of ['error', 'unhandledrejection']) addEventListener(type, (event) => earlyErrors.push(event));
  addEventListener('load', () => {
    void import(/* @vite-ignore */ file).then((webVitals: { readonly startWebVitals: typeof startWebVitals }) =>
      webVitals.startWebVitals(earlyErrors),
    );
  });
}

/**
 * Whether the browser stores our cookies. Only a test shows it: `navigator.cookieEnabled` is true in Chromium although
 * cookies are blocked. Each line waits for another process, so the test runs after hydration.
 */
function keepsCookies(): boolean {
  if (!navigator.cookieEnabled) return false;
  document.cookie = 'matricula-probe=1; path=/; SameSite=Lax';
  const isStored = document.cookie.includes('matricula-probe=1');
  document.cookie = 'matricula-probe=; path=/; SameSite=Lax; max-age=0';
  return isStored;
}

/** Prefetches the next page's script once the buyer begins to type; a cached one costs nothing. */
function prepareNextPage(script: HTMLScriptElement, next: string): void {
  const prefetch = (): void => {
    for (const href of next.split(' ')) {
      const link = document.createElement('link');
      link.rel = 'modulepreload';
      link.nonce = script.nonce;
      link.href = href;
      document.head.append(link);
    }
  };
  document.addEventListener('input', prefetch, { once: true, passive: true });
}
