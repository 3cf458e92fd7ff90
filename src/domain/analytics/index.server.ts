export * from './index.ts';
export { keepClientId, tellSale } from './tell-sale.server.ts';
