import { LruCache } from '../../site/lru-cache.server.ts';
import { definePage, problem, show } from '../../framework/page.server.ts';
import type { MdData } from './md-page.tsx';
import { Marked } from 'marked';
import sanitizeHtml from 'sanitize-html';

/** A text changes only when the product starts anew: each is rendered once. */
const rendered = new LruCache<string>(200);

export const page = definePage<MdData>({
  load: async ({ visit, view }) => {
    const file = visit.step?.props.markdown;
    const source = file === undefined ? undefined : visit.brand.texts.get(file);
    if (file === undefined || source === undefined) return problem('markdown-missing');
    return show<MdData>({ html: rendered.get(source, () => renderMarkdown(source)), next: view.flow?.next ?? null });
  },
});

const reader = new Marked({ gfm: true, breaks: false });

const rules: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['h1', 'h2', 'h3', 'h4', 'p', 'ul', 'ol', 'li', 'blockquote', 'hr', 'br'],
    ...['strong', 'em', 'del', 'code', 'pre', 'a', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'div'],
  ],
  allowedAttributes: {
    a: ['href', 'target', 'rel'],
    th: ['scope'],
    ol: ['start'],
  },
  allowedSchemes: ['https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  transformTags: {
    // A link out of the checkout opens in a new tab, without referrer and opener.
    a: (tagName, { href = '' }) => ({
      tagName,
      attribs: /^https:/i.test(href) ? { href, target: '_blank', rel: 'noopener noreferrer' } : { href },
    }),
    th: (tagName) => ({ tagName, attribs: { scope: 'col' } }),
    // Only what this renderer itself puts around tables may be such an element.
    div: () => ({ tagName: 'p', attribs: {} }),
  },
};

/** A table that is wider than a phone moves inside its own frame, also by keyboard. */
function frameTables(html: string): string {
  return html.replaceAll('<table>', '<div tabindex="0"><table>').replaceAll('</table>', '</table></div>');
}

/**
 * Markdown (CommonMark with tables) as HTML that may stand in a page: a short list of elements, links to the web, mail and
 * telephone only, no images, no styles, no scripts, whatever the text holds.
 */
export function renderMarkdown(source: string): string {
  return frameTables(sanitizeHtml(reader.parse(source, { async: false }), rules));
}
