import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readBrandParts } from '#tests/support/fixtures/brand-parts.server.ts';
import type { Brand } from '../brand.types.ts';
import { hexOf, type TokenValue } from '../theme/token-values.ts';
import { readBrandSources } from '../files/brand-folder.server.ts';
import { layeredTree } from '../files/read-layered.server.ts';
import { themeOwners } from '../theme/compile-themes.server.ts';
import { readTokens, resolveToken } from '../theme/theme-tokens.ts';

const { brands: registry, themes, words } = readBrandParts();
const dir = path.resolve(import.meta.dirname, '../../../brands');
const sources = readBrandSources(dir, () => undefined);

/** Brands with looks of their own; Peru is the online school in another language. */
const schools = registry.brands.filter(({ id, theme }) => {
  const own = `${theme.brand}$dark`;
  return themes.get(own).id === own && id !== 'wise-up.peru';
});
const owners = new Map(themeOwners(sources).map((owner) => [owner.name, owner]));

type ThemeOwner = ReturnType<typeof themeOwners>[number];

const hasTheme = (layer: ThemeOwner['layers'][number]) => layer.files.has('theme.dark.json');

function looksOf(brand: Brand, mode: 'dark' | 'light', token: string): string {
  const owner = owners.get(brand.theme.brand);
  return owner ? colourIn(owner, mode, token) : '';
}

/** A colour as its hex, a list of families as its first; empty where the theme has no such token. */
function colourIn(owner: ThemeOwner, mode: 'dark' | 'light', token: string): string {
  const tree = layeredTree(owner.layers, `theme.${mode}.json`);
  const value: TokenValue | null = tree
    ? resolveToken(
        readTokens(tree, () => undefined),
        token,
      )
    : null;
  if (value?.kind === 'color') return hexOf(value.rgb);
  return value?.kind === 'fonts' ? (value.families[0] ?? '') : '';
}

function brandById(id: string): Brand {
  const brand = registry.byId.get(id);
  if (!brand) throw new Error(`no brand ${id}`);
  return brand;
}

describe('fifteen schools', () => {
  test('are fifteen', () => expect(schools.map(({ id }) => id)).toHaveLength(15));

  test('have letters of their own: a display face is shared only within a family', () => {
    const byFace = Map.groupBy(schools, (brand) => looksOf(brand, brand.theme.mode, 'font.display'));
    for (const sharing of byFace.values()) expect(new Set(sharing.map(({ brand }) => brand)).size).toBe(1);
    expect(byFace.size).toBe(14);
  });

  test('speak in their own words: title, introduction, heading of what is bought', () => {
    for (const key of ['lead.title', 'lead.intro', 'summary.heading']) {
      const own = schools.map((brand) => JSON.stringify(words.wordsFor(brand, brand.locale, [key])[key]));
      expect(new Set(own).size).toBe(15);
    }
  });

  test('have a drawing each, for both modes, and an icon', () => {
    const drawings = schools.flatMap(({ images }) => [images.logo.dark, images.logo.light, images.favicon]);
    expect(new Set(drawings.map((file) => readFileSync(path.join(dir, file), 'utf8'))).size).toBe(3 * 15 - 3);
  });
});

test('Peru has every word that the online school changes, in Spanish', () => {
  const source = sources.find(({ name }) => name === 'wise-up');
  const changed = Object.keys(source?.base.files.get('copy/pt-BR.json') ?? {});
  const spanish = source?.variants.get('peru')?.files.get('copy/es-PE.json') ?? {};
  expect(changed.filter((key) => !Object.hasOwn(spanish, key))).toEqual([]);
});

test.each(
  (['dark', 'light'] as const).flatMap((mode) =>
    (['color.page', 'color.action.pure', 'color.primary.pure'] as const).map((token) => [token, mode] as const),
  ),
)('no two share a page colour or a main button: %s alone tells all looks apart (%s)', (token, mode) => {
  const looks = themeOwners(sources).filter(({ name, layers }) => name !== '_fallback' && layers.some(hasTheme));
  const seen = looks.map((owner) => colourIn(owner, mode, token));
  expect(seen).not.toContain('');
  expect(seen.length).toBeGreaterThanOrEqual(24);
  expect(new Set(seen).size).toBe(seen.length);
});

describe('businesses that take the default theme of their design-system brand', () => {
  const takers = registry.brands.filter(({ theme }) => themes.get(`${theme.brand}$dark`).id.startsWith('_fallback'));

  test.each([
    ['conquer', '_fallback.conquer$dark'],
    ['conquer-business-school', '_fallback.conquer-business-school$dark'],
    ['conquer-edtech', '_fallback.conquer-edtech$dark'],
    ['conquer-franquias', '_fallback.conquer-franquias$dark'],
    ['conquer-incompany', '_fallback.conquer-incompany$dark'],
    ['conquer-unna', '_fallback.conquer-unna$dark'],
    ['mentoring-league-society', '_fallback.mentoring-league$dark'],
    ['powerhouse', '_fallback.powerhouse$dark'],
    ['wiser', '_fallback.wiser$dark'],
  ])('%s: the default theme of its design-system brand, dark unless said: %s', (id, theme) => {
    const brand = brandById(id);
    expect(brand.theme.mode).toBe('dark');
    expect(themes.get(`${brand.theme.brand}$${brand.theme.mode}`).id).toBe(theme);
    expect(themes.has(`${brand.theme.brand}$light`)).toBe(true);
  });

  test('a wordmark in its own face and three or four lines of what is included each, no drawing', () => {
    expect(takers).toHaveLength(9);
    const marks = takers.map(({ images }) => readFileSync(path.join(dir, images.logo.dark), 'utf8'));
    expect(new Set(marks).size).toBe(9);
    const faces = themeOwners(sources).flatMap(({ name, layers }) =>
      name.startsWith('_fallback.') ? [JSON.stringify(layeredTree(layers, 'fonts.json')?.['faces'])] : [],
    );
    expect(new Set(faces).size).toBe(9);
    for (const { images, products } of takers) {
      expect(images.scene).toBeNull();
      expect(products[0].includes?.length).toBeGreaterThanOrEqual(3);
    }
  });

  test('a theme that is asked for twice is the same one', () => {
    expect(themes.get('conquer$light')).toBe(themes.get('conquer$light'));
    expect(themes.get('nobody$light').id).toBe('_fallback$light');
  });
});

describe('values that each brand chooses', () => {
  const counted = registry.brands.flatMap((brand) => brand.flows.map((flow) => [brand.id, flow.id, flow] as const));
  test.each(counted.filter(([, , { steps }]) => steps[0].template === 'lead'))(
    'the steps of %s, flow %s, are counted as the specification says',
    (_id, _flow, { stepsNumber, waitingStep, steps }) => {
      expect([3, 4, 5]).toContain(stepsNumber);
      const payments = steps.filter(({ template }) => template === 'payment');
      expect(payments.filter(({ currentStep }) => ![2, 3, 4].some((number) => number === currentStep))).toEqual([]);
      expect(payments.length === 1 || steps.some(({ template }) => template.startsWith('livelo'))).toBe(true);
      // Without a number of its own, waiting has the payment's: `visit.test.ts` looks at the number shown.
      expect([undefined, 2, 3]).toContain(waitingStep);
    },
  );

  test.each([
    ['wise-up.live', { unit: 'month', count: 3 }],
    ['meusucesso.mz', { unit: 'day', count: 7 }],
    ['meusucesso', null],
  ])('%s begins with the free time %j', (id, trial) =>
    expect(brandById(id).products[0].plans[0]?.trial).toEqual(trial),
  );

  test('tickets come in lots: dearer, later, with seats', () => {
    const lots = brandById('vende-c').products[0].plans.map(({ price, ticketLot }) => ({ price, lot: ticketLot }));
    expect(lots.map(({ lot }) => [lot?.number, lot?.seats])).toEqual([
      [1, 400],
      [2, 600],
      [3, 500],
    ]);
    expect(lots.map(({ price }) => price.amount)).toEqual([39_700n, 54_700n, 69_700n]);
    expect(lots.map(({ lot }) => lot?.until?.toISOString())).toEqual([
      '2037-02-01T03:00:00.000Z',
      '2037-04-01T03:00:00.000Z',
      '2037-05-14T03:00:00.000Z',
    ]);
  });

  test('the English school asks how the buyer heard of it, in both languages', () => {
    const asked = ['site', 'school', 'email', 'facebook', 'google', 'instagram', 'youtube', 'representative', 'other'];
    for (const id of ['wise-up.online', 'wise-up.peru'])
      expect(brandById(id).referrers.map((one) => one.id)).toEqual(expect.arrayContaining(asked));
    expect(brandById('meusucesso').referrers).toEqual([]);
  });

  test('whoever pays for a teenager is asked about the student', () => {
    const first = brandById('wise-up.teens').flows.map(({ steps }) => steps[0]);
    for (const { props } of first.filter(({ template }) => template === 'lead'))
      expect(props.student).toEqual({ birthDate: true, relationAccount: true });
  });

  test('the executive school charges interest; the military one calls the phone Whatsapp', () => {
    const plans = brandById('wise-up.executive').products[0].plans;
    expect(plans.map(({ installments }) => installments?.monthlyRate)).toEqual(['0.0199', '0.0199']);
    const military = words.wordsFor(brandById('eumilitar'), 'pt-BR', ['lead.phone.label', 'validation.phone']);
    expect(military['lead.phone.label']).toEqual(['Whatsapp']);
    expect(JSON.stringify(military['validation.phone'])).toContain('Whatsapp');
  });

  test.each([
    ['wise-up.online', 'source=checkout&mode=CONFIRMATION&origin=checkout'],
    ['wise-up.peru', 'source=checkout&mode=CONFIRMATION&origin=checkout'],
    ['medcof', 'source=checkout&mode=CONFIRMATION&origin=checkout'],
    ['aprova-total', 'source=checkout&origin=checkout'],
    ['eumilitar', 'origin=checkout'],
    ['vende-c', ''],
  ])('first access to %s carries %j', (id, query) =>
    expect(new URL(brandById(id).links.firstAccess).search).toBe(query === '' ? '' : `?${query}`),
  );
});
