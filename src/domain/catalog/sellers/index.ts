export { defaultSeller, findSeller, partnerSeller, type Seller } from './sellers.ts';
