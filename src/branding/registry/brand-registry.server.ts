import type { Plan, Product } from '#src/domain/catalog/products/index.ts';
import type { Country } from '#src/kernel/locale/locale.ts';
import type { Brand, NeutralBrand } from '../brand.types.ts';
import type { BrandProblem } from '../files/brand-problem.ts';
import type { ImageSize } from '../files/image-size.ts';

/** A brand and one product that it sells. */
export interface BrandProduct {
  readonly brand: Brand;
  readonly product: Product;
}

/** A plan with the product and the brand that sell it. */
export interface BrandPlan extends BrandProduct {
  readonly plan: Plan;
}

/** Every brand, found by each of its names without a search. Built once; nothing in it changes. */
export interface BrandRegistry {
  readonly brands: readonly Brand[];
  readonly neutral: NeutralBrand;
  /** Sizes of the images, by path below `brands/`. */
  readonly imageSizes: ReadonlyMap<string, ImageSize>;
  /** By `brand` or `brand.variant`. */
  readonly byId: ReadonlyMap<string, Brand>;
  /** One entry per market that sells the product, the brand before its variants. */
  readonly byProductKey: ReadonlyMap<string, readonly BrandProduct[]>;
  readonly byProductCode: ReadonlyMap<string, readonly BrandProduct[]>;
  readonly bySlug: ReadonlyMap<string, readonly BrandProduct[]>;
  readonly byArea: ReadonlyMap<string, readonly BrandProduct[]>;
  /** By the brand's own name in the design system, and by the part of `designSystemId` before `$`. */
  readonly byDesignSystem: ReadonlyMap<string, readonly BrandProduct[]>;
  /** By a plan's id, or by that of one of its methods. */
  readonly byPlanId: ReadonlyMap<string, BrandPlan>;
  /** Product codes that the slug rule of their business leaves as they are. */
  readonly keptSlugs: readonly string[];
}

/** Builds the indexes in one pass. A word that would mean two products, or an id two plans, is a problem. */
export function indexBrands(
  brands: readonly Brand[],
  neutral: NeutralBrand,
  imageSizes: ReadonlyMap<string, ImageSize>,
  report: (problem: BrandProblem) => void,
): BrandRegistry {
  const maps = { key: new Index(), code: new Index(), slug: new Index(), area: new Index(), design: new Index() };
  const byPlanId = new Map<string, BrandPlan>();
  const designs: BrandProduct[] = [];
  for (const brand of brands) {
    const reportProblem = (file: string, key: string, message: string) =>
      report({ file: `${folderOf(brand)}/${file}`, key, message });
    for (const product of brand.products) {
      const entry = { brand, product };
      const at = `products.${product.code}`;
      const other = maps.key.add(product.key, entry) ?? maps.code.add(product.code, entry);
      if (other)
        reportProblem('catalog.json', at, `has the key or code of "${other.product.title}" of ${other.brand.id}`);
      for (const slug of product.slugs) {
        const same = maps.slug.add(slug, entry);
        if (same)
          reportProblem(
            'catalog.json',
            `${at}.slugs`,
            `"${slug}" is a slug of "${same.product.title}" of ${same.brand.id}`,
          );
      }
      for (const plan of product.plans) {
        for (const id of new Set([plan.id, ...plan.methods.map((method) => method.planId)])) {
          const taken = byPlanId.get(id);
          if (taken)
            reportProblem(
              'catalog.json',
              `${at}.plans.${plan.code}.ids`,
              `"${id}" is an id of plan "${taken.plan.code}" of ${taken.brand.id}`,
            );
          else byPlanId.set(id, { ...entry, plan });
        }
      }
    }
    const main = brand.products.find((product) => product.code === brand.productCode) ?? brand.products[0];
    maps.design.add(brand.dsProductId, { brand, product: main });
    designs.push({ brand, product: main });
    for (const area of brand.areas) {
      const same = maps.area.add(area, { brand, product: main });
      if (same) reportProblem('brand.json', 'areas', `"${area}" is an area of ${same.brand.id}`);
    }
  }
  for (const entry of designs) maps.design.add(entry.brand.theme.brand, entry);
  const byId = new Map(brands.map((brand) => [brand.id, brand]));
  for (const brand of brands) {
    if (brand.sister && (brand.sister.brand === brand.id || !byId.has(brand.sister.brand)))
      report({ file: `${folderOf(brand)}/brand.json`, key: 'sister.brand', message: 'is no other brand' });
  }
  return {
    brands,
    neutral,
    imageSizes,
    byId,
    byProductKey: maps.key.entries,
    byProductCode: maps.code.entries,
    bySlug: maps.slug.entries,
    byArea: maps.area.entries,
    byDesignSystem: maps.design.entries,
    byPlanId,
    keptSlugs: brands.flatMap((brand) => brand.products.filter((one) => one.keepsSlug).map((one) => one.code)),
  };
}

function folderOf(brand: Brand): string {
  return brand.variant === null ? brand.brand : `${brand.brand}/variants/${brand.variant}`;
}

/** Entries by word. The variants of one brand may share a word when their markets differ. */
class Index {
  readonly entries = new Map<string, BrandProduct[]>();

  /** Adds an entry; gives the one that it clashes with, if any. */
  add(word: string, entry: BrandProduct): BrandProduct | undefined {
    const there = this.entries.get(word);
    if (!there) {
      this.entries.set(word, [entry]);
      return undefined;
    }
    const clash = there.find((other) => !mayShare(other, entry));
    if (!clash) there.push(entry);
    return clash;
  }
}

function mayShare(one: BrandProduct, other: BrandProduct): boolean {
  return one.brand.brand === other.brand.brand && one.brand.market !== other.brand.market;
}

/** The entry for a country, else the first: a link's country is a request; the brand decides where it sells. */
export function forCountry(entries: readonly BrandProduct[] | undefined, country: Country): BrandProduct | null {
  return entries?.find((entry) => entry.brand.market === country) ?? entries?.[0] ?? null;
}
