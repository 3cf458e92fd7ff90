export { value } from '../../apps/api/route.ts';
