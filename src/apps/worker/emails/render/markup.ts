/** A piece of HTML that is already safe to send. Only `markup` and `raw` make one. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Markup | null | readonly Part[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text for an element or a quoted attribute. Control characters, which no mail client may see, are dropped. */
export function escapeText(text: string): string {
  return cleanText(text).replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}

/** Text without control characters (line breaks stay) and without marks that turn the direction of reading. */
export function cleanText(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what it takes out
  return text.replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, ' ');
}

function write(part: Part): string {
  if (part === null) return '';
  if (part instanceof Markup) return part.text;
  return typeof part === 'object' ? part.map(write).join('') : escapeText(String(part));
}

/** HTML in which every inserted value is escaped, unless it is markup itself. Lists are joined; null is nothing. */
export function markup(texts: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(texts.map((text, at) => text + (at < parts.length ? write(parts[at] ?? null) : '')).join(''));
}

/** Text of our own making that is HTML already: style rules, attributes. Never for anything that a person typed. */
export function raw(text: string): Markup {
  return new Markup(text);
}
