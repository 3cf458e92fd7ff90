export { createWebhookDispatcher, type WebhookDispatcher } from './dispatcher.server.ts';
export { deleteOldDeliveries, deliveriesOf, deliveryStates, sweepWebhookTries } from './delivery.repository.server.ts';
export { webhookData, webhookSchema } from './webhook-schemas.server.ts';
export {
  endpointSecrets,
  type EndpointSecrets,
  endpointViews,
  openEndpoint,
  readEndpointViews,
  rotateSecret,
} from './manage-endpoints.server.ts';
export { replayEvents } from './replay-events.server.ts';
export { checkSignature, inspectDelivery } from './inspect-delivery.server.ts';
export { endpointResponses } from './webhook-try.repository.server.ts';
