export { type OneClickOption, type OneClickText, oneClickLabel, oneClickText } from './one-click-text.ts';
export type { UpsellDecision, UpsellOffer } from './upsell.types.ts';
