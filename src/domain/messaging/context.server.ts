import type { CatalogContext } from '../catalog/context.server.ts';
import type { AnalyticsPort } from './analytics/index.ts';
import type { WebhooksPort } from './webhooks/index.ts';

/** What a use case of messaging, and of every area above it, is handed. */
export interface MessagingContext extends CatalogContext {
  /** The analytics service; absent where none is configured. */
  readonly analytics?: AnalyticsPort;
  /** The endpoints of webhooks; absent where there are none. */
  readonly webhooks?: WebhooksPort;
}
