export * from './index.ts';
export { type BrandProblem, describeProblem } from './files/brand-problem.ts';
export type { BrandSettings } from './registry/build-brand.server.ts';
export type { BrandEnvironment } from './registry/build-catalog.server.ts';
export type { BrandPlan, BrandProduct, BrandRegistry } from './registry/brand-registry.server.ts';
export { brandOf, catalogPort } from './registry/catalog-port.server.ts';
export {
  findBrandForLink,
  findBrandForPlan,
  findBrandForProductCode,
  type LinkFailure,
  type LinkTarget,
} from './registry/find-brand.server.ts';
export { type BrandsLocation, loadBrands } from './registry/load-brands.server.ts';
