export type { CheckoutLink, CheckoutSession, SessionUpsell } from './session.types.ts';
