import { createHash } from 'node:crypto';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';

type Node = DefaultTreeAdapterTypes.ChildNode | DefaultTreeAdapterTypes.DocumentFragment;
type Element = DefaultTreeAdapterTypes.Element;

/** As an `integrity` attribute has it: SHA-384, base64. */
export function integrityOf(content: string | Uint8Array): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`;
}

/** Types of data blocks; a browser runs, fetches or applies any other type. */
const dataTypes = ['application/json', 'application/ld+json'];
/** Attributes of our scripts that name files to fetch later. */
const addresses = ['src', 'data-parts', 'data-next', 'data-web-vitals'];
/** Elements that load other documents or change all addresses: our pages have none. */
const forbiddenElements = ['base', 'embed', 'frame', 'iframe', 'object'];

/** Attributes of a frame that shows an address and nothing else. */
export function frameTo(source: string): string {
  return `<iframe src="${source}">`;
}

function* below(node: DefaultTreeAdapterTypes.Document | Node): Generator<Element> {
  if (!('childNodes' in node)) return;
  for (const child of node.childNodes) {
    if ('tagName' in child) yield child;
    // A script in a template runs as soon as a script inserts it.
    if ('content' in child) yield* below(child.content);
    yield* below(child);
  }
}

function ofElement(element: Element): readonly string[] {
  const { tagName, attrs } = element;
  const valueOf = (name: string): string | undefined => attrs.find((one) => one.name === name)?.value;
  const namedBy = (name: string): readonly string[] => (valueOf(name) ?? '').split(/\s+/).filter((one) => one !== '');
  const handlers = attrs
    .filter(({ name, value }) => name.startsWith('on') || /^\s*javascript:/i.test(value))
    .map(({ name, value }) => `${name}="${value.slice(0, 60)}"`);
  const source = valueOf('src');
  const isPlainFrame = tagName === 'iframe' && source !== undefined && valueOf('srcdoc') === undefined;
  if (isPlainFrame) return [frameTo(source), ...handlers];
  if (forbiddenElements.includes(tagName)) return [`<${tagName}>`, ...handlers];
  if (tagName === 'link') return [...namedBy('href').filter((href) => /\.m?js(?:[?#]|$)/.test(href)), ...handlers];
  if (tagName !== 'script') return handlers;
  if (dataTypes.includes((valueOf('type') ?? '').trim().toLowerCase()) && valueOf('src') === undefined) return handlers;
  const text = element.childNodes.map((child) => ('value' in child ? child.value : '')).join('');
  const own = valueOf('src') === undefined && valueOf('href') === undefined ? [integrityOf(text)] : [];
  return [...addresses.flatMap(namedBy), ...namedBy('href'), ...own, ...handlers];
}

/**
 * All scripts of a document, parsed as browsers do: elements and preloads by address, files that our scripts fetch later,
 * inline scripts by their hash, and other sources of code (handlers, frames, `<base>`) by their text.
 */
export function pageScripts(html: string): readonly string[] {
  return [...below(parse(html))].flatMap(ofElement);
}
