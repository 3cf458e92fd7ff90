import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { perceivedColor, perceivedDistance } from '#tests/support/browser/perceived-color.ts';
import { readBrandSources } from '../files/brand-folder.server.ts';
import { compileThemes } from '../theme/compile-themes.server.ts';

const dir = path.resolve(import.meta.dirname, '../../../brands');
const refuse = (problem: object): never => {
  throw new Error(JSON.stringify(problem));
};
const themes = [...compileThemes(readBrandSources(dir, refuse), new Map(), () => undefined).values()];

/** The surface below a message or a chosen card, then the surfaces that carry a meaning: hint, choice, and each message. */
const grounds = ['page', 'surface'] as const;
const patches = ['selected', 'feedback-success-surface', 'feedback-error-surface', 'feedback-alert-surface'] as const;

/** In pictures of the pages a patch at 0.006 was gone and one at 0.014 a guess of the eye; 0.024 was there. */
const least = 0.02;

function colourOf(css: string, name: string): string {
  const hex = new RegExp(`--color-${name}:\\s*#([0-9a-f]{3}|[0-9a-f]{6})[;}]`).exec(css)?.[1];
  if (hex === undefined) throw new Error(`no opaque ${name}`);
  return `#${hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex}`;
}

/** Pairs that are one to the eye, each with both of its colours. */
function pairsAsOne(css: string): string[] {
  const seen = (name: string) => perceivedColor(colourOf(css, name));
  return patches.flatMap((patch, at) =>
    [...grounds, ...patches.slice(0, at)]
      .filter((other) => perceivedDistance(seen(patch), seen(other)) < least)
      .map((other) => `${patch} ${colourOf(css, patch)} on ${other} ${colourOf(css, other)}`),
  );
}

describe('what lies on a page is seen there', () => {
  test('all themes are looked at, those of offers too', () => {
    expect(themes.length).toBeGreaterThanOrEqual(48);
    expect(themes.some(({ id }) => id.includes('.upsell$'))).toBe(true);
  });

  test.each(themes.map(({ id, css }) => [id, css] as const))('%s', (_id, css) => {
    expect(pairsAsOne(css)).toEqual([]);
  });
});
