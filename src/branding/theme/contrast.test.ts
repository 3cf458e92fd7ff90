import { describe, expect, test } from 'vitest';
import { blend, contrastRatio } from './contrast-ratio.ts';
import { tintedPages } from './contrast.ts';

const rgb = (hex: string): [number, number, number] =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as [number, number, number];

describe('contrast', () => {
  test.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#000000', 21],
    ['#777777', '#ffffff', 4.48],
    ['#767676', '#ffffff', 4.54],
    ['#0659ed', '#ffffff', 5.74],
    ['#0659ed', '#0a1221', 3.26],
    ['#123456', '#123456', 1],
  ])('of %s on %s is %d', (one, other, ratio) => {
    expect(contrastRatio(rgb(one), rgb(other))).toBeCloseTo(ratio, 1);
  });

  test('of a translucent color is that of what shows', () => {
    expect(blend({ kind: 'color', rgb: [1, 1, 1], alpha: 0.5 }, [0, 0, 0])).toEqual([0.5, 0.5, 0.5]);
    expect(blend({ kind: 'color', rgb: [1, 0, 0], alpha: 1 }, [0, 1, 0])).toEqual([1, 0, 0]);
  });

  test('of what stands on tints is that at their strongest: half of the second with the first, and the first alone', () => {
    const tint = (red: number, blue: number) => ({ kind: 'color', rgb: [red, 0, blue], alpha: 0.8 }) as const;
    const [head, foot] = tintedPages([0, 0, 0], tint(1, 0), tint(0, 1));
    expect(head?.map((part) => Number(part.toFixed(6)))).toEqual([0.2, 0, 0.32]);
    expect(foot?.map((part) => Number(part.toFixed(6)))).toEqual([0.6, 0, 0]);
    expect(tintedPages([0, 0, 0], tint(1, 0), tint(0, 1))).toHaveLength(2);
  });
});
