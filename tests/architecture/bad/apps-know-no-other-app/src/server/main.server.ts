export { value as page } from '../apps/checkout/page.ts';
export { value as route } from '../apps/api/route.ts';
