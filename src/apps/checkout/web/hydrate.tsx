import { hydrateRoot } from 'react-dom/client';
import { PageRoot, type PageView } from './page-root.tsx';
import type { Rendering } from './page.ts';

/**
 * Brings a page to life in the browser: the same root and the same data that the server rendered. Every page with
 * behaviour has one generated entry that calls this and nothing else.
 */
export function hydrate(view: PageView): void {
  if (!keepsCookies()) {
    document.documentElement.dataset['cookies'] = 'off';
    return;
  }
  const data = document.getElementById('page-data')?.textContent;
  const root = document.getElementById('root');
  if (!data || !root) throw new Error('The document has no page data');
  const rendering = JSON.parse(data) as Rendering<never>;
  hydrateRoot(root, <PageRoot view={view} rendering={rendering} isHydrated />);
  prepareNextPage();
}

/** Whether the browser keeps our cookies. Only trying tells: Chromium says that it does when it is told to block them. */
function keepsCookies(): boolean {
  if (!navigator.cookieEnabled) return false;
  document.cookie = 'matricula-probe=1; path=/; SameSite=Lax';
  const isKept = document.cookie.includes('matricula-probe=1');
  document.cookie = 'matricula-probe=; path=/; SameSite=Lax; max-age=0';
  return isKept;
}

/** Fetches the script of the page that follows once the buyer begins to type; what is there already costs nothing. */
function prepareNextPage(): void {
  const script = document.querySelector<HTMLScriptElement>('script[data-next]');
  if (!script) return;
  const prefetch = (): void => {
    for (const href of (script.dataset['next'] ?? '').split(' ')) {
      const link = document.createElement('link');
      link.rel = 'modulepreload';
      link.nonce = script.nonce;
      link.href = href;
      document.head.append(link);
    }
  };
  document.addEventListener('input', prefetch, { once: true, passive: true });
}
