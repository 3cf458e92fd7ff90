import { expect, test } from 'vitest';
import { type MeasuredBuild, budgetFigures, budgetProblems } from './budgets.ts';

const good: MeasuredBuild = {
  pages: {
    lead: { script: 69_445, style: 3_000 },
    success: { script: 0, style: 1_000 },
    status: { script: 81_445, style: 0 },
  },
  brands: { school: { payment: { script: 81_445, style: 3_000 } } },
  themes: { school$dark: 900, school$light: 1_000 },
  fonts: { school: 16_000 },
  cardFields: 25_000,
  webVitals: 6_000,
  consoleFirstScreen: 350_000,
};
const check = (change: Partial<MeasuredBuild>) => budgetProblems(budgetFigures({ ...good, ...change }));

test('a build at its limits passes', () => expect(check({})).toEqual([]));

test.each<[string, Partial<MeasuredBuild>]>([
  ['script of lead', { pages: { lead: { script: 69_446, style: 0 } } }],
  ['script of payment', { pages: { payment: { script: 81_446, style: 0 } } }],
  ['script of success', { pages: { success: { script: 1, style: 0 } } }],
  ['script of status', { pages: { status: { script: 81_446, style: 0 } } }],
  ['script of payment at school', { brands: { school: { payment: { script: 81_446, style: 0 } } } }],
  ['styles of payment at other', { brands: { other: { payment: { script: 0, style: 3_001 } } } }],
  ['styles of lead', { pages: { lead: { script: 0, style: 3_001 } } }],
  ['fonts of other', { fonts: { school: 1, other: 16_001 } }],
  ['card fields', { cardFields: 25_001 }],
  ['web vitals, after load', { webVitals: 6_001 }],
  ['first screen of the console', { consoleFirstScreen: 350_001 }],
])('one byte too many: %s', (subject, change) => {
  expect(check(change)).toEqual([expect.stringMatching(new RegExp(`^${subject}.* 1 over the limit`))]);
});

test('an unmeasured page is a problem', () => {
  expect(budgetProblems(budgetFigures({ pages: {} }))).toEqual([
    'script of payment at every brand: not measured in dist/manifest.json',
    'styles of payment at every brand with the heaviest theme: not measured in dist/manifest.json',
    'fonts of every brand: not measured in dist/manifest.json',
    'card fields: not measured in dist/manifest.json',
    'web vitals, after load: not measured in dist/manifest.json',
    'first screen of the console: not measured in dist/manifest.json',
  ]);
  expect(
    budgetProblems(
      budgetFigures({
        pages: { lead: { script: 0, style: 0 } },
        brands: {},
        fonts: {},
        cardFields: 0,
        webVitals: 0,
        consoleFirstScreen: 0,
      }),
    ),
  ).toEqual(['styles of lead with the heaviest theme: not measured in dist/manifest.json']);
});
