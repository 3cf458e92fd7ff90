import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type JsonTree, mergePatch } from '../files/merge-patch.ts';
import { compileTheme } from './theme-css.ts';

const neutral: JsonTree = JSON.parse(
  readFileSync(new URL('../../../brands/_fallback/theme.dark.json', import.meta.url), 'utf8'),
);

const color = (hex: string) => ({
  $value: {
    colorSpace: 'srgb',
    components: [1, 3, 5].map((at) => Number((Number.parseInt(hex.slice(at, at + 2), 16) / 255).toFixed(4))),
    alpha: 1,
    hex,
  },
});

function withPatch(patch: JsonTree) {
  return compileTheme(mergePatch(neutral, patch) as JsonTree, 'dark', new Map());
}

function problemsOf(patch: JsonTree): readonly string[] {
  const compiled = withPatch(patch);
  return compiled.ok ? [] : compiled.error.map(({ key, message }) => `${key}: ${message}`);
}

describe('a theme', () => {
  test('becomes one rule of custom properties, references as var(), the palette dissolved', () => {
    const compiled = withPatch({});
    expect(compiled.ok).toBe(true);
    if (!compiled.ok) return;
    expect(compiled.value.css).toMatch(/^:root\{color-scheme:dark;--[^{}<>]+\}$/);
    expect(compiled.value.css).toContain('--font-strong:var(--font-display)');
    expect(compiled.value.css).toContain('--color-primary-pure:#0a1221');
    expect(compiled.value.css).toContain('--color-secondary-pure:#0659ed');
    expect(compiled.value.css).not.toContain('palette');
    expect(compiled.value.css).toContain('--shadow-raised:0 2px 6px 0 #00000073,0 16px 40px -8px #0006');
    expect(compiled.value.css).toContain('--font-body:"Poppins",system-ui,sans-serif');
    expect(compiled.value.css).toContain('--motion-quick:140ms');
    expect(compiled.value.pageColor).toBe('#0b0e14');
  });

  test.each([
    ['#0a1221', '#fff'],
    ['#ffb703', '#000'],
  ])('covers a busy page with its primary colour %s and writes %s on it', (primary, ink) => {
    const compiled = withPatch({
      color: { primary: { pure: color(primary), on: color(ink === '#fff' ? '#ffffff' : '#000000') } },
    });
    expect(compiled.ok && compiled.value.css).toContain(`--color-backdrop:${primary}f0;--color-backdrop-on:${ink}`);
  });

  test('puts the stand-in of a family right after it', () => {
    const tree = mergePatch(neutral, { font: { body: { $value: ['School Sans', 'sans-serif'] } } }) as JsonTree;
    const compiled = compileTheme(tree, 'light', new Map([['School Sans', 'School Sans Stand-in']]));
    expect(compiled.ok && compiled.value.css).toContain('--font-body:"School Sans","School Sans Stand-in",sans-serif');
    expect(compiled.ok && compiled.value.css).toContain('color-scheme:light');
    expect(compiled.ok && compiled.value.families).toEqual(['School Sans', 'Poppins']);
  });

  test.each<[string, JsonTree, string]>([
    ['a token that is missing', { color: { page: null } }, 'color.page: is missing'],
    [
      'a backdrop, which is derived from the primary colour',
      { color: { backdrop: color('#000000') } },
      'color.backdrop: is derived from color.primary.pure: a theme does not give it',
    ],
    ['a token that nobody knows', { color: { papge: color('#000000') } }, 'color.papge: is no token of the vocabulary'],
    [
      'a token of another type',
      { radius: { control: { $type: 'number', $value: 3 } } },
      'radius.control: must be a dimension, is a number',
    ],
    [
      'a reference to nothing',
      { color: { page: { $value: '{palette.nigth}' } } },
      'color.page: refers to {palette.nigth}, which does not exist',
    ],
    [
      'a circle',
      { palette: { one: { $value: '{palette.two}' }, two: { $value: '{palette.one}' } } },
      'palette.one: refers to itself in a circle',
    ],
    [
      'a token that is its own value',
      { palette: { one: { $value: '{palette.one}' } } },
      'palette.one: refers to itself in a circle',
    ],
    [
      'a reference to another type',
      { color: { page: { $value: '{radius.card}' } } },
      'color.page: is a color and refers to {radius.card}, a dimension',
    ],
    [
      'a unit that is none',
      { radius: { card: { $value: { value: 3, unit: 'vw' } } } },
      'radius.card: unit must be px or rem',
    ],
    [
      'a color out of range',
      { color: { page: { $value: { components: [2, 0, 0] } } } },
      'color.page: components must be numbers from 0 to 1',
    ],
    [
      'a color as text',
      { color: { page: { $value: '#fff' } } },
      'color.page: must be a color object with "colorSpace": "srgb"',
    ],
    [
      'a hex that disagrees',
      { color: { page: { $value: { hex: '#ff0000' } } } },
      'color.page: hex "#ff0000" is not what components say (#0b0e14)',
    ],
    [
      'a type that is not supported',
      { palette: { ease: { $type: 'cubicBezier', $value: [0, 0, 1, 1] } } },
      'palette.ease: type "cubicBezier" is not supported',
    ],
    ['an unknown property', { color: { $typo: 'color' } }, 'color.$typo: is no property of the token format'],
    [
      'a token inside a token',
      { color: { page: { inner: color('#000000') } } },
      'color.page.inner: a token holds no other tokens',
    ],
    ['a name in capitals', { palette: { Night: color('#000000') } }, 'palette.Night: a token name is kebab-case'],
    ['a token without type', { size: { one: { $value: 1 } } }, 'size.one: has no $type, nor has a group around it'],
    [
      'a shadow without color',
      { shadow: { card: { $value: { color: null } } } },
      'shadow.card: color must be a color object with "colorSpace": "srgb"',
    ],
    [
      'a font name that ends the rule',
      { font: { body: { $value: ['a";}body{display:none'] } } },
      'font.body: must be font names of letters, digits and blanks',
    ],
    [
      'text that is too faint',
      { color: { text: { $value: { components: [0.4, 0.4, 0.4], alpha: 1, hex: '#666666' } } } },
      'color.text: has 3.36:1 on color.page, needs 4.5:1',
    ],
    [
      'text that is lost where the first tint is strongest',
      { color: { decor: { one: { $value: { components: [1, 1, 1], alpha: 0.5, hex: '#ffffff' } } } } },
      'color.text-muted: has 2.60:1 on color.page under its tints, needs 4.5:1',
    ],
    [
      'text that is lost where the second tint is strongest',
      { color: { decor: { two: { $value: { components: [1, 1, 1], alpha: 0.5, hex: '#ffffff' } } } } },
      'color.text-muted: has 4.11:1 on color.page under its tints, needs 4.5:1',
    ],
    [
      'a focus ring that nobody sees',
      { color: { focus: { $value: '{color.page}' } } },
      'color.focus: has 1.00:1 on color.page, needs 3:1',
    ],
    [
      'a number beyond any measure',
      { type: { scale: { $value: 1e21 } } },
      'type.scale: must be a number, at most 10,000',
    ],
  ])('refuses %s', (_name, patch, problem) => {
    expect(problemsOf(patch)).toContain(problem);
  });

  test('never lets a value out of its place', () => {
    const paths = [
      'palette.night',
      'color.page',
      'radius.card',
      'font.body',
      'weight.body',
      'type.scale',
      'shadow.card',
      'motion.calm',
    ];
    const hostile = fc.oneof(
      fc.json().map((text): unknown => JSON.parse(text)),
      fc.constantFrom('red;}*{x:y', '</style>', 'url(x)', '{a}</style>', { value: '1px;}', unit: 'px' }, ['a;}', 'b']),
    );
    fc.assert(
      fc.property(fc.constantFrom(...paths), hostile, (path, value) => {
        const [group = '', name = ''] = path.split('.');
        const tree = {
          ...neutral,
          [group]: { ...(neutral[group] as JsonTree), [name]: { $value: value } },
        } as JsonTree;
        const compiled = compileTheme(tree, 'dark', new Map());
        expect(compiled.ok ? compiled.value.css : ':root{a:refused}').toMatch(
          /^:root\{(?:[a-z0-9-]+:[A-Za-z0-9#"(),. -]+;?)+\}$/,
        );
      }),
    );
  });
});
