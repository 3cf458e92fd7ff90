export {
  type Brand,
  type BrandFeatures,
  type BrandImages,
  type BrandLinks,
  designSystemId,
  type NeutralBrand,
  readDesignSystemId,
  type SuccessDisplay,
  type ThemeMode,
  themeModes,
} from './brand.types.ts';
export type { ImageSize } from './files/image-size.ts';
export { cssVariable, type TokenName, tokenNames } from './token-names.ts';
