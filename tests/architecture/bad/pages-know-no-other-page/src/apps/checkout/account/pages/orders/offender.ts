export { value } from '#src/apps/checkout/pages/closed/page.ts';
