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
export type { BrandTheme } from './theme/compile-themes.server.ts';
export { loadThemes, type ThemeStore } from './theme/theme-store.server.ts';
export type { CompiledWords } from './words/compile-words.server.ts';
export { loadWords, type WordOwner, type WordStore } from './words/word-store.server.ts';
