import { createHash } from 'node:crypto';

/** What tells a served page from another; hexadecimal. */
export interface ServedPage {
  /** The document with the styles in it; scripts, fonts and images have their hash in their name. */
  readonly whole: string;
  /** The same without its styles, in neither mode: a page and the same page in the other mode have one. */
  readonly document: string;
}

/** Reads a page as it is served now, without what differs at every request and every start. */
export async function readServed(checkout: string, href: string): Promise<ServedPage> {
  const answer = await fetch(`${checkout}${href}`);
  const html = timeless(`${answer.status} ${await answer.text()}`).replaceAll(href, '');
  return { whole: hash(html), document: hash(colourless(html)) };
}

/** Without styles, the colour of the window, and the mode's name: in the page's facts and in those of its images. */
function colourless(html: string): string {
  return html
    .replaceAll(/<style[^>]*>[\s\S]*?<\/style>/g, '')
    .replace(/name="theme-color" content="[^"]*"/, '')
    .replaceAll(/-(dark|light)-[\w-]+\.(svg|webp|png|avif)/g, '-mode.$2')
    .replaceAll(/(["$]|%24)(dark|light)\b/g, '$1mode');
}

/** One-time tokens, and the ports on which the product happens to run. */
function timeless(html: string): string {
  return html.replaceAll(/nonce="[^"]*"/g, '').replaceAll(/(localhost|127\.0\.0\.1)(:|%3A)\d+/g, '$1');
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 24);
}
