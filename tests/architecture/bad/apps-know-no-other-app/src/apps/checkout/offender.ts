export { value } from '../api/route.ts';
