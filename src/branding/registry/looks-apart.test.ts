import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readBrandSources } from '../files/brand-folder.server.ts';
import { layeredTree } from '../files/read-layered.server.ts';
import { themeOwners } from '../theme/compile-themes.server.ts';
import { readTokens, resolveToken } from '../theme/theme-tokens.ts';
import { hexOf } from '../theme/token-values.ts';

const dir = path.resolve(import.meta.dirname, '../../../brands');
const owners = themeOwners(readBrandSources(dir, () => undefined)).filter(
  ({ name }) => !name.startsWith('_fallback') && !name.includes('upsell'),
);

/** What covers most of a page, and how much of the impression it makes. */
const weights = { 'color.page': 1, 'color.surface': 0.6, 'color.action.pure': 1, 'color.selected': 0.8 } as const;

/** Below this, people took two schools for one when they saw their pages side by side. */
const least = 0.11;

/** A colour where equal distances look equally far: OKLab (B. Ottosson, 2020). */
function seen(hex: string): readonly [number, number, number] {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  const l = Math.cbrt(0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b);
  const m = Math.cbrt(0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b);
  const s = Math.cbrt(0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b);
  return [
    0.210_454_255_3 * l + 0.793_617_785 * m - 0.004_072_046_8 * s,
    1.977_998_495_1 * l - 2.428_592_205 * m + 0.450_593_709_9 * s,
    0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766 * s,
  ];
}

function looks(owner: (typeof owners)[number], mode: 'dark' | 'light'): readonly (readonly [number, number, number])[] {
  const tree = layeredTree(owner.layers, `theme.${mode}.json`);
  if (!tree) return [];
  const tokens = readTokens(tree, () => undefined);
  return Object.keys(weights).map((token) => {
    const value = resolveToken(tokens, token);
    if (value?.kind !== 'color') throw new Error(`${owner.name} has no ${token}`);
    return seen(hexOf(value.rgb));
  });
}

function apart(one: ReturnType<typeof looks>, other: ReturnType<typeof looks>): number {
  return Object.values(weights).reduce((sum, weight, index) => {
    const [a, b] = [one[index] ?? [], other[index] ?? []];
    return sum + weight * Math.hypot(...a.map((part, at) => part - (b[at] ?? 0)));
  }, 0);
}

describe('fifteen schools, not one page in fifteen colours', () => {
  test.each(['dark', 'light'] as const)('no two look alike (%s)', (mode) => {
    const all = owners.map((owner) => [owner.name, looks(owner, mode)] as const).filter(([, own]) => own.length > 0);
    expect(all.length).toBeGreaterThanOrEqual(15);
    const near = all.flatMap(([name, own], index) =>
      all.slice(index + 1).flatMap(([other, its]) => (apart(own, its) < least ? [`${name} and ${other}`] : [])),
    );
    expect(near).toEqual([]);
  });

  test('the measure tells black from white, and a colour from itself', () => {
    expect(seen('#000000')[0]).toBeCloseTo(0);
    expect(seen('#ffffff')[0]).toBeCloseTo(1);
    const [red, blue] = [seen('#ff0000'), seen('#0000ff')];
    expect(apart([red, red, red, red], [red, red, red, red])).toBe(0);
    expect(apart([red, red, red, red], [blue, blue, blue, blue])).toBeGreaterThan(1);
  });

  test('each has a scene of its own beside its pages', () => {
    const scenes = owners.flatMap(({ layers }) =>
      ['scene.dark.svg', 'scene.light.svg'].flatMap((name) => {
        const layer = layers.findLast(({ images }) => images.has(name));
        return layer ? [readFileSync(path.join(dir, layer.path, 'images', name), 'utf8')] : [];
      }),
    );
    expect(new Set(scenes).size).toBe(scenes.length);
    expect(scenes.length).toBeGreaterThanOrEqual(30);
  });
});
