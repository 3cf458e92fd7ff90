import { discountPlan, type Plan, type Product } from '#src/domain/catalog/products/index.ts';
import type { UpsellProps } from '../../domain/catalog/brand-data/index.ts';
import type { Brand } from '../brand.types.ts';
import type { BrandRegistry } from './brand-registry.server.ts';

/** Product and price of an offer after a purchase. */
export interface UpsellTarget {
  readonly brand: Brand;
  readonly product: Product;
  /** The plan at the offer's price; its list price is what it costs otherwise. */
  readonly plan: Plan;
  readonly basisPoints: number;
}

/** Why a flow's offer cannot be made: the brand's data has a reference without a target. */
export type UpsellProblem = 'brand' | 'product' | 'plan' | 'market';

/** Finds the offer of a step. Sister brands give each other the discount in their own data. */
export function findUpsell(registry: BrandRegistry, own: Brand, offer: UpsellProps): UpsellTarget | UpsellProblem {
  const brand = offer.brand === undefined ? own : registry.byId.get(offer.brand);
  if (!brand) return 'brand';
  const product = brand.products.find(({ code }) => code === offer.product);
  if (!product) return 'product';
  const plan = product.plans.find(({ code }) => code === offer.plan);
  if (!plan) return 'plan';
  if (plan.market !== own.market) return 'market';
  const basisPoints = offer.basisPoints ?? (own.sister?.brand === brand.id ? own.sister.upsellBasisPoints : 0);
  return { brand, product, plan: discountPlan(plan, basisPoints), basisPoints };
}
