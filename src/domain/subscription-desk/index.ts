export { agreedTerm, renewalOffer, renewalPrice, renewalTerm } from './renewal-offer.ts';
