import { describe, expect, test } from 'vitest';
import { readBrandParts } from '#tests/support/fixtures/brand-parts.server.ts';
import { businesses } from '../files/brand-schemas.server.ts';
import { findBrandForDesignSystem, findBrandForLink } from './find-brand.server.ts';

const { brands: registry } = readBrandParts();

function found(query: Readonly<Record<string, string>>): string {
  const target = findBrandForLink(registry, query);
  return target.ok ? `${target.value.brand.id} ${target.value.product.code}` : target.error;
}

/** Key, more of the link, brand, product code, business, market. */
const keys = [
  ['at', {}, 'aprova-total', 'aprova-total', 'aprovatotal', 'BR'],
  ['em', {}, 'eumilitar', 'eumilitar', 'eumilitar', 'BR'],
  ['medcof', {}, 'medcof', 'medcof', 'medcof', 'BR'],
  ['ms', {}, 'meusucesso', 'meusucesso', 'meusucesso', 'BR'],
  ['ms', { lang: 'pt-mz' }, 'meusucesso.mz', 'meusucesso', 'meusucesso', 'MZ'],
  ['wup', {}, 'wise-up.online', 'wise-up-online', 'wiseup-online', 'BR'],
  ['wup', { flowId: 'peru' }, 'wise-up.peru', 'wise-up-online', 'wiseup-online', 'PE'],
  ['live', {}, 'wise-up.live', 'wise-up-live', 'wiseup-live', 'BR'],
  ['exec', {}, 'wise-up.executive', 'executive', 'wiseup', 'BR'],
  ['flex', {}, 'wise-up.flex', 'wiseup-flex', 'wiseup', 'BR'],
  ['teens', {}, 'wise-up.teens', 'teens', 'wiseup', 'BR'],
  ['wsp', {}, 'performan-c', 'performan-c', 'performan-c', 'BR'],
  ['vc', {}, 'vende-c', 'vende-c', 'vende-c', 'BR'],
  ['trinca', {}, 'a-trinca.concursos', 'trinca-concursos', 'atrinca', 'BR'],
  ['trinca-oab', {}, 'a-trinca.oab', 'trinca-oab', 'atrinca', 'BR'],
  ['destiny', {}, 'instituto-destiny', 'destiny-jornada', 'instituto-destiny', 'BR'],
] as const;

describe('every brand', () => {
  test.each(keys)('by its product key: %s with %j is %s', (key, more, id, code, business, market) => {
    const target = findBrandForLink(registry, { product: key, ...more });
    if (!target.ok) throw new Error(target.error);
    const { brand, product } = target.value;
    expect([brand.id, product.code, product.business, brand.market]).toEqual([id, code, business, market]);
  });

  test.each([
    ['enem', 'aprova-total aprova-total'],
    ['vestibular', 'aprova-total aprova-total'],
    ['militar', 'eumilitar eumilitar'],
    ['medicina', 'medcof medcof'],
    ['carreira', 'meusucesso meusucesso'],
    ['ingles', 'wise-up.online wise-up-online'],
    ['ingles-ao-vivo', 'wise-up.live wise-up-live'],
    ['ingles-executivo', 'wise-up.executive executive'],
    ['ingles-flex', 'wise-up.flex wiseup-flex'],
    ['ingles-teens', 'wise-up.teens teens'],
    ['performance', 'performan-c performan-c'],
    ['vendas', 'vende-c vende-c'],
    ['concursos', 'a-trinca.concursos trinca-concursos'],
    ['oab', 'a-trinca.oab trinca-oab'],
    ['desenvolvimento-pessoal', 'instituto-destiny destiny-jornada'],
  ])('by its area: %s is %s', (area, expected) => expect(found({ area })).toBe(expected));

  test.each<[string, string]>([
    ...['blackfriday', 'eear', 'ema', 'emfa', 'emfax', 'emmq', 'empa', 'esa-6-months', 'esa', 'esaeear', 'espcex'].map(
      (slug): [string, string] => [slug, `eumilitar eumilitar-${slug}`],
    ),
    ['wiseup-executive', 'wise-up.executive executive'],
    ['wiseup-teens', 'wise-up.teens teens'],
    ['novo-wiseup-teens', 'product-unknown'],
    ['wiseup-flex', 'wise-up.flex wiseup-flex'],
    ['flex', 'product-unknown'],
    ['wiseup-live', 'wise-up.live wise-up-live'],
    ['revalida', 'medcof medcof'],
    ['congresso-vip', 'vende-c vende-c-vip'],
    ['exame-de-ordem', 'a-trinca.oab trinca-oab'],
    ['jornada', 'instituto-destiny destiny-jornada'],
  ])('by a product slug: %s is %s', (productSlug, expected) => expect(found({ productSlug })).toBe(expected));

  test.each([
    ['em', 'espcex', 'eumilitar eumilitar-espcex'],
    ['flex', 'wiseup-flex', 'wise-up.flex wiseup-flex'],
    ['exec', 'wiseup-executive', 'wise-up.executive executive'],
    ['ms', 'espcex', 'product-unknown'],
  ])('by a slug beside its key: %s and %s is %s', (product, productSlug, expected) =>
    expect(found({ product, productSlug })).toBe(expected),
  );

  test.each<[string, string | undefined]>([
    ...registry.brands.map((brand): [string, string] => [`${brand.dsProductId}$${brand.theme.mode}`, brand.id]),
    ['wise-up$dark', 'wise-up.online'],
    ['a-trinca.oab$light', 'a-trinca.oab'],
    ['nobody$dark', undefined],
  ])('by its design-system brand: %s is %s', (designSystemId, id) => {
    const country = registry.brands.find((brand) => brand.id === id)?.market;
    expect(findBrandForDesignSystem(registry, designSystemId, country)?.brand.id).toBe(id);
  });

  test('by its design-system brand in a link too, where no product is called so', () => {
    expect(found({ product: 'wise-up-teens' })).toBe('wise-up.teens teens');
    expect(found({ product: 'a-trinca-concursos$light' })).toBe('a-trinca.concursos trinca-concursos');
  });

  test('of every business of the specification there is one', () => {
    const sold = new Set(registry.brands.map((brand) => brand.business));
    expect(businesses.filter((business) => !sold.has(business))).toEqual([]);
  });
});
