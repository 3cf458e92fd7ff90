import { isTree, type JsonTree, type JsonValue } from '../files/merge-patch.ts';
import { blend, contrastRatio } from './contrast-ratio.ts';
import { type Color, readValue, type TokenValue } from './token-values.ts';

/** A token of a theme file, by path. `alias` is the path that its value refers to. */
export interface Token {
  readonly path: string;
  readonly type: string;
  readonly value: TokenValue | { readonly kind: 'alias'; readonly path: string };
}

/** A mistake in a theme: the token's path and what is wrong. */
export interface ThemeProblem {
  readonly key: string;
  readonly message: string;
}

type Report = (key: string, message: string) => void;

const nameShape = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const groupWords: ReadonlySet<string> = new Set(['$type', '$description', '$extensions', '$deprecated']);
const tokenWords: ReadonlySet<string> = new Set([...groupWords, '$value']);
const aliasShape = /^\{([a-z0-9.-]+)\}$/;

/**
 * Flattens a theme file (W3C Design Tokens Format Module 2025.10) to tokens by path. A group's `$type` holds for the
 * tokens in it. Values are read strictly: whatever is not understood is reported and never becomes CSS.
 */
export function readTokens(tree: JsonTree, report: Report): ReadonlyMap<string, Token> {
  const tokens = new Map<string, Token>();
  const walk = (node: JsonTree, path: readonly string[], inherited: string | null): void => {
    const key = path.join('.');
    const type = typeof node['$type'] === 'string' ? node['$type'] : inherited;
    const isToken = Object.hasOwn(node, '$value');
    for (const [name, child] of Object.entries(node)) {
      const childKey = [...path, name].join('.');
      if (name.startsWith('$')) {
        if (!(isToken ? tokenWords : groupWords).has(name)) report(childKey, 'is no property of the token format');
      } else if (isToken) report(childKey, 'a token holds no other tokens');
      else if (!nameShape.test(name)) report(childKey, 'a token name is kebab-case');
      else if (!isTree(child)) report(childKey, 'must be a token with $value, or a group');
      else walk(child, [...path, name], type);
    }
    if (isToken) addToken(key, type, node['$value'] ?? null);
  };
  const addToken = (path: string, type: string | null, value: JsonValue): void => {
    if (type === null) return report(path, 'has no $type, nor has a group around it');
    const alias = typeof value === 'string' ? aliasShape.exec(value)?.[1] : undefined;
    if (alias !== undefined) return void tokens.set(path, { path, type, value: { kind: 'alias', path: alias } });
    const read = readValue(type, value);
    if (read.ok) tokens.set(path, { path, type, value: read.value });
    else report(path, read.error);
  };
  walk(tree, [], null);
  checkAliases(tokens, report);
  derive(tokens, report);
  return tokens;
}

/** How much of what lies under the backdrop it covers: less, and the page is read through it. */
const backdropAlpha = 0.94;
const black: Color = { kind: 'color', rgb: [0, 0, 0], alpha: 1 };
const white: Color = { kind: 'color', rgb: [1, 1, 1], alpha: 1 };

/**
 * The loading overlay's backdrop is the primary colour, translucent (specification, section 2). Its ink is black or
 * white, whichever contrasts more with the backdrop over the page: `color.primary.on` only has its contrast on the
 * opaque colour.
 */
function derive(tokens: Map<string, Token>, report: Report): void {
  const add = (path: string, value: Color): void => {
    if (tokens.has(path)) report(path, 'is derived from color.primary.pure: a theme does not give it');
    tokens.set(path, { path, type: 'color', value });
  };
  const [primary, page] = ['color.primary.pure', 'color.page'].map((path) => resolveToken(tokens, path));
  if (primary?.kind !== 'color' || page?.kind !== 'color') return;
  const backdrop = { ...primary, alpha: backdropAlpha };
  const ground = blend(backdrop, page.rgb);
  add('color.backdrop', backdrop);
  add('color.backdrop-on', contrastRatio(white.rgb, ground) >= contrastRatio(black.rgb, ground) ? white : black);
}

function checkAliases(tokens: ReadonlyMap<string, Token>, report: Report): void {
  for (const token of tokens.values()) {
    for (const path of referencesOf(token)) {
      const target = tokens.get(path);
      if (!target) report(token.path, `refers to {${path}}, which does not exist`);
      else if (token.value.kind === 'alias' && target.type !== token.type)
        report(token.path, `is a ${token.type} and refers to {${path}}, a ${target.type}`);
      else if (token.value.kind !== 'alias' && target.type !== 'color')
        report(token.path, `refers to {${path}}, which is no color`);
    }
    if (token.value.kind === 'alias' && comesBack(tokens, token)) report(token.path, 'refers to itself in a circle');
  }
}

/** Every path that a token's value names, itself or inside (the color of a shadow). */
function referencesOf(token: Token): string[] {
  if (token.value.kind === 'alias') return [token.value.path];
  if (token.value.kind !== 'shadow') return [];
  return token.value.layers.flatMap((layer) => (layer.color.kind === 'alias' ? [layer.color.path] : []));
}

function comesBack(tokens: ReadonlyMap<string, Token>, start: Token): boolean {
  const seen = new Set<string>();
  let at: Token | undefined = start;
  while (at?.value.kind === 'alias') {
    if (seen.has(at.path)) return true;
    seen.add(at.path);
    at = tokens.get(at.value.path);
  }
  return false;
}

/** What an alias means in the end; `null` when it leads nowhere. */
export function resolveToken(tokens: ReadonlyMap<string, Token>, path: string): TokenValue | null {
  let at = tokens.get(path);
  for (let hops = 0; at?.value.kind === 'alias' && hops < 20; hops += 1) at = tokens.get(at.value.path);
  return at && at.value.kind !== 'alias' ? at.value : null;
}
