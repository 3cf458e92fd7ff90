export type { AnalyticsPort, SaleEvent, SaleEventName, SaleItem } from './analytics.port.ts';
export { clientIdOfTag, isClientId, newClientId } from './client-id.ts';
