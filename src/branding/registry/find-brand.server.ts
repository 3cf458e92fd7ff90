import { choosePlan, type Plan, productCodeFromSlug } from '#src/domain/catalog/products/index.ts';
import { requestedMarket } from '#src/domain/checkout/flows/index.ts';
import type { Country } from '#src/kernel/locale/locale.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { Brand } from '../brand.types.ts';
import { type BrandPlan, type BrandProduct, type BrandRegistry, forCountry } from './brand-registry.server.ts';

/** `product-missing`: the link names nothing to buy. The others: it names something that does not exist. */
export type LinkFailure = 'product-missing' | 'product-unknown' | 'offer-unknown';

/** Result of a link; `plan` only when the link names one (`planId`, `offer` or `planType`). */
export interface LinkTarget extends BrandProduct {
  readonly plan: Plan | null;
}

/**
 * The brand, product and plan that a link means, from its cleaned query. A product is named by key (`product`), slug,
 * plan (`planId` or `offer`) or area, in this order; the country by `lang` or a Peruvian `flowId`. Where `product` is no
 * key and no code it may be a design-system brand (`brand` or `brand$mode`). A plan of another
 * product than the one named is unknown: an offer never changes what is bought.
 */
export function findBrandForLink(
  registry: BrandRegistry,
  query: Readonly<Record<string, string>>,
): Result<LinkTarget, LinkFailure> {
  const { product, productSlug, area } = query;
  const planId = query['planId'] ?? query['offer'];
  const { country } = requestedMarket(query, query['flowId'] ?? '');
  const offered = planId === undefined ? null : (registry.byPlanId.get(planId) ?? null);
  if (planId !== undefined && !offered) return err('offer-unknown');
  if (product === undefined && productSlug === undefined && area === undefined)
    return offered ? ok(offered) : err('product-missing');

  const named =
    productSlug === undefined
      ? byName(registry, product, area, country)
      : bySlug(registry, productSlug, product, country);
  if (!named) return err('product-unknown');
  if (!offered) {
    const { planType } = query;
    const plan = planType === undefined ? null : choosePlan(named.product, { planType });
    return planType !== undefined && !plan ? err('offer-unknown') : ok({ ...named, plan });
  }
  return offered.product.code === named.product.code && offered.brand.brand === named.brand.brand
    ? ok(offered)
    : err('offer-unknown');
}

function byName(
  registry: BrandRegistry,
  product: string | undefined,
  area: string | undefined,
  country: Country,
): BrandProduct | null {
  if (product !== undefined) {
    const name = product.toLowerCase();
    return (
      forCountry(registry.byProductKey.get(name) ?? registry.byProductCode.get(name), country) ??
      findBrandForDesignSystem(registry, name, country)
    );
  }
  return area === undefined ? null : forCountry(registry.byArea.get(area.toLowerCase()), country);
}

/** A slug is one that a product lists, or a code by the slug rules of the business; it must fit a key given beside it. */
function bySlug(
  registry: BrandRegistry,
  given: string,
  key: string | undefined,
  country: Country,
): BrandProduct | null {
  const slug = given.toLowerCase();
  const keyed = key === undefined ? null : forCountry(registry.byProductKey.get(key.toLowerCase()), country);
  if (key !== undefined && !keyed) return null;
  const listed = forCountry(registry.bySlug.get(slug), country);
  if (listed && (!keyed || listed.brand.brand === keyed.brand.brand)) return listed;
  const businesses = keyed ? [keyed.product.business] : ['eumilitar', 'wiseup', ''];
  for (const business of businesses) {
    const coded = forCountry(
      registry.byProductCode.get(productCodeFromSlug(slug, business, registry.keptSlugs)),
      country,
    );
    if (
      coded &&
      (keyed ? coded.brand.brand === keyed.brand.brand : business === '' || coded.product.business === business)
    )
      return coded;
  }
  return null;
}

/** The product of an API path's `{code}`; `country` is the request's `operation` (BR when none is given). */
export function findBrandForProductCode(
  registry: BrandRegistry,
  code: string,
  country: Country = 'BR',
): BrandProduct | null {
  return forCountry(registry.byProductCode.get(code), country);
}

/** The main product of a design-system brand: the part of a `designSystemId` (`brand$mode`) before `$`. */
export function findBrandForDesignSystem(
  registry: BrandRegistry,
  designSystemId: string,
  country: Country = 'BR',
): BrandProduct | null {
  return forCountry(registry.byDesignSystem.get(designSystemId.split('$', 1)[0] ?? ''), country);
}

/**
 * The brand that a call names: by its id (`wise-up.online`), its name in the design system, its folder or its business.
 * A folder or business of several brands means the first of them.
 */
export function findBrandByName(registry: BrandRegistry, name: string): Brand | null {
  return (
    registry.byId.get(name) ??
    registry.byDesignSystem.get(name)?.[0]?.brand ??
    registry.brands.find(({ brand, business }) => brand === name || business === name) ??
    null
  );
}

/** Whose plan an id is: `GET /api/v1/plan/{planId}/product`. */
export function findBrandForPlan(registry: BrandRegistry, planId: string): BrandPlan | null {
  return registry.byPlanId.get(planId) ?? null;
}
