import { type Html, markup } from './html.ts';

/** The theme of one company's pages. */
export interface PageTheme {
  /** Class of the page's body. */
  readonly id: string;
  readonly name: string;
  /** Address of its first page; empty where it has none. */
  readonly home: string;
  /** Paths of its mark, on a field of 32 by 32. */
  readonly mark: Html;
  /** Accent and strong accent on a light background; on a dark background also the text on the accent. */
  readonly light?: { readonly accent: string; readonly strong: string };
  readonly dark?: { readonly accent: string; readonly strong: string; readonly onAccent: string };
}

/** The sandbox's own pages. */
export const sandboxTheme: PageTheme = {
  id: 'sandbox',
  name: 'Sandbox',
  home: '/sandbox',
  mark: markup`<circle cx="16" cy="16" r="12" /><path d="M4 16h24M16 4c5 4 5 20 0 24M16 4c-5 4-5 20 0 24" />`,
};

/** The rules that give each theme's pages their colours. */
export function themeSheet(themes: readonly PageTheme[]): string {
  const light = themes.map(({ id, light: colors }) =>
    colors ? `.${id} { --accent: ${colors.accent}; --accent-strong: ${colors.strong}; }` : '',
  );
  const dark = themes.map(({ id, dark: colors }) =>
    colors
      ? `.${id} { --accent: ${colors.accent}; --accent-strong: ${colors.strong}; --on-accent: ${colors.onAccent}; }`
      : '',
  );
  return [...light, '@media (prefers-color-scheme: dark) {', ...dark, '}'].join('\n');
}
