import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { ThemeMode } from '../brand.types.ts';
import type { JsonTree } from '../files/merge-patch.ts';
import { cssVariable, derivedTokens, tokenNames, tokenTypes } from '../token-names.ts';
import { findContrastProblems } from './contrast.ts';
import { readTokens, resolveToken, type ThemeProblem, type Token } from './theme-tokens.ts';
import { cssColor, type ShadowLayer, type TokenValue } from './token-values.ts';

/** The stand-in face that goes after a family, by family. */
export type StandIns = ReadonlyMap<string, string>;

/** A theme as one style rule, with what else a page needs of it. */
export interface ThemeSheet {
  /** `:root{color-scheme:dark;--…}`: colors, lengths, fonts; references as `var()`. Made of checked values only. */
  readonly css: string;
  /** Ground of the page as `#rrggbb`, for `<meta name="theme-color">`. */
  readonly pageColor: string;
  /** The first family of each font token. */
  readonly families: readonly string[];
}

const genericFamilies: ReadonlySet<string> = new Set([
  'serif',
  'sans-serif',
  'monospace',
  'system-ui',
  'ui-serif',
  'ui-sans-serif',
  'ui-rounded',
]);

/** Colors of a theme's own. */
const palette = 'palette.';

/**
 * Compiles a theme file to CSS. Every token of the vocabulary must be there, with its type; none beside them but those
 * of `palette`; and every pair of ink and ground that the styles use must have its contrast.
 */
export function compileTheme(
  tree: JsonTree,
  mode: ThemeMode,
  standIns: StandIns,
): Result<ThemeSheet, readonly ThemeProblem[]> {
  const problems: ThemeProblem[] = [];
  const report = (key: string, message: string) => problems.push({ key, message });
  const tokens = readTokens(tree, report);
  checkVocabulary(tree, tokens, report);
  if (problems.length === 0) findContrastProblems(tokens, report);
  const page = resolveToken(tokens, 'color.page');
  if (problems.length > 0 || page?.kind !== 'color') return err(problems);
  const lines = [...tokens.values()]
    .filter((token) => !token.path.startsWith(palette))
    .map((token) => `${cssVariable(token.path)}:${cssText(throughPalette(tokens, token.value), standIns)}`);
  return ok({
    css: `:root{color-scheme:${mode};${lines.join(';')}}`,
    pageColor: cssColor({ ...page, alpha: 1 }),
    families: firstFamilies(tokens),
  });
}

/** A reference to the palette becomes its color: nothing but the theme's own tokens may use it, so it need not travel. */
function throughPalette(tokens: ReadonlyMap<string, Token>, value: Token['value']): Token['value'] {
  if (value.kind === 'alias')
    return value.path.startsWith(palette) ? (resolveToken(tokens, value.path) ?? value) : value;
  if (value.kind !== 'shadow') return value;
  const layers = value.layers.map((layer) => {
    const color = layer.color.kind === 'alias' ? resolveToken(tokens, layer.color.path) : layer.color;
    return color?.kind === 'color' ? { ...layer, color } : layer;
  });
  return { ...value, layers };
}

function checkVocabulary(
  tree: JsonTree,
  tokens: ReadonlyMap<string, Token>,
  report: (key: string, message: string) => void,
): void {
  for (const name of tokenNames) {
    const token = tokens.get(name);
    if (!token) {
      if (!derivedTokens.has(name) && !isReported(tree, name)) report(name, 'is missing');
    } else if (token.type !== tokenTypes[name]) report(name, `must be a ${tokenTypes[name]}, is a ${token.type}`);
  }
  for (const path of tokens.keys()) {
    if (!path.startsWith(palette) && !Object.hasOwn(tokenTypes, path)) report(path, 'is no token of the vocabulary');
  }
}

/** Whether the file has something at the path: then its value was already reported. */
function isReported(tree: JsonTree, path: string): boolean {
  let at: unknown = tree;
  for (const name of path.split('.')) at = typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined;
  return at !== undefined;
}

function cssText(value: Token['value'], standIns: StandIns): string {
  switch (value.kind) {
    case 'alias':
      return `var(${cssVariable(value.path)})`;
    case 'color':
      return cssColor(value);
    case 'shadow':
      return value.layers.map(shadowText).join(',');
    case 'fonts':
      return familyList(value.families, standIns);
    case 'text':
      return value.text;
  }
}

function shadowText({ color, lengths, inset }: ShadowLayer): string {
  return [
    ...(inset ? ['inset'] : []),
    ...lengths,
    color.kind === 'alias' ? `var(${cssVariable(color.path)})` : cssColor(color),
  ].join(' ');
}

function familyList(families: readonly string[], standIns: StandIns): string {
  const all = families.flatMap((family) => [family, standIns.get(family) ?? []].flat());
  return all.map((family) => (genericFamilies.has(family) ? family : `"${family}"`)).join(',');
}

function firstFamilies(tokens: ReadonlyMap<string, Token>): string[] {
  const values = tokenNames
    .filter((name) => tokenTypes[name] === 'fontFamily')
    .map((name): TokenValue | null => resolveToken(tokens, name));
  return [...new Set(values.flatMap((value) => (value?.kind === 'fonts' ? value.families.slice(0, 1) : [])))];
}
