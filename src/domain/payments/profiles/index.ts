export type { PaymentProfile, ProfileToSave } from './payment-profile.types.ts';
