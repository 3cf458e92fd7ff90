export type { CheckoutLink, CheckoutSession } from './session.types.ts';
