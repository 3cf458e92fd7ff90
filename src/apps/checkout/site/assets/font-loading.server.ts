import { escapeHtml } from '../../framework/document.server.ts';

/**
 * Blocks the first paint for the fonts where this visit's navigation timing shows a fast connection: the shorter of the TLS
 * handshake and the wait for the document, one round trip each, below 60 ms. A reused connection has no handshake, nor does
 * one without TLS. An unknown time counts as slow; then the page's module adds the sheet (`loadFonts`).
 * `navigator.connection` is read for the data-saver preference only: its figures are estimates.
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
  /** Hash of the browser's cached font sheet, by its cookie `faces`. */
  readonly has: string | null;
  readonly nonce: string;
}

/**
 * Markup for the head that loads a theme's fonts. A plain sheet blocks the first paint until it is loaded: a browser whose
 * cookie names this sheet has it in its cache, and a page without scripts has no other method.
 */
export function fontLoading(fontSheet: string | null, { hasScript, has, nonce }: FontLoadingOptions): string {
  if (fontSheet === null) return '';
  const href = escapeHtml(fontSheet);
  const sheet = `<link rel="stylesheet" nonce="${nonce}" href="${href}">`;
  const isCached = has !== null && fontSheet.endsWith(`-${has}.css`);
  if (isCached || !hasScript) return sheet;
  return `<script nonce="${nonce}" data-faces="${href}">${fontChooser}</script><noscript>${sheet}</noscript>`;
}
