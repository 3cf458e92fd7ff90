export { type Brand, designSystemId, type NeutralBrand, type ThemeMode } from './brand.types.ts';
export type { SuggestionRule } from './suggestion.types.ts';
export { linkOf } from './links/checkout-link.ts';
export type { Flags } from './flags/flag-names.ts';
export { cssVariable, type TokenName, tokenNames } from './token-names.ts';
