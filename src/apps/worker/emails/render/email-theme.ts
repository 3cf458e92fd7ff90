import type { ThemeMode } from '#src/branding/index.ts';
import { cssVariable, type TokenName, tokenNames } from '#src/branding/index.ts';

/** Concrete values of a theme's tokens: mail clients know no custom properties. */
export type TokenValues = Readonly<Record<TokenName, string>>;

/** A brand's look in both modes. Lengths, fonts and weights are those of the light one. */
export type EmailTheme = Readonly<Record<ThemeMode, TokenValues>>;

const declaration = /(--[a-z0-9-]+):([^;]+)/g;
const alias = /^var\((--[a-z0-9-]+)\)$/;
/** Longer chains do not exist in a compiled theme; a circle ends here. */
const mostHops = 20;

/** Reads the values out of a compiled theme, aliases followed. Throws when a token of the vocabulary is not there. */
export function readTokenValues(css: string): TokenValues {
  const rule = /:root\{([^}]*)\}/.exec(css)?.[1] ?? '';
  const given = new Map([...rule.matchAll(declaration)].map(([, name = '', value = '']) => [name, value.trim()]));
  const resolve = (token: TokenName): string => {
    let value = given.get(cssVariable(token));
    for (let hops = 0; hops < mostHops; hops += 1) {
      const next = value === undefined ? undefined : alias.exec(value)?.[1];
      if (next === undefined) break;
      value = given.get(next);
    }
    if (value === undefined || alias.test(value)) throw new Error(`The theme gives no value for ${token}`);
    return value;
  };
  return Object.fromEntries(tokenNames.map((token) => [token, resolve(token)])) as Record<TokenName, string>;
}

/** Fonts that machines have, by the family that ends a theme's list. No mail fetches a font. */
const machineFonts = {
  serif: "Georgia, 'Times New Roman', Times, serif",
  sans: "-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif",
} as const;
const genericFamilies: ReadonlySet<string> = new Set(['serif', 'sans-serif', 'system-ui', 'monospace']);

/** A font list for a style attribute: the brand's own family for who has it, then the machine's. */
export function mailFonts(families: string): string {
  const all = families.split(',').map((family) => family.trim().replaceAll('"', ''));
  const own = all.find((family) => !genericFamilies.has(family) && /^[A-Za-z0-9 ]+$/.test(family));
  const rest = all.at(-1) === 'serif' ? machineFonts.serif : machineFonts.sans;
  return own === undefined ? rest : `'${own}', ${rest}`;
}
