export { type ClickChoice, type ClickWords, oneClickLabel, oneClickWords } from './one-click-words.ts';
export type { UpsellDecision, UpsellOffer } from './upsell.types.ts';
