export { billOffer, takeOffer } from './accept-offer.server.ts';
export { createOffer, offerById, type OfferWish } from './custom-offer.repository.server.ts';
export * from './index.ts';
