import { createHash } from 'node:crypto';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';

type Node = DefaultTreeAdapterTypes.ChildNode | DefaultTreeAdapterTypes.DocumentFragment;
type Element = DefaultTreeAdapterTypes.Element;

/** As an `integrity` attribute has it: SHA-384, base64. */
export function integrityOf(content: string | Uint8Array): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`;
}

/** What a browser takes for data; of any other type it runs, fetches or obeys what stands there. */
const dataTypes = ['application/json', 'application/ld+json'];
/** Attributes of our scripts that name what they fetch later. */
const addresses = ['src', 'data-parts', 'data-next', 'data-web-vitals'];
/** Elements that bring other documents or bend all addresses: no page that we look at has one. */
const strangers = ['base', 'embed', 'frame', 'iframe', 'object'];

/** How a frame is named that shows an address and nothing else. */
export function frameTo(source: string): string {
  return `<iframe src="${source}">`;
}

function* below(node: DefaultTreeAdapterTypes.Document | Node): Generator<Element> {
  if (!('childNodes' in node)) return;
  for (const child of node.childNodes) {
    if ('tagName' in child) yield child;
    // What stands in a template is a script as soon as somebody takes it out.
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
  if (strangers.includes(tagName)) return [`<${tagName}>`, ...handlers];
  if (tagName === 'link') return [...namedBy('href').filter((href) => /\.m?js(?:[?#]|$)/.test(href)), ...handlers];
  if (tagName !== 'script') return handlers;
  if (dataTypes.includes((valueOf('type') ?? '').trim().toLowerCase()) && valueOf('src') === undefined) return handlers;
  const text = element.childNodes.map((child) => ('value' in child ? child.value : '')).join('');
  const own = valueOf('src') === undefined && valueOf('href') === undefined ? [integrityOf(text)] : [];
  return [...addresses.flatMap(namedBy), ...namedBy('href'), ...own, ...handlers];
}

/**
 * All that a document runs, read as browsers read it: elements and preloads by address, what our own scripts fetch later,
 * scripts that stand in it by their hash, and whatever else could run or bring code (handlers, frames, `<base>`) by its text.
 */
export function pageScripts(html: string): readonly string[] {
  return [...below(parse(html))].flatMap(ofElement);
}
