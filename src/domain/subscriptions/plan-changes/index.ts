export { agreedPlan, renewalOffer, renewalPeriod } from './renewal-offer.ts';
