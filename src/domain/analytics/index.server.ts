export * from './index.ts';
export { keepClientId, tellSale, untoldPurchases } from './tell-sale.server.ts';
