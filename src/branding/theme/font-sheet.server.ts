import { createHash } from 'node:crypto';
import { inlineFontFile } from '#src/kernel/fonts/inline-font-file.server.ts';

/** `@font-face` rules of faces that have a file; stand-ins are the machine's own. */
const fileFace = /@font-face\{[^}]*url\(\/fonts\/[^}]*\}/g;

/** A theme's sheet as a document needs it: what stands inline, and the address of the sheet that brings the faces. */
export interface PageStyles {
  /** Stand-ins and tokens. */
  readonly inline: string;
  /** Null where the theme has no font files. */
  readonly fontSheet: string | null;
}

/** Takes the faces that have files out of a theme's sheet (`BrandTheme.css`). */
export function pageStyles(css: string): PageStyles {
  const rules = css.match(fileFace)?.join('') ?? '';
  return { inline: css.replaceAll(fileFace, ''), fontSheet: rules === '' ? null : `/fonts/${sheetName(rules)}` };
}

/** The sheet behind `PageStyles.fontSheet`: the faces with their files inside, which are there as soon as it is. */
export function fontSheetFile(
  rules: string,
  read: (name: string) => Buffer | null,
): { readonly name: string; readonly content: string } {
  const faces = (rules.match(fileFace) ?? []).flatMap((rule) => inlineFontFile(rule, read) ?? []);
  return { name: sheetName(rules), content: faces.join('') };
}

/** The names in the rules hold hashes of the files: the same rules are the same faces. */
function sheetName(rules: string): string {
  const files = rules.match(fileFace)?.join('') ?? '';
  return `faces-${createHash('sha256').update(files).digest('hex').slice(0, 10)}.css`;
}
