export type { CustomOffer, OfferFailure } from './custom-offer.types.ts';
