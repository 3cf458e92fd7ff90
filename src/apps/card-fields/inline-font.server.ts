import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inlineFontFile } from '#src/kernel/fonts/inline-font-file.server.ts';

const faceRule = /@font-face\{[^}]*\}/g;

/** The families that `--font-body` lists, in its order. */
function bodyFamilies(css: string): Set<string> {
  const list = [...css.matchAll(/--font-body:([^;}]+)/g)].at(-1)?.[1] ?? '';
  return new Set(list.split(',').map((family) => family.trim().replaceAll(/^["']|["']$/g, '')));
}

/**
 * A theme for this page alone: of its faces only those of the running text, the only ones that the fields show, with
 * their file inside the style sheet. A file of its own comes after the first paint on a busy phone, and then the labels
 * move (`font-display: optional` forbids that only to what was asked for before, and a frame asks late).
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
