export * from './index.ts';
export { createSubscription, subscriptionById } from './subscription.repository.server.ts';
