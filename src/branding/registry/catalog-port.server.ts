import { voucherKey } from '#src/domain/catalog/products/index.ts';
import type { CatalogPort } from '#src/domain/context.server.ts';
import type { Brand } from '../brand.types.ts';
import type { BrandRegistry } from './brand-registry.server.ts';

/** The brand of a session or an order; `null` when its folder is no longer there. */
export function brandOf(registry: BrandRegistry, brand: string, variant: string | null): Brand | null {
  return registry.byId.get(variant === null ? brand : `${brand}.${variant}`) ?? null;
}

/** The brands' data for the use cases. */
export function catalogPort(registry: BrandRegistry): CatalogPort {
  const vouchers = new Map(
    registry.brands.map((brand) => [
      brand.id,
      new Map(brand.vouchers.map((voucher) => [voucherKey(voucher.code), voucher])),
    ]),
  );
  return {
    product: (brand, variant, code) =>
      brandOf(registry, brand, variant)?.products.find((product) => product.code === code) ?? null,
    voucher: (brand, variant, code) => {
      const found = brandOf(registry, brand, variant);
      return found ? (vouchers.get(found.id)?.get(voucherKey(code)) ?? null) : null;
    },
    units: (brand, variant) => brandOf(registry, brand, variant)?.units ?? [],
    testLocations: (brand, variant) => brandOf(registry, brand, variant)?.testLocations ?? [],
    flow: (brand, variant, flowId) => brandOf(registry, brand, variant)?.flows.find(({ id }) => id === flowId) ?? null,
    dunning: (brand, variant) => {
      const found = brandOf(registry, brand, variant);
      if (!found) throw new Error(`No brand ${brand}${variant === null ? '' : `.${variant}`}`);
      return found.dunning;
    },
    reminders: (brand, variant) => {
      const found = brandOf(registry, brand, variant);
      if (!found) throw new Error(`No brand ${brand}${variant === null ? '' : `.${variant}`}`);
      return found.reminders;
    },
    firstAccessUrl: (brand, variant) => {
      const found = brandOf(registry, brand, variant);
      if (!found) throw new Error(`No brand ${brand}${variant === null ? '' : `.${variant}`}`);
      return found.links.firstAccess;
    },
    brandsOfBusiness: (business) => [
      ...new Set(registry.brands.filter((one) => one.business === business).map(({ brand }) => brand)),
    ],
  };
}
