export type { AnalyticsPort, SaleEvent, SaleEventName } from './analytics.port.ts';
export { clientIdOfTag, isClientId, newClientId } from './client-id.ts';
