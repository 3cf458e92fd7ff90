export { value } from '../unknown/index.ts';
