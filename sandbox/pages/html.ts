/** Text that is HTML already; everything else is escaped where it is put in. */
export interface Html {
  readonly markup: string;
}

export type HtmlPart = Html | string | number | null | undefined | false | readonly HtmlPart[];

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** Builds HTML from a template (not called `html`, which formatters take as leave to move white space); values are escaped, lists joined, null and false left out. */
export function markup(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return { markup: strings.reduce((text, piece, place) => text + render(parts[place - 1]) + piece) };
}

function render(part: HtmlPart): string {
  if (part === null || part === undefined || part === false) return '';
  if (typeof part === 'string') return escapeHtml(part);
  if (typeof part === 'number') return String(part);
  return 'markup' in part ? part.markup : part.map(render).join('');
}
