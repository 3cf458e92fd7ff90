export type { UpsellDecision, UpsellFailure, UpsellOffer } from './upsell.types.ts';
