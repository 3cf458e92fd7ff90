export { defaultSeller, findSeller, partnerSeller, type Seller, sellerTagName } from './sellers.ts';
