export { value } from '../../site/shared.ts';
