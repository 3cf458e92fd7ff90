export { value } from '#src/branding/brand.ts';
