import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { perceivedColor, perceivedDistance } from '#tests/support/browser/perceived-color.ts';
import { readBrandSources } from '../files/brand-folder.server.ts';
import { layeredTree } from '../files/read-layered.server.ts';
import { themeOwners } from '../theme/compile-themes.server.ts';
import { readTokens, resolveToken } from '../theme/theme-tokens.ts';
import { hexOf } from '../theme/token-values.ts';

const dir = path.resolve(import.meta.dirname, '../../../brands');
const owners = themeOwners(readBrandSources(dir, () => undefined)).filter(
  ({ name }) => name !== '_fallback' && !name.includes('upsell'),
);

/** What covers most of a page, and how much of the impression it makes. */
const weights = { 'color.page': 1, 'color.surface': 0.6, 'color.action.pure': 1, 'color.selected': 0.8 } as const;

/** Below this, people took two schools for one when they saw their pages side by side. */
const least = 0.11;

function looks(owner: (typeof owners)[number], mode: 'dark' | 'light'): readonly ReturnType<typeof perceivedColor>[] {
  const tree = layeredTree(owner.layers, `theme.${mode}.json`);
  if (!tree) return [];
  const tokens = readTokens(tree, () => undefined);
  return Object.keys(weights).map((token) => {
    const value = resolveToken(tokens, token);
    if (value?.kind !== 'color') throw new Error(`${owner.name} has no ${token}`);
    return perceivedColor(hexOf(value.rgb));
  });
}

function apart(one: ReturnType<typeof looks>, other: ReturnType<typeof looks>): number {
  return Object.values(weights).reduce((sum, weight, index) => {
    const [a, b] = [one[index], other[index]];
    return a && b ? sum + weight * perceivedDistance(a, b) : sum;
  }, 0);
}

describe('twenty-four looks, not one page in twenty-four colours', () => {
  test.each(['dark', 'light'] as const)('no two look alike (%s)', (mode) => {
    const all = owners.map((owner) => [owner.name, looks(owner, mode)] as const).filter(([, own]) => own.length > 0);
    expect(all.length).toBeGreaterThanOrEqual(24);
    const near = all.flatMap(([name, own], index) =>
      all.slice(index + 1).flatMap(([other, its]) => (apart(own, its) < least ? [`${name} and ${other}`] : [])),
    );
    expect(near).toEqual([]);
  });

  test('the measure tells black from white, and a colour from itself', () => {
    expect(perceivedColor('#000000')[0]).toBeCloseTo(0);
    expect(perceivedColor('#ffffff')[0]).toBeCloseTo(1);
    const [red, blue] = [perceivedColor('#ff0000'), perceivedColor('#0000ff')];
    expect(apart([red, red, red, red], [red, red, red, red])).toBe(0);
    expect(apart([red, red, red, red], [blue, blue, blue, blue])).toBeGreaterThan(1);
  });

  test('each school has a scene of its own beside its pages', () => {
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
