export { invoiceOffer, acceptSubscriptionOffer } from './accept-offer.server.ts';
export { confirmOffer, pendingOffers } from './confirm-offer.server.ts';
export { brandOfOfferSubject, createOffer, type OfferRequest } from './create-offer.server.ts';
export { brandOfOffer, offerById } from './custom-offer.repository.server.ts';
export * from './index.ts';
