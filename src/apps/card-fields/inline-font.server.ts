import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inlineFontFile } from '#src/kernel/fonts/inline-font-file.server.ts';

const faceRule = /@font-face\{[^}]*\}/g;

/** The font families of `--font-body`, in order. */
function bodyFamilies(css: string): Set<string> {
  const list = [...css.matchAll(/--font-body:([^;}]+)/g)].at(-1)?.[1] ?? '';
  return new Set(list.split(',').map((family) => family.trim().replaceAll(/^["']|["']$/g, '')));
}

/**
 * A theme's style sheet for this page: only the faces of the body font, with their files inline. A separate font file would
 * arrive after the first paint on a busy phone and shift the labels; `font-display: optional` does not prevent that here,
 * since a frame requests its font late.
 */
export function withInlineFonts(css: string, fontsDir: string): string {
  const families = bodyFamilies(css);
  return css.replaceAll(faceRule, (rule) => {
    const family = /font-family:["']?([^"';}]+)/.exec(rule)?.[1]?.trim() ?? '';
    if (!families.has(family)) return '';
    const read = (name: string): Buffer | null => {
      const file = path.join(fontsDir, name);
      return existsSync(file) ? readFileSync(file) : null;
    };
    return inlineFontFile(rule, read) ?? '';
  });
}
