export type { AnalyticsPort, SaleEvent, SaleEventName } from './analytics.port.ts';
export { clientIdFromCookie, newClientId } from './client-id.ts';
export type { SaleItem } from './analytics.port.ts';
