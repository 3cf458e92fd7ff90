import type { PrivacyContext } from './privacy/context.server.ts';
import type { SubscriptionService } from './subscriptions/subscriptions/index.ts';

export type { Db, OnWritten, StaffList } from './base-context.server.ts';
export type { CatalogPort } from './catalog/context.server.ts';
export type { DomainHandlers, OrderHandler } from './payments/context.server.ts';
export type { GatewayDirectory, RailDirectory } from './payments/ports/directories.port.ts';

/**
 * Everything the domain needs from outside, handed in by the process that composes the product. Only what stands above the
 * domain imports it: an area imports its own `context.server.ts`, which knows nothing of the areas above.
 */
export interface DomainContext extends PrivacyContext {
  /** Renews and changes subscriptions; absent where no gateway has mandates. */
  readonly subscriptionService?: SubscriptionService;
}
