/** Safe HTML; plain text must be escaped. */
export interface Html {
  readonly html: string;
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Removes the template's line breaks, which would be text nodes between tags. */
function compact(part: string): string {
  return part
    .replaceAll(/\s*\n\s*>/g, '>')
    .replaceAll(/>\s*\n\s*</g, '><')
    .replaceAll(/\s*\n\s*/g, ' ');
}

/** HTML template tag. Values are escaped, except `Html` and lists of it. */
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

/** JSON for the page's script, escaped so that no value can close the element. */
export function jsonElement(id: string, data: object): Html {
  const json = JSON.stringify(data).replaceAll('<', String.raw`\u003c`);
  return { html: `<script type="application/json" id="${escape(id)}">${json}</script>` };
}

/** Style sheets for a `<style>` element, escaped so that no text can close it. */
export function cssText(css: string): Html {
  return { html: css.replaceAll('</', String.raw`\3c /`) };
}
