export * from './index.ts';
export { type BrandProblem, describeProblem } from './files/brand-problem.ts';
export type { BrandRegistry } from './registry/brand-registry.server.ts';
export { readAllFlags } from './flags/flag-files.server.ts';
export { type FlagBoard, openFlagBoard } from './flags/flag-board.server.ts';
export { brandOf, catalogPort } from './registry/catalog-port.server.ts';
export {
  findBrandByName,
  findBrandForLink,
  findBrandForPlan,
  findBrandForProductCode,
} from './registry/find-brand.server.ts';
export { findUpsell } from './registry/find-upsell.server.ts';
export { type UpsellAhead, upsellOffer } from './registry/upsell-offer.server.ts';
export { papersPort } from './registry/papers-port.server.ts';
export { findSamples } from './registry/find-samples.server.ts';
export { loadBrands } from './registry/load-brands.server.ts';
export type { BrandTheme } from './theme/compile-themes.server.ts';
export { loadThemes, type ThemeStore } from './theme/theme-store.server.ts';
export { loadWords, type WordStore } from './words/word-store.server.ts';
