import { escapeHtml } from './document.server.ts';

/**
 * A link is slow when the browser says so (Network Information API: `rtt` in milliseconds, in steps of 25; `downlink` in
 * Mbit/s). Chromium says 100 and 1.6 until it knows; whoever says nothing is quick. On a quick link the sheet holds up the
 * first picture, so that its faces are in it. On a slow one, or where a sheet that a script adds holds up nothing
 * (`blocking` is unknown), this page keeps its stand-ins, and none moves: its module fills the cache for the next
 * (`fetchFacesLater`). Whatever else stood here would stand before the first picture too: a listener alone costs 2 ms of it.
 */
export const fontChooser = [
  '(d=>{const c=navigator.connection;if(c&&(c.saveData||c.rtt>=125||c.downlink<1.4))return;',
  'const s=d.currentScript,l=d.createElement("link");if(!("blocking"in l))return;',
  'l.rel="stylesheet";l.nonce=s.nonce;l.setAttribute("blocking","render");l.href=s.dataset.faces;d.head.append(l)})(document)',
].join('');

/**
 * Markup for the head that brings a theme's faces. Fetched before the first picture they hold up a page of a slow link by
 * 85 ms and its form by 100 (1.6 Mbit/s, 150 ms): on the first page of a browser its own script decides. From the second
 * page on they come out of the cache, and a page without scripts has nothing that they could hold up.
 */
export function fontLoading(
  fontSheet: string | null,
  { isFirstPage, nonce }: { readonly isFirstPage: boolean; readonly nonce: string },
): string {
  if (fontSheet === null) return '';
  const href = escapeHtml(fontSheet);
  const sheet = `<link rel="stylesheet" nonce="${nonce}" href="${href}">`;
  return isFirstPage
    ? `<script nonce="${nonce}" data-faces="${href}">${fontChooser}</script><noscript>${sheet}</noscript>`
    : sheet;
}
