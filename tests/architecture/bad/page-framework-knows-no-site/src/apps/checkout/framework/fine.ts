export { value } from './page.ts';
