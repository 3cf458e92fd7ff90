/** Finished mark-up, as opposed to text that must be escaped. */
export interface Html {
  readonly html: string;
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The template's own line breaks say nothing; between two tags they would even be text. */
function compact(part: string): string {
  return part
    .replaceAll(/\s*\n\s*>/g, '>')
    .replaceAll(/>\s*\n\s*</g, '><')
    .replaceAll(/\s*\n\s*/g, ' ');
}

/** A template whose values are escaped as text, but for finished mark-up and lists of it. */
export function html(
  parts: TemplateStringsArray,
  ...values: readonly (string | number | Html | readonly Html[])[]
): Html {
  const filled = values.map((value) => {
    if (typeof value === 'string' || typeof value === 'number') return escape(String(value));
    return 'html' in value ? value.html : value.map((item) => item.html).join('');
  });
  return { html: parts.map((part, at) => compact(part) + (filled[at] ?? '')).join('') };
}

/** Data for the page's script, in a form that no text in it can end. */
export function jsonElement(id: string, data: object): Html {
  const json = JSON.stringify(data).replaceAll('<', String.raw`\u003c`);
  return { html: `<script type="application/json" id="${escape(id)}">${json}</script>` };
}

/** Style sheets for a `<style>` element, in a form that no text in them can end. */
export function cssText(css: string): Html {
  return { html: css.replaceAll('</', String.raw`\3c /`) };
}
