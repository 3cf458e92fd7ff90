import { escapeHtml } from './document.server.ts';

/** How a document comes by a theme's fonts. */
export interface FontLoading {
  /** The theme's sheet, with the faces that have a file where they are loaded at once. */
  readonly css: string;
  /** Markup for the head. */
  readonly head: string;
}

const fileFace = /@font-face\{[^}]*url\([^}]*\}/g;

/**
 * A link is slow when the browser says so (Network Information API: `rtt` in milliseconds, in steps of 25; `downlink` in
 * Mbit/s). Chromium says 100 and 1.6 until it knows, others say nothing: that is fast, and the fonts come at once. On a
 * slow one they wait until the form is live and then only fill the cache: this page keeps its stand-ins, so that nothing
 * moves, and the next has the fonts.
 */
const chooser = [
  '(d=>{const c=navigator.connection,s=d.getElementById("faces"),f=s.dataset.files.split(" ");',
  'if(c&&(c.saveData||c.rtt>=125||c.downlink<1.4))',
  'addEventListener("load",()=>{for(const h of f)fetch(h,{priority:"low"}).catch(()=>{})});',
  'else{s.media="all";for(const h of f){const l=d.createElement("link");',
  'l.rel="preload";l.as="font";l.type="font/woff2";l.crossOrigin="";l.href=h;d.head.append(l)}}})(document)',
].join('');

/**
 * Links a theme's fonts. Fetched before the first paint, they hold up a page of a slow link by 85 ms and its form by
 * 100 (measured at 1.6 Mbit/s, 150 ms); `isFirstPage` therefore lets the browser decide. From its second page on a
 * browser has them in its cache, and a page without scripts has nothing that they could hold up.
 */
export function fontLoading(
  theme: { readonly css: string; readonly fonts: readonly string[] },
  { isFirstPage, nonce }: { readonly isFirstPage: boolean; readonly nonce: string },
): FontLoading {
  const files = theme.fonts.map(escapeHtml);
  if (files.length === 0) return { css: theme.css, head: '' };
  if (!isFirstPage) {
    const preloads = files.map((href) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${href}">`);
    return { css: theme.css, head: preloads.join('') };
  }
  const faces = theme.css.match(fileFace)?.join('') ?? '';
  return {
    css: theme.css.replaceAll(fileFace, ''),
    head:
      `<style nonce="${nonce}" id="faces" media="not all" data-files="${files.join(' ')}">${faces}</style>` +
      `<script nonce="${nonce}">${chooser}</script>`,
  };
}
