export { billOffer, takeOffer } from './accept-offer.server.ts';
export { brandOfSubject, createOffer, offerById, type OfferWish } from './custom-offer.repository.server.ts';
export * from './index.ts';
export { brandOfOffer, confirmOffer, waitingOffers } from './waiting-offer.repository.server.ts';
