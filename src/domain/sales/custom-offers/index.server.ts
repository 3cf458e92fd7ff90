export { invoiceOffer, acceptSubscriptionOffer } from './accept-offer.server.ts';
export { brandOfOfferSubject, createOffer, offerById, type OfferRequest } from './custom-offer.repository.server.ts';
export * from './index.ts';
export { brandOfOffer, confirmOffer, pendingOffers } from './pending-offer.repository.server.ts';
