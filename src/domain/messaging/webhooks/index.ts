export { hasEndpoint, type WebhookEndpoint, type WebhooksPort } from './webhooks.port.ts';
export { type WebhookEventType, webhookEventTypes, platformEventTypes } from './webhook-event-types.ts';
