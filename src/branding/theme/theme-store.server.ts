import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { BrandTheme } from './compile-themes.server.ts';
import { pageStyles } from './font-sheet.server.ts';

/** `themes/manifest.json` of a build: themes by id, without their text. */
export const themesManifest = z.record(
  z.string(),
  z.strictObject({ file: z.string(), hash: z.string(), pageColor: z.string() }),
);

/**
 * The built themes, read once per brand and mode. An id without a theme of its own gets the default theme of that
 * design-system brand (a variant of the fallback brand), else the neutral one of its mode: a page always has one. A brand
 * without looks for its offers shows them in its own.
 */
export interface ThemeStore {
  /** By `designSystemId`. */
  get(id: string): BrandTheme;
  /** Whether there is more for the id than the neutral theme. */
  has(id: string): boolean;
}

/** Reads the themes of a build, once for the life of the process. Throws when the build has none. */
export function loadThemes(dist: string): ThemeStore {
  const folder = path.join(dist, 'themes');
  const manifest = themesManifest.parse(JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8')));
  const themes = Object.entries(manifest).map(([id, { file, ...rest }]): BrandTheme => {
    const css = readFileSync(path.join(folder, file), 'utf8');
    return { id, css, page: pageStyles(css), ...rest };
  });
  return themeStore(new Map(themes.map((theme) => [theme.id, theme])));
}

/** What the id of a brand's looks for offers has before its mode: `meusucesso.upsell$dark`. */
const upsell = '.upsell$';

/** A store of themes that are in memory. */
export function themeStore(themes: ReadonlyMap<string, BrandTheme>): ThemeStore {
  const fallback = (id: string): BrandTheme => {
    const neutral = themes.get(id.endsWith('$light') ? '_fallback$light' : '_fallback$dark');
    if (!neutral) throw new Error('The build has no fallback theme');
    return neutral;
  };
  const find = (id: string): BrandTheme | undefined =>
    themes.get(id) ??
    themes.get(`_fallback.${id}`) ??
    (id.includes(upsell) ? find(id.replace(upsell, '$')) : undefined);
  return { get: (id) => find(id) ?? fallback(id), has: (id) => find(id) !== undefined };
}
