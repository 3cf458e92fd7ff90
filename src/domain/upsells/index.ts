export type { UpsellDecision, UpsellOffer } from './upsell.types.ts';
