export { agreedTerm, renewalOffer, renewalTerm } from './renewal-offer.ts';
