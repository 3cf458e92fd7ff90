export { type Brand, designSystemId, type NeutralBrand, type ThemeMode } from './brand.types.ts';
export { cssVariable, type TokenName, tokenNames } from './token-names.ts';
