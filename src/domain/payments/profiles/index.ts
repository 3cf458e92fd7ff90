export type { PaymentProfile } from './payment-profile.types.ts';
