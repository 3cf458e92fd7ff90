export type { PaymentProfile } from './profile.types.ts';
