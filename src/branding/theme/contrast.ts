import { contrastPairs, inksOnPage, tintsUnderText, type TokenName } from '../token-names.ts';
import { blend, contrastRatio } from './contrast-ratio.ts';
import { resolveToken, type Token } from './theme-tokens.ts';
import type { Color } from './token-values.ts';

type Rgb = Color['rgb'];

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
  const checkRatio = (ink: TokenName, under: Rgb, ground: string, least: number): void => {
    const above = colorOf(ink);
    const ratio = above ? contrastRatio(blend(above, under), under) : least;
    if (ratio < least)
      report(ink, `has ${(Math.floor(ratio * 100) / 100).toFixed(2)}:1 on ${ground}, needs ${least}:1`);
  };
  for (const { ink, ground, least } of contrastPairs) {
    const below = colorOf(ground);
    if (below) checkRatio(ink, blend(below, page.rgb), ground, least);
  }
  const [one, two] = [colorOf('color.decor.one'), colorOf('color.decor.two')];
  if (!one || !two) return;
  for (const under of tintedPages(page.rgb, one, two))
    for (const ink of inksOnPage) checkRatio(ink, under, 'color.page under its tints', 4.5);
}
