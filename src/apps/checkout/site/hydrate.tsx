import { flushSync } from 'react-dom';
import { hydrateRoot, type Root } from 'react-dom/client';
import type { startWebVitals } from './web-vitals/start-web-vitals.ts';
import { loadFonts } from './assets/load-fonts.ts';
import { callServer } from '#src/ui/http/call-server.ts';
import { loadParts } from './assets/load-parts.ts';
import { PageRoot, type PageView } from '../framework/page-root.tsx';
import type { Rendering } from '../framework/page.ts';

/**
 * Brings a page to life in the browser: the same root and the same data that the server rendered. Every page with
 * behaviour has one generated entry that calls this and nothing else.
 */
export function hydrate(view: PageView): void {
  loadFonts();
  const data = document.getElementById('page-data')?.textContent;
  const root = document.getElementById('root');
  if (!data || !root) throw new Error('The document has no page data');
  const rendering = JSON.parse(data) as Rendering<never>;
  // Thrown things: a view that broke is told by itself, as fatal; the window hears of it as of any error.
  const earlyErrors: unknown[] = [];
  const onCaughtError = (error: unknown): void => reportError((earlyErrors.push(error), error));
  const start = (): void => {
    const live = (): Root =>
      hydrateRoot(root, <PageRoot view={view} rendering={rendering} isHydrated />, { onCaughtError });
    // A page whose scripts were quicker than its first picture is drawn before it lives.
    const isDrawn = performance.getEntriesByType('paint').length > 0;
    if (!isDrawn) return keepsCookies() ? void live() : showCookiesNotice();
    // Left to React's own turn, a slow phone ends the document and begins to fetch what is for later first.
    const page = flushSync(live);
    setTimeout(() => {
      if (keepsCookies()) return;
      page.unmount();
      showCookiesNotice();
    });
  };
  const script = document.querySelector<HTMLScriptElement>('script[type=module]');
  // Ahead of the page, so that it hears of what the page throws.
  if (script?.dataset['webVitals']) loadWebVitals(script.dataset['webVitals'], earlyErrors);
  // Without one of its parts a page would not be the one that the server wrote: then that one stays, and its form works.
  const parts = script?.dataset['parts'];
  if (parts) void loadParts(parts.split(' ')).then(start, reportError);
  else start();
  preserveFormOnConsent();
  if (script?.dataset['next']) prepareNextPage(script, script.dataset['next']);
}

/**
 * The measurement question is answered without leaving a page in which something was typed: a navigation would empty it.
 * Otherwise its form goes as usual, and the page comes back with what the answer allows.
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

/** The notice takes the page's place. */
function showCookiesNotice(): void {
  document.documentElement.dataset['cookies'] = 'off';
}

/** Measuring is a file of its own, fetched once the page has loaded: it costs a first visit nothing. */
function loadWebVitals(file: string, earlyErrors: unknown[]): void {
  for (const type of ['error', 'unhandledrejection']) addEventListener(type, (event) => earlyErrors.push(event));
  addEventListener('load', () => {
    void import(/* @vite-ignore */ file).then((webVitals: { readonly startWebVitals: typeof startWebVitals }) =>
      webVitals.startWebVitals(earlyErrors),
    );
  });
}

/**
 * Whether the browser keeps our cookies. Only trying tells: Chromium says that it does when it is told to block them. Each
 * line waits for another process: a slow phone is asked once its page lives.
 */
function keepsCookies(): boolean {
  if (!navigator.cookieEnabled) return false;
  document.cookie = 'matricula-probe=1; path=/; SameSite=Lax';
  const hasSavedCardProfile = document.cookie.includes('matricula-probe=1');
  document.cookie = 'matricula-probe=; path=/; SameSite=Lax; max-age=0';
  return hasSavedCardProfile;
}

/** Fetches the script of the page that follows once the buyer begins to type; what is there already costs nothing. */
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
