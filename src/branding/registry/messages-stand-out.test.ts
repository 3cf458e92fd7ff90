import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { themeModes } from '../brand.types.ts';
import { readBrandSources } from '../files/brand-folder.server.ts';
import { type JsonTree, mergePatch } from '../files/merge-patch.ts';
import { layeredTree } from '../files/read-layered.server.ts';
import { blend, contrastRatio } from '../theme/contrast-ratio.ts';
import { themeOwners } from '../theme/compile-themes.server.ts';
import { readTokens, resolveToken } from '../theme/theme-tokens.ts';
import type { Color } from '../theme/token-values.ts';

const dir = path.resolve(import.meta.dirname, '../../../brands');

/** Every theme of every brand and variant, those of offers too, with what it has of each colour. */
const themes = themeOwners(readBrandSources(dir, () => undefined)).flatMap(({ name, layers }) =>
  themeModes.flatMap((mode) => {
    const main = layeredTree(layers, `theme.${mode}.json`);
    const upsell = layeredTree(layers, `theme.upsell.${mode}.json`);
    if (main === null) return [];
    const trees = upsell === null ? [main] : [main, mergePatch(main, upsell) as JsonTree];
    return trees.map((tree, at) => ({ id: `${name}${at ? '.upsell' : ''}$${mode}`, mode, colour: colours(tree) }));
  }),
);

function colours(tree: JsonTree): (token: string) => Color {
  const tokens = readTokens(tree, () => undefined);
  return (token) => {
    const value = resolveToken(tokens, token);
    if (value?.kind !== 'color') throw new Error(`no ${token}`);
    return value;
  };
}

describe('a message', () => {
  // At the norm's 4.5:1 coloured words on a dark ground of their hue are the dimmest of the page: warnings looked disabled.
  test.each(themes.filter(({ mode }) => mode === 'dark'))('of $id is as bright as what stands around it', (theme) => {
    const dim = ['success', 'error', 'alert'].filter((kind) => {
      const ground = blend(theme.colour(`color.feedback.${kind}.surface`), theme.colour('color.page').rgb);
      return contrastRatio(theme.colour(`color.feedback.${kind}.text`).rgb, ground) < 7;
    });
    expect(dim).toEqual([]);
  });
});

describe('what covers a page while it works', () => {
  test.each(themes)('is the primary colour, translucent, and its words stand out on it: $id', ({ colour }) => {
    const [cover, primary] = [colour('color.backdrop'), colour('color.primary.pure')];
    expect(cover.rgb).toEqual(primary.rgb);
    expect(cover.alpha).toBeLessThan(1);
    const ground = blend(cover, colour('color.page').rgb);
    expect(contrastRatio(colour('color.backdrop-on').rgb, ground)).toBeGreaterThanOrEqual(4.5);
  });

  // Above this the words of the page were read through the one word that is said.
  test.each(themes)('hides the words of the page: $id', ({ colour }) => {
    const [cover, page, text] = [colour('color.backdrop'), colour('color.page').rgb, colour('color.text').rgb];
    expect(contrastRatio(blend(cover, page), blend(cover, text))).toBeLessThanOrEqual(1.5);
  });
});
