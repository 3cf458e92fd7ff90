import { describe, expect, test } from 'vitest';
import { tokenNames } from '#src/branding/index.ts';
import { readBrandParts } from '#tests/support/fixtures/brand-parts.server.ts';
import { mailFonts, readTokenValues } from './email-theme.ts';

const { brands, themes } = readBrandParts();
const owners = [...new Set(brands.brands.map((brand) => brand.theme.brand)), '_fallback'];

describe('an e-mail theme', () => {
  test.each(owners.flatMap((owner) => [`${owner}$dark`, `${owner}$light`]))(
    '%s has a concrete value for every token',
    (id) => {
      const values = readTokenValues(themes.get(id).css);
      for (const token of tokenNames) expect(values[token]).not.toMatch(/var\(|^$/);
      expect(values['color.page']).toMatch(/^#[\da-f]{3,8}$/);
    },
  );

  test('follows an alias to its end', () => {
    const css = themes
      .get('_fallback$light')
      .css.replace(/--color-page:[^;}]+/, '--color-page:var(--a);--a:var(--b);--b:#123');
    expect(readTokenValues(css)['color.page']).toBe('#123');
  });

  test('is refused without a token, and with a circular alias', () => {
    const { css } = themes.get('_fallback$light');
    expect(() => readTokenValues(css.replace(/--color-page:[^;}]+;/, ''))).toThrow('color.page');
    expect(() => readTokenValues(css.replace(/--color-page:[^;}]+/, '--color-page:var(--color-page)'))).toThrow(
      'color.page',
    );
  });

  test('has a font list that ends in system fonts, and fits into a style attribute', () => {
    expect(mailFonts('"Libre Caslon Text","Libre Caslon Text s",serif')).toMatch(/^'Libre Caslon Text', Georgia, /);
    expect(mailFonts('"Figtree",sans-serif')).toMatch(/^'Figtree', .*sans-serif$/);
    expect(mailFonts('system-ui')).not.toContain('system-ui');
    expect(mailFonts('"Figtree",sans-serif')).not.toContain('"');
  });
});
