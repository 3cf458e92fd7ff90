export * from './index.ts';
export { keepClientId, type OrderSaleEvent, tellSale } from './tell-sale.server.ts';
