import type { CatalogContext } from '../catalog/context.server.ts';
import type { AnalyticsPort } from './analytics/index.ts';
import type { WebhooksPort } from './webhooks/index.ts';

/** What a use case of messaging, and of every area above it, is handed. */
export interface MessagingContext extends CatalogContext {
  /** Whoever counts sales, where somebody does. */
  readonly analytics?: AnalyticsPort;
  /** Who outside is told of what happens; absent where nobody is. */
  readonly webhooks?: WebhooksPort;
}
