import { contrastPairs, inksOnPage, tintsUnderText, type TokenName } from '../token-names.ts';
import { resolveToken, type Token } from './theme-tokens.ts';
import type { Color } from './token-values.ts';

type Rgb = Color['rgb'];

/** Relative luminance of an sRGB color (WCAG 2.2, "relative luminance"). */
function luminance([red, green, blue]: Rgb): number {
  const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** Contrast ratio of two opaque colors, from 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrastRatio(one: Rgb, other: Rgb): number {
  const a = luminance(one) + 0.05;
  const b = luminance(other) + 0.05;
  return a > b ? a / b : b / a;
}

/** A translucent color as it looks over an opaque one. */
export function blend(over: Color, under: Rgb): Rgb {
  const mix = (at: 0 | 1 | 2) => over.rgb[at] * over.alpha + under[at] * (1 - over.alpha);
  return [mix(0), mix(1), mix(2)];
}

/** The page where its tints are strongest under small text: no audit of a finished page sees through a gradient. */
export function tintedPages(page: Rgb, one: Color, two: Color): readonly Rgb[] {
  const thinned = (tint: Color, share: number): Color => ({ ...tint, alpha: tint.alpha * share });
  return tintsUnderText.map((under) => blend(thinned(one, under.one), blend(thinned(two, under.two), page)));
}

/** Reports every pair of the vocabulary whose contrast is too small. Translucent grounds are seen over the page. */
export function findContrastProblems(
  tokens: ReadonlyMap<string, Token>,
  report: (key: string, message: string) => void,
): void {
  const colorOf = (name: TokenName): Color | null => {
    const value = resolveToken(tokens, name);
    return value?.kind === 'color' ? value : null;
  };
  const page = colorOf('color.page');
  if (!page) return;
  const judge = (ink: TokenName, under: Rgb, ground: string, least: number): void => {
    const above = colorOf(ink);
    const ratio = above ? contrastRatio(blend(above, under), under) : least;
    if (ratio < least)
      report(ink, `has ${(Math.floor(ratio * 100) / 100).toFixed(2)}:1 on ${ground}, needs ${least}:1`);
  };
  for (const { ink, ground, least } of contrastPairs) {
    const below = colorOf(ground);
    if (below) judge(ink, blend(below, page.rgb), ground, least);
  }
  const [one, two] = [colorOf('color.decor.one'), colorOf('color.decor.two')];
  if (!one || !two) return;
  for (const under of tintedPages(page.rgb, one, two))
    for (const ink of inksOnPage) judge(ink, under, 'color.page under its tints', 4.5);
}
