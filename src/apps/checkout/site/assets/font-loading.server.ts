import { escapeHtml } from '../../framework/document.server.ts';

/**
 * Lets the first picture wait for the faces where this visit's own navigation timing says that the link is quick: the
 * shorter of the TLS handshake and the wait for the document, each one round trip, below 60 ms. On a reused connection there
 * is no handshake, without TLS none either. Whatever is unknown counts as slow; then the page's module adds the sheet
 * (`loadFonts`). `navigator.connection` is asked for the buyer's preference to save data only: its figures are a guess.
 */
export const fontChooser = [
  '(d=>{const n=performance.getEntriesByType("navigation")[0],c=navigator.connection,s=d.currentScript,l=d.createElement("link");',
  'if(!n||c&&c.saveData||!("blocking"in l))return;',
  'const t=n.connectEnd-n.secureConnectionStart,w=n.responseStart-n.requestStart;',
  'if(!((n.secureConnectionStart>0&&t>0?Math.min(t,w):w)<60))return;',
  'l.rel="stylesheet";l.nonce=s.nonce;l.setAttribute("blocking","render");l.href=s.dataset.faces;d.head.append(l)})(document)',
].join('');

export interface FontLoadingOptions {
  readonly hasScript: boolean;
  /** Hash of the face sheet that the browser has, by its cookie `faces`. */
  readonly has: string | null;
  readonly nonce: string;
}

/**
 * Markup for the head that brings a theme's faces. A plain sheet holds up the first picture until it is there: for a browser
 * whose cookie names this very sheet it comes out of the cache, and a page without scripts has no other way.
 */
export function fontLoading(fontSheet: string | null, { hasScript, has, nonce }: FontLoadingOptions): string {
  if (fontSheet === null) return '';
  const href = escapeHtml(fontSheet);
  const sheet = `<link rel="stylesheet" nonce="${nonce}" href="${href}">`;
  const isCached = has !== null && fontSheet.endsWith(`-${has}.css`);
  if (isCached || !hasScript) return sheet;
  return `<script nonce="${nonce}" data-faces="${href}">${fontChooser}</script><noscript>${sheet}</noscript>`;
}
