export * from './index.ts';
export { type BrandProblem, describeProblem } from './files/brand-problem.ts';
export type { BrandRegistry } from './registry/brand-registry.server.ts';
export { readAllFlags } from './flags/flag-files.server.ts';
export { type FlagService, openFlagService } from './flags/flag-service.server.ts';
export { brandOf, catalogPort } from './registry/catalog-port.server.ts';
export {
  findBrandByName,
  findBrandForLink,
  findBrandForPlan,
  findBrandForProductCode,
} from './registry/find-brand.server.ts';
export { findUpsell } from './registry/find-upsell.server.ts';
export { type NextUpsell, upsellOffer } from './registry/upsell-offer.server.ts';
export { documentsPort } from './registry/documents-port.server.ts';
export { findSampleData } from './registry/find-sample-data.server.ts';
export { loadBrands } from './registry/load-brands.server.ts';
export type { BrandTheme } from './theme/compile-themes.server.ts';
export { loadThemes, type ThemeStore } from './theme/theme-store.server.ts';
export { loadWords, type WordStore } from './words/word-store.server.ts';
