export type { CustomOffer } from './custom-offer.types.ts';
