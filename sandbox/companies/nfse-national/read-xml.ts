/** One parsed element; `text` of one without children. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  readonly text: string;
}

const token = /<\/([\w.-]+)\s*>|<([\w.-]+)((?:\s+[\w:.-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/gy;
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

interface Open {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: XmlElement[];
  text: string;
}

/**
 * Parses a document of elements, attributes and text, which is all that the layout uses. Null when it is not well
 * formed.
 */
export function readXml(source: string): XmlElement | null {
  const text = source.replace(/^\uFEFF?<\?xml[^>]*\?>\s*/, '').trim();
  const open: Open[] = [{ name: '', attributes: {}, children: [], text: '' }];
  token.lastIndex = 0;
  while (token.lastIndex < text.length) {
    const [, closing, opening, attributes = '', empty, words] = token.exec(text) ?? [];
    const last = open.at(-1);
    if (!last) return null;
    if (words !== undefined) last.text += words;
    else if (closing !== undefined) {
      open.pop();
      const parent = open.at(-1);
      if (!parent || last.name !== closing) return null;
      parent.children.push(toElement(last));
    } else if (opening !== undefined) {
      const made: Open = { name: opening, attributes: readAttributes(attributes), children: [], text: '' };
      if (empty === '/') last.children.push(toElement(made));
      else open.push(made);
    } else return null;
  }
  const [root] = open;
  return open.length === 1 && root?.children.length === 1 ? (root.children[0] ?? null) : null;
}

function toElement({ text, ...rest }: Open): XmlElement {
  return { ...rest, text: text.replaceAll(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole) };
}

function readAttributes(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/([\w:.-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  );
}

/** The text of the element at a path of names; undefined where there is none. */
export function textAt(element: XmlElement, path: string): string | undefined {
  let here: XmlElement | undefined = element;
  for (const name of path.split('/')) here = here?.children.find((child) => child.name === name);
  return here?.text;
}
