import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { themeModes } from '#src/branding/brand.types.ts';
import { contrastRatio } from '#src/branding/theme/contrast-ratio.ts';
import { compileTheme } from '#src/branding/theme/theme-css.ts';
import { hexOf } from '#src/branding/theme/token-values.ts';
import { perceivedColor, perceivedDistance } from '#tests/support/browser/perceived-color.ts';
import { themePresets } from './theme-presets.ts';
import { fromOklch, readHex, type Rgb, toOklch } from './oklch.ts';
import { makeColors, secondOf } from './theme-colors.ts';
import { themeFile } from './theme-file.ts';

const byte = fc.integer({ min: 0, max: 255 }).map((part) => part / 255);
const anyColor: fc.Arbitrary<Rgb> = fc.tuple(byte, byte, byte);

function problemsOf(first: Rgb, second: Rgb): readonly object[] {
  return themeModes.flatMap((mode) =>
    Object.values(themePresets).flatMap((look) => {
      const theme = compileTheme(themeFile(makeColors(first, second, mode), look, mode, 'x'), mode, new Map());
      return theme.ok ? [] : theme.error;
    }),
  );
}

describe('a theme made of two colours', () => {
  test('has every token and every contrast, whatever the colours', () => {
    fc.assert(
      fc.property(anyColor, anyColor, (first, second) => {
        expect(problemsOf(first, second)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  test.each(['#000000', '#ffffff', '#808080', '#ffff00', '#0000ff', '#ff0000', '#00ff00'])(
    'of %s alone is whole too',
    (hex) => {
      const first = readHex(hex) ?? [0, 0, 0];
      expect(problemsOf(first, secondOf(first))).toEqual([]);
    },
  );
});

test('message texts in dark mode are brighter than the norm asks', () => {
  fc.assert(
    fc.property(anyColor, anyColor, (first, second) => {
      const colors = makeColors(first, second, 'dark');
      for (const kind of ['success', 'error', 'alert']) {
        const [text, ground] = [colors[`feedback.${kind}.text`], colors[`feedback.${kind}.surface`]];
        expect(contrastRatio(text?.rgb ?? [0, 0, 0], ground?.rgb ?? [0, 0, 0])).toBeGreaterThanOrEqual(7);
      }
    }),
    { numRuns: 30 },
  );
});

test('surfaces contrast with the page, and no message looks like a choice', () => {
  const messages = ['success', 'error', 'alert'].map((kind) => `feedback.${kind}.surface`);
  const grounds = ['page', 'surface', 'selected'] as const;
  const pairs = ['selected', ...messages].flatMap((patch) =>
    grounds.filter((ground) => ground !== patch).map((ground) => [patch, ground] as const),
  );
  fc.assert(
    fc.property(anyColor, anyColor, fc.constantFrom(...themeModes), (first, second, mode) => {
      const colors = makeColors(first, second, mode);
      const seen = (name: string) => perceivedColor(hexOf(colors[name]?.rgb ?? [0, 0, 0]));
      for (const [patch, ground] of pairs)
        expect(perceivedDistance(seen(patch), seen(ground)), `${mode}: ${patch} on ${ground}`).toBeGreaterThan(0.02);
    }),
    { numRuns: 200 },
  );
});

describe('colours', () => {
  test('come back from lightness, chroma and hue as they were', () => {
    fc.assert(
      fc.property(anyColor, (color) => {
        const back = fromOklch(toOklch(color));
        for (const [at, part] of back.entries()) expect(Math.abs(part - (color[at] ?? -1))).toBeLessThan(0.006);
      }),
    );
  });

  test.each(['red', '#fff', '#12345g', ''])('%j is no colour', (text) => expect(readHex(text)).toBeNull());
});
